package io.windhover.worker;

import static io.windhover.worker.Orders.env;
import static io.windhover.worker.Orders.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.host.ProcessTable;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What can only be seen in a JVM with another locale, a small heap, or a sudden death. */
final class OtherJvmTest {
  private static final String ODD = "äöü 漢字 😀 'quoted'";

  @TempDir private Path folder;

  /** Runs one command, prints how it ended. Arguments: folder, which command. */
  static final class Main {
    private Main() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws IOException {
      Path folder = Path.of(args[0]);
      Recorder heard = new Recorder();
      ProcessSettings settings = ProcessSettings.in(folder.resolve("state"), false);
      try (LocalProcesses processes = new LocalProcesses(settings, heard, n -> {})) {
        processes.start(command(args[1], folder));
        heard.start();
        System.out.println(heard.end().ending());
      }
      System.out.println(Runtime.getRuntime().totalMemory() >> 20);
    }

    private static Order command(String which, Path folder) {
      return switch (which) {
        case "odd" -> {
          String quoted = ODD.replace("'", "'\\''");
          String line = "printf '%s|%s|%s' '" + quoted + "' \"$ODD\" \"$0\"";
          yield env(Map.of("ODD", ODD), order(1, line, folder));
        }
        case "gigabyte" -> order(1, "head -c 1000000000 /dev/zero", folder);
        case "endless" -> order(1, "sleep 1000 & echo $! > child; echo $$ > pid; wait", folder);
        default -> throw new IllegalArgumentException(which);
      };
    }
  }

  private String run(Map<String, String> env, List<String> flags, String which) throws Exception {
    return OtherJvm.output(OtherJvm.start(env, flags, Main.class, folder.toString(), which));
  }

  private Path out() {
    return folder.resolve("state/logs/point/0/1.1.out");
  }

  @Test
  void unicodeSurvivesThePosixLocale() throws Exception {
    for (List<String> flags :
        List.of(List.<String>of(), List.of("-Dfile.encoding=UTF-8", "-Dsun.jnu.encoding=UTF-8"))) {
      String printed = run(Map.of("LC_ALL", "C", "LANG", "C"), flags, "odd");
      assertThat(printed).startsWith("Exited[code=0]").endsWith("exit 0");
      assertThat(Awaiting.read(out())).isEqualTo(ODD + "|" + ODD + "|sh");
      Files.delete(out());
    }
  }

  @Test
  void aGigabyteOfOutputDoesNotTouchTheHeap() throws Exception {
    String printed = run(Map.of(), List.of("-Xmx16m"), "gigabyte");
    assertThat(printed).startsWith("Exited[code=0]").endsWith("exit 0");
    assertThat(Files.size(out())).isEqualTo(1_000_000_000);
    Files.delete(out());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whatAKilledJvmLeftRunningIsEndedByTheNext() throws Exception {
    Process jvm = OtherJvm.start(Map.of(), List.of(), Main.class, folder.toString(), "endless");
    ProcessHandle command = Awaiting.process(folder.resolve("pid"));
    ProcessHandle child = Awaiting.process(folder.resolve("child"));
    jvm.destroyForcibly().waitFor();
    assertThat(ProcessTable.lives(command)).isTrue();
    assertThat(Leftovers.end(folder.resolve("state"), Duration.ofMinutes(1)))
        .isEqualTo(new Leftovers.Ended(2, 0));
    assertThat(List.of(command, child)).noneMatch(ProcessTable::lives);
  }

  /** Ends leftovers, prints how many. Argument: the state folder. */
  static final class Ender {
    private Ender() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws IOException {
      System.out.println(Leftovers.end(Path.of(args[0]), Duration.ofMinutes(1)));
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whoEndsLeftoversSparesItselfAndItsAncestorsThoughTheyCarryTheMark() throws Exception {
    Path state = folder.resolve("state");
    Recorder heard = new Recorder();
    String java =
        "'" + String.join("' '", OtherJvm.command(List.of(), Ender.class, state.toString())) + "'";
    String command = "sleep 1000 & " + java + "; kill -0 $! 2>/dev/null || echo ended; exit 9";
    try (LocalProcesses processes =
        new LocalProcesses(ProcessSettings.in(state, false), heard, notice -> {})) {
      processes.start(order(1, command, folder));
      assertThat(heard.end().ending()).isEqualTo(new Ending.Exited(9));
    }
    assertThat(out()).hasContent("Ended[ended=1, left=0]\nended");
  }
}
