package io.windhover.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.manager.Progress.JobProgress;
import org.junit.jupiter.api.Test;

final class ProgressTextTest {
  private static final long NEVER = Long.MAX_VALUE;
  private static final Terminal PLAIN = new Terminal(true, false, false);
  private static final Terminal RICH = new Terminal(true, true, true);

  /** Ten a second for ten seconds. */
  private final Pace pace = new Pace(0, 0);

  @Test
  void paceOfSteadyWorkIsItsPace() {
    steady();
    assertThat(pace.perSecond()).isBetween(9.9, 10.1);
    assertThat(pace.millisFor(50)).isBetween(4_900L, 5_100L);
  }

  @Test
  void paceFollowsAChangeAndForgetsABurst() {
    steady();
    for (int second = 11; second <= 70; second++) {
      pace.sample(second * 1_000L, 100 + (second - 10));
    }
    assertThat(pace.perSecond()).isBetween(1.0, 2.0);
  }

  @Test
  void nothingDoneYetPromisesNothing() {
    pace.sample(5_000, 0);
    assertThat(pace.millisFor(10)).isEqualTo(-1);
    assertThat(ProgressText.details(job(0, 0, NEVER), pace, 5_000))
        .containsExactly("2 running", "5s so far");
  }

  @Test
  void ratesReadAtAnySpeed() {
    assertThat(ProgressText.rate(1_234.5)).isEqualTo("1,235/s");
    assertThat(ProgressText.rate(3.44)).isEqualTo("3.4/s");
    assertThat(ProgressText.rate(0.2)).isEqualTo("12.0/min");
    assertThat(ProgressText.rate(0.001)).isEqualTo("3.6/h");
  }

  @Test
  void deadlineSaysHowFarItIs() {
    steady();
    JobProgress inTime = job(100, 0, 70_000);
    assertThat(ProgressText.deadline(inTime, pace, 10_000))
        .isEqualTo("due in 1m, finishing in about 10s");
    assertThat(ProgressText.late(inTime, pace, 10_000)).isFalse();
    assertThat(ProgressText.late(job(100, 0, 15_000), pace, 10_000)).isTrue();
    assertThat(ProgressText.deadline(job(100, 0, 5_000), pace, 10_000)).startsWith("due 5s ago");
    assertThat(ProgressText.deadline(job(100, 0, NEVER), pace, 10_000)).isEmpty();
  }

  @Test
  void skippedTasksAreNeitherDoneNorLeft() {
    steady();
    JobProgress halted =
        new JobProgress(1, "sweep", 200, 0, 2, 97, 3, 0, 98, 0, 0, 0, 0, 70_000, -1, false, "", 0);
    assertThat(ProgressText.count(halted)).isEqualTo("97/200");
    assertThat(ProgressText.percent(halted)).isEqualTo(48);
    assertThat(ProgressText.details(halted, pace, 10_000))
        .contains("2 running", "3 failed", "98 skipped will not run")
        .noneMatch(part -> part.contains("left"));
    assertThat(ProgressText.deadline(halted, pace, 10_000))
        .isEqualTo("due in 1m, but not all of it can be done");
  }

  private String draw(Terminal terminal, JobProgress job, int columns) {
    return new LiveBlock(terminal)
        .draw(job, ProgressText.details(job, pace, 10_000), pace, 10_000, columns);
  }

  @Test
  void blockIsTwoLinesThatFit() {
    steady();
    for (int columns = 1; columns < 200; columns++) {
      String block = draw(PLAIN, job(100, 3, 15_000), columns);
      assertThat(block.lines()).hasSize(2);
      assertThat(block.lines().mapToInt(String::length).max().orElseThrow())
          .isLessThanOrEqualTo(Math.max(1, columns - 1));
    }
  }

  @Test
  void lateIsRedOnlyWhereColoursAreWelcome() {
    steady();
    JobProgress late = job(100, 0, 15_000);
    assertThat(draw(RICH, late, 200)).contains("\u001b[31mdue");
    assertThat(draw(PLAIN, late, 200)).doesNotContain("\u001b");
    assertThat(draw(RICH, job(100, 0, NEVER), 200))
        .startsWith("sweep ████████████████████░░░░░░░░░░░░░░░░░░░░ 50%  100/200\n")
        .doesNotContain("\u001b");
  }

  @Test
  void environmentDecidesWhatIsShown() {
    assertThat(Terminal.ofStderr(name -> name.equals("LANG") ? "C.UTF-8" : null))
        .isEqualTo(new Terminal(false, false, true));
    assertThat(Terminal.ofStderr(name -> name.equals("LANG") ? "C.UTF-8" : "C").unicode())
        .isFalse();
  }

  private void steady() {
    for (int i = 1; i <= 100; i++) {
      pace.sample(i * 100L, i);
    }
  }

  private static JobProgress job(int done, int failed, long deadlineAtMillis) {
    int succeeded = done - failed;
    return new JobProgress(
        1,
        "sweep",
        200,
        198 - done,
        2,
        succeeded,
        failed,
        0,
        0,
        0,
        0,
        0,
        0,
        deadlineAtMillis,
        -1,
        false,
        "",
        0);
  }
}
