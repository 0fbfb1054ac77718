package io.windhover.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.capacity.Sighting;
import io.windhover.capacity.Sighting.State;
import io.windhover.capacity.SourceFailure;
import io.windhover.host.HeldFolder;
import io.windhover.host.Holder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A cloud as a process of its own: it outlives managers, and what it leaves behind is ended. */
@Timeout(120)
final class CloudProcessTest {
  private static final long PATIENCE_MILLIS = 30_000;

  @TempDir private Path home;
  private Path folder;
  private Door door;

  @BeforeEach
  void open() {
    folder = home.resolve("cloud");
    door = new Door();
  }

  @AfterEach
  void close() throws Exception {
    try (LocalSource source = source(Level.BEST, 60_000)) {
      source.endCloud();
    }
    until("it is gone", () -> holder().isEmpty());
    door.close();
    if (Files.exists(folder.resolve("id"))) {
      assertThat(CloudHere.processes(folder)).isEmpty();
    }
  }

  private LocalSource source(Level level, long idleMillis) {
    return CloudProgram.source(
        folder,
        door.address().getPort(),
        CloudProgram.command("cloud", folder.toString(), level.name(), Long.toString(idleMillis)));
  }

  private Optional<Holder> holder() {
    try {
      return Files.exists(folder) ? HeldFolder.holder(folder) : Optional.empty();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void until(String what, java.util.function.BooleanSupplier condition) {
    assertThat(CloudHere.becomes(condition, PATIENCE_MILLIS)).as(what).isTrue();
  }

  private static Sighting only(LocalSource source) {
    try {
      List<Sighting> all = source.survey();
      assertThat(all).hasSize(1);
      return all.get(0);
    } catch (SourceFailure e) {
      throw new AssertionError(e);
    }
  }

  private void kill() {
    ProcessHandle cloud = ProcessHandle.of(holder().orElseThrow().pid()).orElseThrow();
    cloud.destroyForcibly();
    until("the cloud's process is gone", () -> holder().isEmpty());
  }

  @Test
  void aManagerThatWasKilledFindsItsMachinesAgain() throws Exception {
    Process manager =
        new ProcessBuilder(
                CloudProgram.command(
                    "manager", folder.toString(), Integer.toString(door.address().getPort())))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var out =
        new BufferedReader(
            new InputStreamReader(manager.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(out.readLine()).isEqualTo("rented");
    }
    manager.destroyForcibly().waitFor();
    try (LocalSource again = source(Level.BEST, 60_000)) {
      until("it runs", () -> only(again).state() == State.RUNNING);
      until("it has dialled in", () -> !door.lines.isEmpty());
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
          .isEqualTo("rwx------");
      again.release(CloudHere.lease(1));
      assertThat(only(again).state()).isEqualTo(State.ENDED);
      assertThat(CloudHere.processes(folder)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SIGNALS", "BEST"})
  void whatAKilledCloudLeftBehindEndsWithTheNext(Level level) throws Exception {
    try (LocalSource source = source(level, 60_000)) {
      source.ask(CloudHere.order(1, "small"));
      until("it has dialled in", () -> !door.lines.isEmpty());
      Sighting before = only(source);
      kill();
      assertThat(CloudHere.processes(folder)).as("machines run on").isNotEmpty();

      Sighting ended = only(source);
      assertThat(CloudHere.processes(folder)).isEmpty();
      assertThat(ended.state()).isEqualTo(State.ENDED);
      assertThat(ended.why()).isEqualTo("the cloud was killed");
      assertThat(ended.sinceMillis()).isEqualTo(before.sinceMillis());
      assertThat(ended.chargedNanos())
          .as("10,000 nano-dollars a ms, until the next cloud ended it")
          .isEqualTo((ended.changedAtMillis() - ended.sinceMillis()) * 10_000);
      source.ask(CloudHere.order(1, "small")); // A late copy of the first call.
      assertThat(only(source)).isEqualTo(ended);
      kill();
      assertThat(only(source)).as("the record is the same after another death").isEqualTo(ended);
    }
  }

  @Test
  void nobodyNeedsItSoItEnds() throws Exception {
    try (LocalSource source = source(Level.SIGNALS, 200)) {
      assertThat(source.offers()).isEqualTo(CloudHere.OFFERS);
      assertThat(source.level()).startsWith("signals: as was asked for; SIGSTOP");
      assertThat(source.clock().factor()).isEqualTo(10);
    }
    until("it ends by itself", () -> holder().isEmpty());
  }

  @Test
  void aSignalEndsItWithAllItsMachines() throws Exception {
    try (LocalSource source = source(Level.SIGNALS, 60_000)) {
      source.ask(CloudHere.order(1, "small"));
      until("it has dialled in", () -> !door.lines.isEmpty());
      ProcessHandle.of(holder().orElseThrow().pid()).orElseThrow().destroy();
      until("it ends", () -> holder().isEmpty());
      assertThat(CloudHere.processes(folder)).isEmpty();
      assertThat(only(source).why()).isEqualTo("the cloud was shut down");
    }
  }

  @Test
  void aCloudThatCannotStartSaysWhy() {
    try (LocalSource source =
        CloudProgram.source(folder, 1, List.of("sh", "-c", "echo no clouds today; exit 3"))) {
      assertThatThrownBy(source::offers)
          .isInstanceOf(SourceFailure.class)
          .hasMessageContaining("no clouds today");
    }
    try (LocalSource source = CloudProgram.source(folder, 1, List.of("/no/such/program"))) {
      assertThatThrownBy(source::survey)
          .isInstanceOf(SourceFailure.class)
          .hasMessageContaining("/no/such/program");
    }
  }

  @Test
  void aNameThatIsTooLongIsSaid() {
    Path deep = home.resolve("a".repeat(100));
    try (LocalSource source = CloudProgram.source(deep, 1, List.of("true"))) {
      assertThatThrownBy(source::survey)
          .isInstanceOf(SourceFailure.class)
          .hasMessageContaining("the name is too long for a socket");
    }
  }
}
