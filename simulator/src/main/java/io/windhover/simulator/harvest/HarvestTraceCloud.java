package io.windhover.simulator.harvest;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.harvest.HarvestTrace.Hvm;
import io.windhover.core.harvest.HarvestTrace.Step;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.LeasedMachines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The machines of a trace as something to rent: one that is asked for becomes the first of its size
 * that is there when it comes up and that nobody has, and grows, shrinks and is evicted when that
 * one was. So whoever rents the same at the same moments is given the same. One object serves one
 * run.
 */
public final class HarvestTraceCloud implements Cloud {
  private static final long REFUSAL_MILLIS = 1_000;

  private final HarvestTrace trace;
  private final CheckpointCost checkpoints;

  /** By the machine's number. */
  private final TreeMap<Integer, Hvm> rented = new TreeMap<>();

  /** What the trace says up to here has happened. */
  private long playedMillis;

  public HarvestTraceCloud(HarvestTrace trace, CheckpointCost checkpoints) {
    this.trace = trace;
    this.checkpoints = checkpoints;
  }

  /**
   * An offer for each minimum size of the trace, of as many machines as it has.
   *
   * @param startUpMillis how long a machine takes to come up
   */
  public static List<Offer> offers(HarvestTrace trace, HarvestPrices prices, long startUpMillis) {
    Map<Integer, List<Hvm>> bySize = new TreeMap<>();
    trace
        .hvms()
        .forEach(
            hvm -> bySize.computeIfAbsent(hvm.minimumCores(), n -> new ArrayList<>()).add(hvm));
    List<Offer> offers = new ArrayList<>();
    bySize.forEach(
        (minimum, hvms) -> {
          long memoryBytes = hvms.stream().mapToLong(Hvm::memoryBytes).min().orElse(0);
          MachineSpec machine =
              prices.machine(HarvestPrices.type(minimum), minimum, memoryBytes, minimum);
          offers.add(HarvestCloud.spotOffer(machine, hvms.size(), startUpMillis));
        });
    return offers;
  }

  @Override
  public OptionalLong launchMillis(Offer offer, int machine, long nowMillis) {
    long readyMillis = nowMillis + offer.startUpMillis();
    Optional<Hvm> free =
        trace.hvms().stream()
            .filter(hvm -> hvm.minimumCores() == offer.machine().minimumCores())
            .filter(hvm -> !rented.containsValue(hvm) && hvm.coresAt(readyMillis) > 0)
            .findFirst();
    free.ifPresent(hvm -> rented.put(machine, hvm));
    return free.isPresent() ? OptionalLong.of(offer.startUpMillis()) : OptionalLong.empty();
  }

  @Override
  public MachineSpec delivered(MachineChange.Ready ready, long nowMillis) {
    Hvm hvm = rented.get(ready.machine());
    return hvm == null
        ? ready.spec()
        : ready.spec().resized(Math.max(1, hvm.coresAt(nowMillis)), ready.spec().memoryBytes());
  }

  @Override
  public void released(int machine, long nowMillis) {
    rented.remove(machine);
  }

  @Override
  public long refusalMillis() {
    return REFUSAL_MILLIS;
  }

  @Override
  public long dumpMillis(long memoryBytes) {
    return checkpoints.dumpMillis(memoryBytes);
  }

  /** Steps of machines that nobody has are played too: who will have them does not know yet. */
  @Override
  public long nextMillis() {
    return trace.hvms().stream()
        .flatMap(hvm -> hvm.steps().stream())
        .mapToLong(Step::atMillis)
        .filter(at -> at > playedMillis)
        .min()
        .orElse(NEVER_MILLIS);
  }

  @Override
  public List<Event> happen(long nowMillis, LeasedMachines machines) {
    playedMillis = nowMillis;
    List<Event> events = new ArrayList<>();
    for (int machine : new TreeSet<>(rented.keySet())) {
      Hvm hvm = rented.get(machine);
      boolean starting =
          machines
              .machine(machine)
              .filter(known -> known.state() == MachineView.State.REQUESTED)
              .isPresent();
      if (hvm != null && hvm.steps().stream().anyMatch(step -> step.atMillis() == nowMillis)) {
        change(machine, hvm, nowMillis, starting, machines).ifPresent(events::add);
      }
    }
    return events;
  }

  /** What is still coming up is told its size when it is there. */
  private Optional<Event> change(
      int machine, Hvm hvm, long nowMillis, boolean starting, LeasedMachines machines) {
    int cores = hvm.coresAt(nowMillis);
    if (cores == 0) {
      rented.remove(machine);
      return Optional.of(
          starting
              ? new MachineChange.LaunchRefused(machine, "evicted while it started")
              : new MachineChange.Resized(machine, 0, 0));
    }
    return starting
        ? Optional.empty()
        : machines
            .machine(machine)
            .map(known -> new MachineChange.Resized(machine, cores, known.spec().memoryBytes()));
  }
}
