package io.windhover.simulator.harvest;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Billing;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.LeasedMachines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A cluster as a provider to rent from: harvest machines that take what is left of their server,
 * spot machines of a fixed size that are evicted and never shrink, and regular ones. The regular
 * customers come from the seed alone, so two policies that ask for the same at the same moment are
 * given the same (SlackSched, section 4.1). One object serves one simulation.
 */
public final class HarvestCloud implements Cloud {
  /** How long a machine takes to come up; the paper does not say. */
  public static final long START_UP_MILLIS = 60_000;

  private static final long REFUSAL_MILLIS = 1000;

  /** What is billed beside the time a machine is up: nothing. */
  private static final Billing BILLING = Billing.BY_USE;

  private final ServerPark park;
  private final Allocation allocation;
  private final CheckpointCost checkpoints;

  /** Harvest machines by id, each with the size that was last told. */
  private final Map<Integer, Integer> toldCores = new LinkedHashMap<>();

  private long nowMillis;
  private boolean unsettled;

  /**
   * A provider with this cluster.
   *
   * @param allocation where harvest and spot machines go; the cluster has its own for regular ones
   */
  public HarvestCloud(
      ClusterSpec spec, Allocation allocation, CheckpointCost checkpoints, long seed) {
    this.park = new ServerPark(spec, seed, -HarvestTraces.WARM_UP_MILLIS);
    this.allocation = allocation;
    this.checkpoints = checkpoints;
    while (park.nextMillis() < 0) {
      park.happen();
    }
    park.takeTouched();
  }

  /** The offer of harvest machines of each minimum size, at most so many of them in all. */
  public static List<Offer> harvestOffers(HarvestPrices prices, int limit) {
    return HarvestTraces.MINIMUMS.stream()
        .map(
            minimum ->
                offer(
                    Market.SPOT,
                    prices.machine(
                        HarvestPrices.type(minimum),
                        minimum,
                        minimum * HarvestPrices.BYTES_PER_MINIMUM_CORE,
                        minimum),
                    limit))
        .toList();
  }

  /** A spot machine of a fixed size. */
  public static Offer spotOffer(HarvestPrices prices, int cores, int limit) {
    return offer(Market.SPOT, fixed("spot-" + cores, cores, cores * prices.spot()), limit);
  }

  /** A regular machine, which stays. */
  public static Offer regularOffer(HarvestPrices prices, int cores, int limit) {
    return offer(
        Market.ON_DEMAND, fixed("regular-" + cores, cores, cores * prices.regular()), limit);
  }

  /** At most so many machines of one kind, which come up after a while. */
  static Offer spotOffer(MachineSpec machine, int limit, long startUpMillis) {
    return new Offer(machine.name(), Market.SPOT, machine, limit, limit, 0, startUpMillis, BILLING);
  }

  private static MachineSpec fixed(String name, int cores, long pricePerHourNanos) {
    long memoryBytes = cores * HarvestPrices.BYTES_PER_MINIMUM_CORE;
    return new MachineSpec(name, name, List.of(), cores, memoryBytes, pricePerHourNanos);
  }

  private static Offer offer(Market market, MachineSpec machine, int limit) {
    return new Offer(machine.name(), market, machine, limit, limit, 0, START_UP_MILLIS, BILLING);
  }

  private static String nameOf(int machine) {
    return "m" + machine;
  }

  @Override
  public OptionalLong launchMillis(Offer offer, int machine, long atMillis) {
    nowMillis = atMillis;
    MachineSpec spec = offer.machine();
    boolean there =
        spec.harvests()
            ? park.harvest(nameOf(machine), spec.minimumCores(), allocation, atMillis)
            : park.rent(nameOf(machine), spec.cores(), offer.isSpot(), allocation, atMillis);
    unsettled = true;
    if (!there) {
      return OptionalLong.empty();
    }
    if (spec.harvests()) {
      toldCores.put(machine, 0);
    }
    return OptionalLong.of(offer.startUpMillis());
  }

  @Override
  public MachineSpec delivered(MachineChange.Ready ready, long atMillis) {
    if (!toldCores.containsKey(ready.machine())) {
      return ready.spec();
    }
    int cores = Math.max(ready.spec().minimumCores(), park.coresOf(nameOf(ready.machine())));
    toldCores.put(ready.machine(), cores);
    return ready.spec().resized(cores, ready.spec().memoryBytes());
  }

  @Override
  public void released(int machine, long atMillis) {
    nowMillis = atMillis;
    toldCores.remove(machine);
    park.giveBack(nameOf(machine));
    unsettled = true;
  }

  @Override
  public long refusalMillis() {
    return REFUSAL_MILLIS;
  }

  @Override
  public long dumpMillis(long memoryBytes) {
    return checkpoints.dumpMillis(memoryBytes);
  }

  @Override
  public long nextMillis() {
    return unsettled ? nowMillis : park.nextMillis();
  }

  @Override
  public List<Event> happen(long atMillis, LeasedMachines machines) {
    nowMillis = atMillis;
    unsettled = false;
    if (park.nextMillis() == atMillis) {
      park.happen();
    }
    List<Event> events = new ArrayList<>();
    for (String name : park.takeEvicted()) {
      int machine = machineOf(name);
      toldCores.remove(machine);
      evict(machine, machines, events);
    }
    for (String name : park.takeTouched()) {
      resize(machineOf(name), events, machines);
    }
    return events;
  }

  private static int machineOf(String name) {
    return Integer.parseInt(name, 1, name.length(), 10);
  }

  private static void evict(int machine, LeasedMachines machines, List<Event> events) {
    boolean starting =
        machines
            .machine(machine)
            .filter(known -> known.state() == MachineView.State.REQUESTED)
            .isPresent();
    events.add(
        starting
            ? new MachineChange.LaunchRefused(machine, "a regular machine was given its place")
            : new MachineChange.Resized(machine, 0, 0));
  }

  /** What is still coming up is told its size when it is there. */
  private void resize(int machine, List<Event> events, LeasedMachines machines) {
    int told = toldCores.getOrDefault(machine, 0);
    int cores = park.coresOf(nameOf(machine));
    if (told > 0 && cores > 0 && told != cores) {
      toldCores.put(machine, cores);
      machines
          .machine(machine)
          .ifPresent(
              known ->
                  events.add(
                      new MachineChange.Resized(machine, cores, known.spec().memoryBytes())));
    }
  }

  /** The server a rented machine is on, for experiments that know which servers are calm. */
  public boolean isOnCalmServer(int machine) {
    return park.isCalm(nameOf(machine));
  }
}
