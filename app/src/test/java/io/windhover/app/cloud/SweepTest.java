package io.windhover.app.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.local.LocalRun;
import io.windhover.app.local.RunOutcome;
import io.windhover.capacity.LeaseOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a run that ended at once has left is named, and swept; what others rent is not. */
@Timeout(120)
class SweepTest {
  private static final String JOB =
      "name: bag\ndeadline: 10m\ntasks: [{name: t, command: sleep 60, runtime: 60s}]\n";

  @TempDir private Path folder;

  @Test
  void aSecondInterruptLeavesMachinesThatASweepEnds() throws Exception {
    var stage = new CloudRunStage(folder, CloudRunStage.CLOUD);
    LocalRun run = stage.run(JOB, false);
    var outcome = CompletableFuture.supplyAsync(run::run);
    while (stage.machines().isEmpty()) {
      Thread.sleep(20);
    }
    var others = new ProcessSource(stage.cloud(), start());
    others.ask(new LeaseOrder("wh-00000000-1-00", 1, "small/spot", "secret"));

    run.interrupt(1);
    run.interrupt(2);
    RunOutcome stopped = outcome.get(60, TimeUnit.SECONDS);
    List<String> left = stopped.rented().orElseThrow().left();
    try (var sweep = new Sweep(stage.cloud(), ProcessSource::open)) {
      List<Sweep.Found> found = sweep.found();
      assertThat(found).extracting(Sweep.Found::lease).isSubsetOf(left);
      assertThat(found).allMatch(f -> f.run().equals(folder.resolve("state")));
      assertThat(sweep.end(found, 20_000)).isEmpty();
      assertThat(sweep.found()).isEmpty();
    } finally {
      assertThat(stage.machines().stream().filter(ProcessSource.Rented::isAlive))
          .extracting(ProcessSource.Rented::lease)
          .containsExactly("wh-00000000-1-00");
      others.release("wh-00000000-1-00");
    }
  }

  /** For a machine that dials nobody. */
  private static SourceMaker.Use start() {
    var nowhere = new MachineStart("127.0.0.1", 1, "0".repeat(64), "pin", 60_000);
    return new SourceMaker.Use("wh-00000000-", Optional.of(nowhere), answer -> {});
  }
}
