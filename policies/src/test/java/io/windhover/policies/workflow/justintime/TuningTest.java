package io.windhover.policies.workflow.justintime;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.policies.workflow.SingleTask;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Jobs of one task of ten minutes, due after an hour, on one type that is paid by the hour. */
class TuningTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  private static final Terms TERMS =
      new Terms(
          VmTypes.of(
              List.of(
                  new Offer(
                      "small",
                      Market.ON_DEMAND,
                      new MachineSpec("small", "small", List.of(), 1, 0, 1_000_000_000L),
                      99,
                      99,
                      0,
                      5 * MINUTE,
                      Billing.perPeriod(HOUR)))),
          new int[] {1});

  private static final List<WorkClass> CLASSES =
      List.of(
          new WorkClass(
              new JobSpec(
                  "one",
                  "",
                  new Deadline.Within(HOUR),
                  false,
                  List.of(SingleTask.of("a", 10 * MINUTE))),
              Dag.of(new int[] {1}, new int[][] {{}}, new long[][] {{10 * MINUTE}}),
              new int[] {0},
              new boolean[] {true},
              HOUR,
              false));

  private final Tuning tuning = new Tuning();

  private void come(int jobs, long fromMillis, long everyMillis) {
    for (int i = 0; i < jobs; i++) {
      tuning.note(0, fromMillis + i * everyMillis);
    }
  }

  /** When the jobs came that other rules are to be tried with. */
  private long[] tuned() {
    Plans plans = tuning.plansFor(0, CLASSES, TERMS, 0, 0, true, false, true);
    assertThat(plans.usual().types()).containsExactly(0);
    return Objects.requireNonNull(tuning.takeRehearsed()).atMillis();
  }

  @Test
  void otherRulesAreTriedWithAllThatIsKnown() {
    come(300, 0, HOUR);

    assertThat(tuned()).hasSize(300);
  }

  @Test
  void whenJobsComeFasterThanEverOnlyTheNewestCount() {
    come(300, 0, HOUR);
    tuned();
    come(300, 300 * HOUR, MINUTE);

    assertThat(tuned()).hasSize(303).startsWith(297 * HOUR);
  }

  @Test
  void whenTheyHaveComeAsFastBeforeAllCount() {
    come(300, 0, MINUTE);
    tuned();
    come(100, 100 * HOUR, HOUR);
    tuned();
    come(300, 200 * HOUR, MINUTE);

    assertThat(tuned()).hasSize(700);
  }

  @Test
  void whatIsKnownIsReadAgainAsItWasWritten() {
    come(300, 0, MINUTE);
    tuned();
    Tuning read = new Tuning();
    tuning.lines().forEach(line -> read.read(line.split(" ", -1), CLASSES, TERMS));

    assertThat(read.lines()).isEqualTo(tuning.lines());
    assertThat(tuning.lines().get(0)).startsWith("tuning 300 300 ").doesNotEndWith(" 0.0");
  }
}
