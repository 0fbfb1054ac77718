package io.windhover.policies.workflow.justintime;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
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
      new Terms(VmTypes.of(List.of(offer("small", 1_000_000_000L))), new int[] {1});

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

  /** A dear type on which two tasks in a row take two minutes each instead of 22. */
  private static final Terms FAST_TOO =
      new Terms(
          VmTypes.of(List.of(offer("small", 1_000_000_000L), offer("fast", 40_000_000_000L))),
          new int[] {1, 1});

  private static final List<WorkClass> TWO_IN_A_ROW =
      List.of(
          TwoInARow.job(
                  1,
                  FAST_TOO,
                  new long[] {22 * MINUTE, 2 * MINUTE},
                  HOUR,
                  Reserve.NONE,
                  new long[] {0, 0})
              .work);

  private static Offer offer(String name, long nanosPerHour) {
    return new Offer(
        name,
        Market.ON_DEMAND,
        new MachineSpec(name, name, List.of(), 1, 0, nanosPerHour),
        99,
        99,
        0,
        5 * MINUTE,
        Billing.perPeriod(HOUR));
  }

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

  /** By how much runtimes may be exceeded has become clearer with the newest job. */
  private Plans twoInARow(double margin) {
    come(1, 300 * HOUR, HOUR);
    return tuning.plansFor(0, TWO_IN_A_ROW, FAST_TOO, margin, 0, false, false, true);
  }

  @Test
  void aMarginThatFallsALittleChangesNoPlan() {
    come(300, 0, HOUR);
    Plans tuned = twoInARow(0.2);

    assertThat(twoInARow(0.18)).isSameAs(tuned);
    assertThat(twoInARow(0.2)).isSameAs(tuned);
    assertThat(twoInARow(0.17).usual().reserve().margin()).isEqualTo(0.17);
  }

  @Test
  void smallErrorsAreForgottenOnceNothingErrsAnyMore() {
    come(300, 0, HOUR);
    twoInARow(0.02);

    assertThat(twoInARow(0.01).usual().reserve().margin()).isEqualTo(0.02);
    assertThat(twoInARow(0).usual().reserve().margin()).isZero();
  }

  /** 44 minutes after a launch of five: of a hundred errors the worst leave no time for more. */
  @Test
  void aMarginThatGrowsLeavesTheTypesAndAsMuchAsThereIsTimeForIsKeptBack() {
    come(300, 0, HOUR);
    ClassPlan tuned = twoInARow(0.2).usual();
    assertThat(tuned.types()).containsExactly(0, 0);
    assertThat(tuned.reserve().kept()).isEqualTo(1);

    ClassPlan later = twoInARow(0.4).usual();

    assertThat(later.types()).containsExactly(0, 0);
    assertThat(later.reserve().margin()).isEqualTo(0.4);
    assertThat(later.reserve().kept()).isStrictlyBetween(0.0, 1.0);
    assertThat(twoInARow(0.2).usual().reserve().kept()).as("in time again").isEqualTo(1);
  }

  @Test
  void whatIsKnownIsReadAgainAsItWasWritten() {
    come(300, 0, MINUTE);
    tuned();
    Tuning read = new Tuning();
    String text = text(tuning);
    assertThat(MemoryReader.read(text, "own", 1, line -> read.take(line, n -> n, CLASSES, TERMS)))
        .isTrue();

    assertThat(text(read)).isEqualTo(text);
    assertThat(text.lines().skip(1).findFirst().orElseThrow())
        .startsWith("tuning\t300\t300\t")
        .doesNotEndWith("\t0.0");
  }

  private static String text(Tuning tuning) {
    MemoryWriter text = new MemoryWriter("own", 1);
    tuning.write(text);
    return text.text();
  }
}
