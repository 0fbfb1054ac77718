package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.ExitCode;
import io.windhover.app.local.RunOutcome;
import io.windhover.core.model.Deadline;
import io.windhover.manager.Progress.JobProgress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a run says at its end. */
final class RunSummaryTest {
  private static RunSummary of(boolean cancelledByOwner) {
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
    var outcome =
        new RunOutcome(
            job, List.of(), 10, ExitCode.TASK_FAILED, Path.of("state"), Optional.empty());
    return new RunSummary(outcome, "windhover", "windhover run sweep.yaml --resume");
  }

  @Test
  void whatFailedCanBePutBackUnlessTheJobWasCancelled() {
    assertThat(of(false).next())
        .containsExactly("to run what failed again: windhover retry --dir state");
    assertThat(of(true).next()).isEmpty();
    assertThat(of(true).lines().get(0))
        .isEqualTo("sweep: failed after 10ms: 1 succeeded, 1 failed, 3 cancelled");
  }
}
