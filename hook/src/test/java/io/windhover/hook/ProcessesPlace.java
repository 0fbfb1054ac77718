package io.windhover.hook;

import io.windhover.capacity.Sighting;
import io.windhover.capacity.Sighting.State;
import io.windhover.capacity.Source;
import io.windhover.capacity.SourceFailure;
import io.windhover.capacity.testkit.MachinePlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The example hook whose machines are processes; each writes down what it would say first. */
final class ProcessesPlace implements MachinePlace {
  private static final long LONG_MILLIS_MAX = 20_000;
  private static final long QUIET_MILLIS = 60;
  private static final long LOOK_MILLIS = 10;

  private final Path folder;
  private final Path dialled;
  private final Path worker;
  private final Source watcher;

  ProcessesPlace(Path folder) throws IOException {
    this.folder = folder;
    this.dialled = Files.createFile(folder.resolve("dialled"));
    this.worker =
        script(
            folder.resolve("worker"),
            """
            #!/bin/sh
            echo "$WINDHOVER_LEASE $(cat "$WINDHOVER_JOIN_SECRET_FILE")" >>'%s'
            exec sleep 1000
            """
                .formatted(dialled));
    Files.createFile(folder.resolve("worker.jar"));
    this.watcher = open("wh-");
  }

  static Path script(Path file, String text) throws IOException {
    Files.writeString(file, text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Override
  public Source open(String mark) {
    String empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    var contact =
        new ManagerContact(
            "https://127.0.0.1:1", "f", "p", 60, folder.resolve("worker.jar"), empty);
    Path hook = Path.of(System.getProperty("windhover.root"), "examples/clouds/processes.py");
    var settings =
        new HookSettings(
            List.of("env", "WINDHOVER_JAVA=" + worker, "/usr/bin/python3", hook.toString()),
            folder,
            20_000,
            folder.resolve("hook"),
            mark,
            Optional.of(contact));
    try {
      return new HookSource(settings, System::currentTimeMillis);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<DialIn> dialledIn() {
    try {
      return Files.readAllLines(dialled).stream()
          .map(line -> line.split(" ", 2))
          .map(words -> new DialIn(words[0], words[1]))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Long enough is when every machine that is up has dialled in, and a little longer. */
  @Override
  public boolean until(BooleanSupplier condition) {
    boolean holds = becomes(() -> condition.getAsBoolean() || isQuiet(), LONG_MILLIS_MAX);
    return holds && becomes(condition, QUIET_MILLIS);
  }

  private static boolean becomes(BooleanSupplier condition, long millisMax) {
    long untilNanos = System.nanoTime() + millisMax * 1_000_000;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > untilNanos) {
        return false;
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    return true;
  }

  private List<Sighting> survey() {
    try {
      return watcher.survey();
    } catch (SourceFailure e) {
      throw new AssertionError(e);
    }
  }

  private boolean isQuiet() {
    List<DialIn> there = dialledIn();
    return survey().stream()
        .filter(seen -> seen.state() == State.RUNNING)
        .allMatch(seen -> there.stream().anyMatch(d -> d.lease().equals(seen.lease())));
  }

  @Override
  public void close() {
    for (Sighting seen : survey()) {
      try {
        watcher.release(seen.lease());
      } catch (SourceFailure e) {
        throw new AssertionError(e);
      }
    }
    watcher.close();
  }
}
