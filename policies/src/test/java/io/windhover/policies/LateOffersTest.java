package io.windhover.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Trait;
import io.windhover.core.step.Scheduler;
import io.windhover.policies.PolicyRegistry.Machines;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A manager may be given a job before its source has said what can be rented, or while nothing can.
 */
final class LateOffersTest {
  private static final long HOUR_MILLIS = 3_600_000;

  static Stream<String> renting() {
    return PolicyRegistry.namesForUse().stream()
        .filter(
            name ->
                PolicyRegistry.make(name, new TreeMap<>(), Machines.COME_AND_GO)
                    .traits()
                    .contains(Trait.RENTS_MACHINES));
  }

  private static Offer offer(Market market, long pricePerHourNanos) {
    String name = "small " + market.text();
    var machine = new MachineSpec(name, "small", List.of(), 2, 8_000_000_000L, pricePerHourNanos);
    return new Offer(name, market, machine, 4, 4, 1, 60_000, Billing.BY_USE);
  }

  @ParameterizedTest
  @MethodSource("renting")
  void aJobThatCameBeforeTheFirstOffersIsRentedForOnceThereAreSome(String name) {
    var scheduler =
        new Scheduler(PolicyRegistry.make(name, new TreeMap<>(), Machines.COME_AND_GO), List.of());
    var group =
        new TaskGroup(
            "t",
            4,
            Script.NONE,
            "",
            new Need(List.of(), 1, 0),
            List.of(),
            new RuntimeEstimate(60_000, new TreeMap<>()),
            0,
            false,
            0,
            0,
            0);
    var job = new JobSpec("j", "/", new Deadline.Within(HOUR_MILLIS), false, List.of(group));
    step(scheduler, 1, 0, new Event.JobSubmitted(1, job));
    List<Offer> offers =
        List.of(offer(Market.SPOT, 30_000_000), offer(Market.ON_DEMAND, 100_000_000));

    assertThat(firstLaunchMillis(scheduler, new Event.OffersChanged(offers)))
        .isBetween(1_000L, HOUR_MILLIS - 120_000);
  }

  /** When the first machine is asked for, if nothing happens but what the policy wakes up for. */
  private static long firstLaunchMillis(Scheduler scheduler, Event first) {
    TreeSet<Long> wakes = new TreeSet<>();
    long atMillis = 1_000;
    Event event = first;
    for (long sequence = 2; sequence < 1_000; sequence++) {
      for (Action action : step(scheduler, sequence, atMillis, event).actions()) {
        if (action instanceof Action.Launch) {
          return atMillis;
        } else if (action instanceof Action.WakeAt wake) {
          wakes.add(wake.atMillis());
        }
      }
      Long next = wakes.pollFirst();
      if (next == null) {
        return Long.MAX_VALUE;
      }
      atMillis = next;
      event = new Event.TimerFired(next);
    }
    return Long.MAX_VALUE;
  }

  private static Decision step(Scheduler scheduler, long sequence, long atMillis, Event event) {
    return scheduler.step(new Batch(sequence, atMillis, List.of(event)));
  }
}
