package io.windhover.simulator.harvest;

import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.step.World;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.KillOrder;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.record.Recorder;
import io.windhover.simulator.record.TypeUse;
import io.windhover.simulator.testkit.Plot;
import io.windhover.simulator.testkit.Watcher;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A job that nothing can run keeps the provider going while what is rented lives its life. */
class HarvestCloudTest {
  private static final long HOUR = 3_600_000;
  private static final ClusterSpec SMALL =
      new ClusterSpec(
          "small",
          150,
          Allocation.RANDOM,
          36,
          30,
          0.5,
          5000,
          2,
          8,
          2,
          2,
          0.8,
          40,
          List.of(4.0, 5.0, 4.0, 3.0, 2.0, 1.0));

  private final List<Event> events = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private final Recorder recorder = Recorder.totals();
  private HarvestCloud cloud = cloud(Allocation.RANDOM, 1);

  private static HarvestCloud cloud(Allocation allocation, long seed) {
    return new HarvestCloud(SMALL, allocation, CheckpointCost.HADS, seed);
  }

  private World run(List<Offer> offers, int machines, long hours) {
    Action[] launches = new Action[machines];
    for (int i = 0; i < machines; i++) {
      launches[i] = new Action.Launch(i + 1, offers.get(i % offers.size()).name());
    }
    Watcher watcher = new Watcher(1);
    Story story =
        new Story(
            List.of(new Happening.JobArrives(0, job(tasks("a", 1).requires("nothing")))),
            Fate.asEstimated());
    var settings =
        new Simulation.Settings(offers, cloud, 10_000_000, hours * HOUR, KillOrder.NEWEST);
    return new Simulation(
            new Plot().at(0, launches),
            story,
            settings,
            (batch, decision, world) -> {
              events.addAll(batch.events());
              batch.events().forEach(event -> lines.add(batch.atMillis() + " " + event));
              watcher.stepped(batch, decision, world);
              recorder.stepped(batch, decision, world);
            })
        .run();
  }

  private List<Offer> harvest() {
    return HarvestCloud.harvestOffers(HarvestPrices.USUAL, 60);
  }

  @Test
  void harvestMachinesGrowShrinkAndAreEvictedAndArePaidForWhatTheyHave() {
    World world = run(harvest(), 60, 24);

    var cores = new TreeMap<Integer, Integer>();
    int resizes = 0;
    for (Event event : events) {
      if (event instanceof MachineChange.Ready ready) {
        cores.put(ready.machine(), ready.spec().cores());
      } else if (event instanceof MachineChange.Resized resized) {
        assertThat(cores.put(resized.machine(), resized.cores())).isNotEqualTo(resized.cores());
        assertThat(resized.cores()).isBetween(2, ClusterSpec.SERVER_CORES);
        resizes++;
      }
    }
    assertThat(resizes).isGreaterThan(250);
    assertThat(lines).anyMatch(line -> line.contains("(evicted)"));
    assertThat(cores).hasSizeGreaterThan(50);
    long use = recorder.record(world).use().stream().mapToLong(TypeUse::costNanos).sum();
    assertThat(use).isEqualTo(world.spentNanos()).isPositive();
  }

  @Test
  void theSameIsGivenForTheSameQuestion() {
    run(harvest(), 30, 8);
    List<String> first = List.copyOf(lines);
    lines.clear();
    cloud = cloud(Allocation.RANDOM, 1);
    run(harvest(), 30, 8);

    assertThat(lines).isEqualTo(first);
  }

  @Test
  void spotMachinesAreEvictedButNeverShrink() {
    run(List.of(HarvestCloud.spotOffer(HarvestPrices.USUAL, 16, 99)), 60, 24);

    assertThat(events).noneMatch(event -> event instanceof MachineChange.Resized);
    assertThat(lines).anyMatch(line -> line.contains("(evicted)"));
  }

  @Test
  void regularMachinesStay() {
    run(List.of(HarvestCloud.regularOffer(HarvestPrices.USUAL, 8, 99)), 30, 24);

    assertThat(events).noneMatch(event -> event instanceof MachineChange.Lost);
  }

  /** Half of the servers are calm; nearly all changes are on the other half. */
  @Test
  void whatIsOnCalmServersSeldomChanges() {
    run(harvest(), 60, 24);

    int calm = 0;
    int restless = 0;
    for (Event event : events) {
      if (event instanceof MachineChange.Resized resized) {
        boolean isCalm = cloud.isOnCalmServer(resized.machine());
        calm += isCalm ? 1 : 0;
        restless += isCalm ? 0 : 1;
      }
    }
    assertThat(restless).isGreaterThan(10 * calm);
  }

  @Test
  void balancingGivesLargerMachinesThanPacking() {
    assertThat(meanCores(Allocation.BALANCING)).isGreaterThan(2 * meanCores(Allocation.PACKING));
  }

  private double meanCores(Allocation allocation) {
    cloud = cloud(allocation, 3);
    events.clear();
    run(harvest(), 30, 1);
    return events.stream()
        .filter(event -> event instanceof MachineChange.Ready)
        .mapToInt(event -> ((MachineChange.Ready) event).spec().cores())
        .average()
        .orElse(0);
  }
}
