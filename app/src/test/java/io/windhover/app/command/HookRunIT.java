package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Call;
import io.windhover.app.command.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole program with machines that a script rents, and with scripts that misbehave. */
final class HookRunIT {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("windhover.root"), "examples", "clouds");

  @TempDir private Path folder;
  private Program program;

  @BeforeEach
  void setUp() throws Exception {
    program = new Program(folder);
    Files.copy(EXAMPLES.resolve("processes.py"), folder.resolve("processes.py"));
    program.write("cloud.yaml", cloud("[/usr/bin/python3, ./processes.py]"));
    program.write(
        "job.yaml",
        """
        name: bag
        deadline: 10m
        tasks: [{name: t, count: 6, command: 'echo {index} >> %s; sleep 1', runtime: 1s}]
        """
            .formatted(folder.resolve("ran")));
  }

  private static String cloud(String command) {
    return "source: hook\nhook: {command: %s, timeout: 20s, every: 1s}\nlimits: {machines: 2}\n"
        .formatted(command);
  }

  private void script(String name, String text) throws IOException {
    Path file = program.write(name, "#!/bin/sh\n" + text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Of the machines that were ever asked for. */
  private List<Path> machines() throws IOException {
    Path machines = folder.resolve(".windhover/.cloud-cloud/hook/machines");
    if (!Files.exists(machines)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(machines)) {
      return all.toList();
    }
  }

  @AfterEach
  void nothingIsLeftRunning() throws Exception {
    for (Path machine : machines()) {
      String pid = Files.readString(machine.resolve("process")).split(" ", -1)[0];
      assertThat(Program.runs(pid)).as("%s", machine).isFalse();
    }
  }

  @Test
  void aBagIsDoneOnMachinesOfAScript() throws Exception {
    Ended check = program.run("cloud", "check", "cloud.yaml");
    assertThat(check.out())
        .as(check.err())
        .contains("cloud cloud, source hook: the hook /usr/bin/python3; 2 offers");
    Ended offers = program.run("cloud", "offers", "cloud.yaml");
    assertThat(offers.out()).contains("process/spot: 1 cores, $0.3600 an hour, up to 3 at once");

    Ended ended = program.run("run", "job.yaml", "--cloud", "cloud.yaml", "--json");

    assertThat(ended.exit()).as(ended.err()).isZero();
    JsonSchemas.checked("run", ended.out());
    assertThat(ended.out()).contains("\"left\":0}").contains("\"kept\":true");
    assertThat(program.lines("ran")).hasSize(6);
    assertThat(machines()).isNotEmpty();
    Ended sweep = program.run("cloud", "sweep", "cloud.yaml", "--yes");
    assertThat(sweep.out()).as(sweep.err()).isEqualTo("nothing of yours is rented there\n");
  }

  /** A manager that is killed cannot give back anything; the sweep can. */
  @Test
  void aSweepEndsWhatAKilledRunHadRented() throws Exception {
    Call call = program.start(Map.of(), "run", "job.yaml", "--cloud", "cloud.yaml");
    program.awaitLines("ran", 1);
    call.signal("KILL");
    call.await();

    Ended sweep = program.run("cloud", "sweep", "cloud.yaml", "--yes");

    assertThat(sweep.exit()).as(sweep.err()).isZero();
    assertThat(sweep.out()).matches("ended [12] machines?\n");
  }

  /** What is said to be given back, and is still there, is given back again. */
  @Test
  void aReleaseThatIsLostIsMadeAgain() throws Exception {
    script(
        "forgets.sh",
        """
        if [ "$1" = release ] && [ ! -e forgotten ]; then
          touch forgotten
          echo '{"version": 1}'
          exit
        fi
        exec /usr/bin/python3 ./processes.py "$1"
        """);
    program.write("cloud.yaml", cloud("[./forgets.sh]"));

    Ended ended = program.run("run", "job.yaml", "--cloud", "cloud.yaml", "--json");

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("\"left\":0}");
    assertThat(folder.resolve("forgotten")).exists();
  }

  /** Its call failed and took effect all the same: the survey finds the machine. */
  @Test
  void anAskWhoseAnswerIsLostRentsOnce() throws Exception {
    script(
        "loses.sh",
        """
        /usr/bin/python3 ./processes.py "$1" >answer || exit
        if [ "$1" = ask ] && [ ! -e lost ]; then
          touch lost
          echo 'the network is down' >&2
          exit 1
        fi
        cat answer
        """);
    program.write("cloud.yaml", cloud("[./loses.sh]"));

    Ended ended = program.run("run", "job.yaml", "--cloud", "cloud.yaml", "--json");

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.err()).contains("hook ./loses.sh ask: exit code 1: the network is down");
    assertThat(ended.out()).contains("\"left\":0}");
    assertThat(program.lines("ran")).hasSize(6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "echo hello | 2 | hook ./bad.sh offers:1: \"hello\" is not JSON; expected one JSON object",
        "true | 2 | hook ./bad.sh offers: printed nothing; expected one JSON object such as",
        "echo '{\"version\": 1}{}' | 2 | hook ./bad.sh offers:1: not JSON: more after its end;",
        "echo no key >&2; exit 1 | 3 | hook ./bad.sh offers: exit code 1: no key",
        "sleep 1000 | 3 | hook ./bad.sh offers: no answer after 1.0 s; it was ended",
      })
  void aHookThatIsNoneIsSaidBeforeAnythingIsRented(String body, int exit, String line)
      throws Exception {
    script("bad.sh", body + "\n");
    program.write("cloud.yaml", cloud("[./bad.sh]").replace("20s", "1s"));

    for (String[] command :
        List.of(
            new String[] {"run", "job.yaml", "--cloud", "cloud.yaml"},
            new String[] {"cloud", "check", "cloud.yaml"})) {
      Ended ended = program.run(command);
      assertThat(ended.err()).startsWith("windhover: cloud cloud: " + line);
      assertThat(ended.exit()).isEqualTo(exit);
    }
    assertThat(folder.resolve(".windhover/bag")).doesNotExist();
  }

  @Test
  void aHookThatIsNotThereIsSaid() throws Exception {
    program.write("cloud.yaml", cloud("[./nowhere.sh]"));

    Ended ended = program.run("run", "job.yaml", "--cloud", "cloud.yaml");

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.err())
        .contains("hook ./nowhere.sh cannot be started")
        .contains("No such file or directory");
  }
}
