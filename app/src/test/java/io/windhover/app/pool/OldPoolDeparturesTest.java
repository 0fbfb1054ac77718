package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.OldState;
import io.windhover.app.Typed;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.core.step.Job;
import io.windhover.core.step.Scheduler;
import io.windhover.manager.JobList;
import io.windhover.manager.Keeping;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerSettings;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.manager.Recovery;
import io.windhover.store.SqliteStore;
import io.windhover.store.StateLayout;
import io.windhover.wire.InProcessWire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The state of an older pool is taken up; its finished jobs leave and can still be looked at. */
final class OldPoolDeparturesTest {
  @TempDir private Path folder;

  static List<String> forms() throws IOException {
    return OldState.forms();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void itsFinishedJobsLeave(String form) throws IOException {
    Path state = OldState.copy(OldState.of(form, "pool"), folder.resolve("state"));
    Path database = new StateLayout(state).database();
    assertThat(Files.exists(database)).isTrue();
    List<JobProgress> before;
    try (OpenRun run = OpenRun.open(state)) {
      before = run.jobs(false).all();
    }
    try (SqliteStore store = SqliteStore.open(database)) {
      Scheduler scheduler = Recovery.load(store, RecordedPolicy.of(store).make());
      var settings =
          ManagerSettings.POOL.keeping(new Keeping(0, 0, Long.MAX_VALUE, Long.MAX_VALUE), 20_000);
      var manager = new Manager(scheduler, store, settings, (batch, decision) -> {});
      long nowMillis = scheduler.world().nowMillis() + 1_000;
      manager.start(new InProcessWire(manager), nowMillis);
      manager.turn(nowMillis);
      assertThat(manager.world().jobs()).map(Job::id).containsExactly(5);
      assertThat(JobList.of(manager.world(), store).all())
          .map(JobProgress::succeeded)
          .isEqualTo(before.stream().map(JobProgress::succeeded).toList());
      manager.close(nowMillis);
    }
    String dir = state.toString();
    assertThat(Typed.here("status", "--dir", dir, "1").out()).contains("failed");
    assertThat(Typed.here("tasks", "--dir", dir, "2").out().lines()).hasSizeGreaterThan(3);
    Typed replay = Typed.here("replay", dir);
    assertThat(replay.out()).as(replay.err()).contains("every decision equal");
  }
}
