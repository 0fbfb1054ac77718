package io.windhover.policies.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Action;
import io.windhover.policies.workflow.frame.WorkflowPolicy;
import io.windhover.policies.workflow.frame.WorkflowSettings;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A launch takes six minutes; an hour costs 60 on the slow type and 300 on the fast one. */
class IcPcpTest {
  private static final long MINUTE = 60_000;
  private static final List<Offer> OFFERS = List.of(offer("slow", 60), offer("fast", 300));

  private final List<String> launches = new ArrayList<>();
  private long lastEndMillis;
  private long spentNanos;

  private static Offer offer(String name, long nanosPerHour) {
    var machine = new MachineSpec(name, name, List.of(), 1, 1_000_000_000L, nanosPerHour);
    Billing hourly = Billing.perPeriod(60 * MINUTE);
    return new Offer(name, Market.ON_DEMAND, machine, 9, 9, 0, 6 * MINUTE, hourly);
  }

  private static TaskGroup task(long slowMinutes, long fastMinutes, Integer... after) {
    var millis = new TreeMap<String, Long>();
    millis.put("slow", slowMinutes * MINUTE);
    millis.put("fast", fastMinutes * MINUTE);
    return SingleTask.of("t" + after.length, List.of(after), millis);
  }

  private static Happening job(long atMinute, long deadlineMinutes, TaskGroup... groups) {
    Deadline deadline = new Deadline.Within(deadlineMinutes * MINUTE);
    return new Happening.JobArrives(
        atMinute * MINUTE, new JobSpec("job", "", deadline, false, List.of(groups)));
  }

  @BeforeEach
  void forget() {
    launches.clear();
  }

  private void run(Happening... jobs) {
    var policy = new WorkflowPolicy(new IcPcp(), WorkflowSettings.DEFAULT);
    var story = new Story(List.of(jobs), Fate.asEstimated());
    var settings = new Simulation.Settings(OFFERS, Cloud.steady(6 * MINUTE), 10_000);
    var simulation =
        new Simulation(
            policy,
            story,
            settings,
            (batch, decision, world) -> {
              for (Action action : decision.actions()) {
                if (action instanceof Action.Launch launch) {
                  launches.add(world.nowMillis() / MINUTE + " " + launch.offer());
                } else if (action instanceof Action.Release) {
                  lastEndMillis = world.nowMillis();
                }
              }
            });
    spentNanos = simulation.run().spentNanos();
  }

  @Test
  void aPathGoesToOneMachineAsAWhole() {
    run(job(0, 60, task(10, 5), task(10, 5, 0), task(10, 5, 1)));
    assertThat(launches).containsExactly("0 slow");
    assertThat(spentNanos).isEqualTo(60);
  }

  @Test
  void aPathThatIsTooSlowOnTheCheapTypeGoesToTheFastOne() {
    run(job(0, 21, task(10, 5), task(10, 5, 0), task(10, 5, 1)));
    assertThat(launches).containsExactly("0 fast");
  }

  @Test
  void theRestOfAPaidHourIsForTheNextJob() {
    run(job(0, 60, task(30, 15)), job(40, 60, task(10, 5)));
    assertThat(launches).containsExactly("0 slow");
    assertThat(spentNanos).isEqualTo(60);
    assertThat(lastEndMillis).isLessThanOrEqualTo(60 * MINUTE);
  }

  /** The head ends at minute 36; two branches of 20 minutes must then run side by side. */
  @Test
  void aMachineForALaterBranchIsRentedOneLagBeforeItStarts() {
    run(job(0, 61, task(30, 29), task(20, 19, 0), task(20, 19, 0)));
    assertThat(launches).containsExactly("0 slow", "30 slow");
  }

  @Test
  void aPathWhoseTasksPreferDifferentTypesIsCut() {
    run(job(0, 40, task(10, 9), task(60, 10, 0), task(10, 9, 1)));
    assertThat(launches).contains("0 slow").anyMatch(launch -> launch.endsWith("fast"));
  }

  @Test
  void aJobThatNoMachineEndsInTimeIsRefused() {
    run(job(0, 20, task(30, 15)));
    assertThat(launches).isEmpty();
  }
}
