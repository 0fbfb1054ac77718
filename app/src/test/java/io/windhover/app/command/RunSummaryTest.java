package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.ExitCode;
import io.windhover.app.local.RentedTotals;
import io.windhover.app.local.RunOutcome;
import io.windhover.core.model.Deadline;
import io.windhover.manager.Progress.JobProgress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a run says at its end. */
final class RunSummaryTest {
  private static RunSummary of(boolean cancelledByOwner) {
    return new RunSummary(
        outcome(cancelledByOwner, Optional.empty()),
        "windhover",
        "windhover run sweep.yaml --resume",
        Optional.empty());
  }

  private static RunOutcome outcome(boolean cancelledByOwner, Optional<RentedTotals> rented) {
    int cancelled = cancelledByOwner ? 3 : 0;
    var job =
        new JobProgress(
            1,
            "sweep",
            5,
            0,
            0,
            1,
            1,
            cancelled,
            3 - cancelled,
            0,
            0,
            0,
            0,
            Deadline.NEVER_MILLIS,
            10,
            cancelledByOwner,
            "",
            0);
    return new RunOutcome(
        job, List.of(), 10, ExitCode.TASK_FAILED, Path.of("state"), Optional.empty(), rented);
  }

  @Test
  void whatFailedCanBePutBackUnlessTheJobWasCancelled() {
    assertThat(of(false).next())
        .containsExactly("to run what failed again: windhover retry --dir state");
    assertThat(of(true).next()).isEmpty();
    assertThat(of(true).lines().get(0))
        .isEqualTo("sweep: failed after 10ms: 1 succeeded, 1 failed, 3 cancelled");
  }

  @Test
  void whatWasRentedIsSaidWithWhatItCostAndWhatIsLeft() {
    var rented =
        new RentedTotals(
            12_000_000, OptionalLong.of(48_000_000), 5, 2, 1, List.of("wh-1a2b3c4d-3-00"));
    var summary =
        new RunSummary(
            outcome(false, Optional.of(rented)),
            "windhover",
            "windhover run sweep.yaml --cloud here.yaml --resume",
            Optional.of(Path.of("here.yaml")));

    assertThat(summary.lines())
        .contains(
            "cost: $0.0120; on-demand machines alone would have cost $0.0480 (75% less)",
            "5 machines rented, 2 hibernated, 1 lost");
    assertThat(summary.next())
        .startsWith(
            "may still be charged for: wh-1a2b3c4d-3-00",
            "to end them: windhover cloud sweep here.yaml");
  }
}
