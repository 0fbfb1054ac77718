package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Call;
import io.windhover.app.command.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reproduction that takes over an hour, killed on its way. */
final class KilledReproductionIT {
  private static final Pattern FILE = Pattern.compile("keeps its runs in (\\S+);");

  @TempDir private Path folder;
  private Program program;
  private final List<Call> calls = new ArrayList<>();

  @BeforeEach
  void setUp() {
    program = new Program(folder);
  }

  @AfterEach
  void nothingGoesOnForAnHour() {
    calls.forEach(call -> call.process().destroyForcibly());
  }

  private Call start(String... command) throws IOException {
    calls.add(program.start(Map.of(), command));
    return calls.get(calls.size() - 1);
  }

  @Test
  void startedAgainItGoesOnFromTheRunsThatItKept() throws Exception {
    String[] command = {"reproduce", "scs", "--long", "--seeds", "1", "--out", "results"};
    Call first = start(command);
    String file = fileOf(first);
    program.awaitLines(file, 2);

    Ended beside = start(command).await();
    assertThat(beside.exit()).isEqualTo(2);
    assertThat(beside.err())
        .contains("--out: " + file + " cannot be written: another process writes to it");

    first.signal("KILL");
    first.await();
    List<String> kept = program.lines(file);
    boolean cut = !Files.readString(folder.resolve(file)).endsWith("\n");
    int whole = cut ? kept.size() - 1 : kept.size();

    Call second = start(command);
    program.awaitLines(file, kept.size() + 1);
    second.signal("TERM");
    assertThat(second.await().err())
        .startsWith("scs: goes on from the %d runs in %s%n".formatted(whole, file));
    assertThat(program.lines(file).subList(0, whole)).isEqualTo(kept.subList(0, whole));
    assertThat(program.lines(file))
        .extracting(line -> line.split("\t", 2)[0])
        .doesNotHaveDuplicates();
  }

  private static String fileOf(Call call) throws Exception {
    for (int tries = 0; tries < 3_000 && call.process().isAlive(); tries++) {
      Matcher found = FILE.matcher(Files.readString(call.err()));
      if (found.find()) {
        return found.group(1);
      }
      Thread.sleep(20); // Nothing tells of a line in a file.
    }
    throw new AssertionError("no file named: " + Files.readString(call.err()));
  }
}
