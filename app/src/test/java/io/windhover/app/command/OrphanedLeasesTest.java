package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import io.windhover.app.state.OpenRun;
import io.windhover.store.SqliteStore;
import io.windhover.store.StateLayout;
import io.windhover.store.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state with machines that are rented, taken up by a command that cannot end them. */
final class OrphanedLeasesTest {
  @TempDir private Path home;
  private Path state;
  private Path job;

  @BeforeEach
  void somethingIsRented() throws Exception {
    state = home.resolve("state");
    RentedFolder.play(state, RentedFolder.WHILE_FROZEN_MILLIS);
    job = home.resolve("job.yaml");
    Files.writeString(job, "name: sweep\ntasks: [{name: point, command: \"true\"}]\n");
  }

  private long steps() {
    try (Store store = SqliteStore.open(new StateLayout(state).database())) {
      return store.lastSequence();
    }
  }

  private void isRefused(String... words) {
    long before = steps();
    Typed typed = Typed.here(words);
    assertThat(typed.exit()).as(typed.err()).isEqualTo(2);
    assertThat(typed.err().lines()).hasSize(1);
    assertThat(typed.err()).contains("rented (wh-", "nothing here can take them up or end them");
    assertThat(steps()).isEqualTo(before);
  }

  @Test
  void aRunDoesNotGoOnWithIt() {
    isRefused("run", job.toString(), "--dir", state.toString(), "--resume");
  }

  @Test
  void aRunDoesNotMoveItAside() {
    isRefused("run", job.toString(), "--dir", state.toString());
    assertThat(new StateLayout(state).database()).exists();
  }

  @Test
  void aWishIsNotCarriedOutThere() {
    isRefused("cancel", "--dir", state.toString());
  }

  @Test
  void aManagerOfAPoolDoesNotTakeItUp() throws Exception {
    try (Store store = SqliteStore.open(new StateLayout(state).database())) {
      store.put(OpenRun.POOL, "manager.pool");
    }
    Path config = home.resolve("manager.yaml");
    Files.writeString(config, "port: {listen: \"127.0.0.1:7411\"}\nadmins: [alice@pool]\n");
    isRefused("manager", "--config", config.toString(), "--dir", state.toString());
  }
}
