package io.windhover.policies.workflow;

import static io.windhover.policies.workflow.Stream.HOUR;
import static io.windhover.policies.workflow.Stream.LAG;
import static io.windhover.policies.workflow.Stream.MINUTE;
import static io.windhover.policies.workflow.Stream.job;
import static io.windhover.policies.workflow.Stream.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.step.World;
import io.windhover.policies.workflow.frame.Terms;
import io.windhover.policies.workflow.frame.Units;
import io.windhover.policies.workflow.frame.WorkflowSettings;
import io.windhover.policies.workflow.plan.LoadMinutes;
import io.windhover.policies.workflow.plan.Remainder;
import io.windhover.policies.workflow.plan.Upgrades;
import io.windhover.policies.workflow.plan.VmTypes;
import io.windhover.policies.workflow.plan.Windows;
import io.windhover.policies.workflow.scs.Bundling;
import io.windhover.simulator.Happening;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The paper's Figures 2 to 6 by hand arithmetic; where a figure has no numbers they are ours. */
class ScsFiguresTest {
  private static final int STANDARD = 1;
  private static final int HIGH_CPU = 2;

  private static final Terms TERMS =
      new Terms(VmTypes.of(Stream.offers(HOUR)), WorkflowSettings.DEFAULT);

  /** 0.085 an hour on the standard type; dearer everywhere else. */
  private static TaskGroup standard(String name, double minutes, Integer... after) {
    return task(name, List.of(after), 5 * minutes, minutes, minutes / 2, minutes / 2);
  }

  /** Ten times faster on high-CPU at eight times the price. */
  private static TaskGroup computing(String name, double minutes, Integer... after) {
    return task(name, List.of(after), 5 * minutes, minutes, minutes / 10, minutes / 2);
  }

  @Test
  void figure2BundlesNeighboursThatPreferOneType() {
    JobSpec pair = job(HOUR, standard("1", 10), computing("6", 20, 0), computing("8", 20, 1));
    Units units = Bundling.of(Units.plain(pair, TERMS), TERMS);
    assertThat(units.groupsByUnit()).isDeepEqualTo(new int[][] {{0}, {1, 2}});
    assertThat(units.real().millis(1, HIGH_CPU)).isEqualTo(4 * MINUTE);
  }

  @Test
  void figure3GivesEachTaskTimeInProportionToItsRuntime() {
    Units units = Units.plain(job(HOUR, standard("a", 10), standard("b", 20, 0)), TERMS);
    Windows windows =
        Remainder.whole(units.real(), LAG, LAG + HOUR).windows(units.ladders().cheapest());
    assertThat(windows.fromMillis()).containsExactly(LAG, LAG + 20 * MINUTE);
    assertThat(windows.toMillis()).containsExactly(LAG + 20 * MINUTE, LAG + HOUR);
  }

  @Test
  void figure3MovesTheTaskThatSavesMostTimePerMoney() {
    // Both save 10 minutes by their next faster type: a for 10 x 0.68 - 20 x 0.085, b (bound by
    // memory, 10 x 0.50 - 20 x 0.085) for less.
    Units units =
        Units.plain(
            job(HOUR, task("a", List.of(), 99, 20, 10, 20), task("b", List.of(0), 99, 20, 20, 10)),
            TERMS);
    int[] types = units.ladders().cheapest();
    assertThat(types).containsExactly(STANDARD, STANDARD);
    Remainder whole = Remainder.whole(units.real(), 0, 30 * MINUTE);
    assertThat(Upgrades.untilInTime(whole, units.ladders(), TERMS.types(), types)).isTrue();
    assertThat(types).containsExactly(STANDARD, 3);
  }

  @Test
  void figure4SavesThreeInstanceHoursByPuttingParallelTasksInARow() {
    JobSpec fan =
        job(
            HOUR,
            standard("1", 6),
            standard("2", 6, 0),
            standard("3", 6, 0),
            standard("4", 6, 0),
            standard("5", 6, 0),
            standard("6", 6, 1, 2, 3, 4));
    var arrives = Stream.story(new Happening.JobArrives(0, fan));
    long apart = Stream.run(new Gain(), arrives, HOUR).spentNanos();
    long inARow = Stream.run(new Scs(), arrives, HOUR).spentNanos();
    assertThat(inARow).isEqualTo(85_000_000);
    assertThat(apart - inARow).isEqualTo(3 * 85_000_000);
  }

  @Test
  void figure5NeedsOneInstanceForAQuarterAndAHalf() {
    LoadMinutes load = new LoadMinutes(15 * HOUR, HOUR);
    load.add(15 * HOUR, 16 * HOUR, 15 * MINUTE, 1);
    load.add(15 * HOUR + 15 * MINUTE, 15 * HOUR + 45 * MINUTE, 15 * MINUTE, 1);
    assertThat(load.at(0)).isEqualTo(0.25);
    assertThat(load.at(30)).isEqualTo(0.75);
    assertThat(load.needed()).isEqualTo(1);
    load.add(15 * HOUR + 40 * MINUTE, 16 * HOUR, 10 * MINUTE, 1);
    assertThat(load.needed()).isEqualTo(2);
  }

  @Test
  void windowsThatTouchDoNotLoadTogether() {
    LoadMinutes load = new LoadMinutes(0, 2 * HOUR);
    load.add(0, HOUR, HOUR, 1);
    load.add(HOUR, 2 * HOUR, HOUR, 1);
    assertThat(load.needed()).isEqualTo(1);
  }

  @Test
  void aWindowThatIsTooShortLoadsOneInstance() {
    LoadMinutes load = new LoadMinutes(0, HOUR);
    load.add(-HOUR, 5 * MINUTE, 20 * MINUTE, 1);
    assertThat(load.needed()).isEqualTo(1);
  }

  @Test
  void aTaskTakesPaidRoomAfterItsWindowWhenItsFollowersCanDoWithTheRest() {
    // The second job's first window ends after 28 minutes, and the first job is on the only
    // instance until 25.5; but its second task needs only ten of the minutes after that.
    JobSpec first = job(HOUR, standard("a", 19));
    JobSpec second = job(50 * MINUTE, standard("b", 10), wide("c", 0));
    var both =
        Stream.story(new Happening.JobArrives(0, first), new Happening.JobArrives(1, second));
    World world = Stream.run(new Scs(), both, HOUR);
    assertThat(Stream.late(world)).isZero();
    assertThat(world.spentNanos()).isLessThan(Stream.run(new GainWait(), both, HOUR).spentNanos());
  }

  /** Cheapest on the micro type, so that it is no bundle with what prefers another. */
  private static TaskGroup wide(String name, Integer... after) {
    return task(name, List.of(after), 10, 9, 9, 9);
  }

  @Test
  void figure6RunsATaskInPaidRoomOfAnotherTypeAndSavesAnInstanceHour() {
    JobSpec t12 = job(HOUR, standard("12", 10));
    JobSpec t11 = job(50 * MINUTE, computing("11", 25));
    var both =
        Stream.story(new Happening.JobArrives(0, t12), new Happening.JobArrives(10 * MINUTE, t11));
    assertThat(Stream.run(new GainWait(), both, HOUR).spentNanos())
        .isEqualTo(85_000_000 + 680_000_000);
    assertThat(Stream.run(new Scs(), both, HOUR).spentNanos()).isEqualTo(85_000_000);
  }
}
