package io.windhover.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.capacity.LaunchRefusal;
import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.SourceFailure;
import io.windhover.host.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hooks that hang, print garbage, end badly: one clear line each, and no process is left. */
@Timeout(60)
final class BadHooksTest {
  private static final String OFFERS =
      "{\"version\": 1, \"catalogue\": {\"types\": [{\"name\": \"a\", \"cores\": 1,"
          + " \"prices\": {\"spot\": 1}}]}}";
  private static final LeaseOrder ORDER = new LeaseOrder("wh-1", 1, "a/spot", "the-secret");

  @TempDir private Path folder;

  private HookSource hook(long timeoutMillis, String... lines) throws IOException {
    ProcessesPlace.script(
        folder.resolve("rent.sh"), "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    var contact =
        new ManagerContact("https://h:1", "f", "p", 60, folder.resolve("worker.jar"), "00");
    return new HookSource(
        new HookSettings(
            List.of("./rent.sh"),
            folder,
            timeoutMillis,
            folder.resolve("hook"),
            "wh-",
            Optional.of(contact)),
        () -> 5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "echo hello; echo you | :1: \"hello\" is not JSON; expected one JSON object such as",
        "true | : printed nothing; expected one JSON object such as {\"version\": 1}",
        "echo '  ' | : printed nothing; expected one JSON object",
        "echo '{\"version\": 1' | :2: not JSON: Unexpected end-of-input",
        "echo '[]' | :1: \"[]\" is not JSON; expected one JSON object",
        "echo '{\"version\": 1} {\"version\": 1}' | :1: not JSON: more after its end; expected one",
        "echo '{}' | :1: version: is missing; expected 1",
        "echo '{\"version\": 2}' | :1: version: 2 is out of range; expected a whole number from 1",
        "echo '{\"version\": 1}' | :1: machines: is missing; expected a list, which may be empty",
        "echo '{\"version\": 1, \"machins\": []}' | :1: machins: is not a field of the answer;",
        "echo '{\"version\": 1, \"machines\": 5}' | :1: machines: 5 is not a list",
        "echo '{\"version\": 1, \"machines\": [5]}' | :1: machines[0]: 5 is not an object",
        "printf '\\377' | :1: byte 0xff is not UTF-8; expected UTF-8 text",
      })
  void anAnswerThatIsNoneIsSaidInALine(String script, String line) throws Exception {
    HookSource source = hook(10_000, script);

    assertThatThrownBy(source::survey)
        .hasMessageStartingWith("hook ./rent.sh survey" + line)
        .isInstanceOfSatisfying(
            SourceFailure.class, failure -> assertThat(failure.isBroken()).isTrue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"state\": \"running\" | .lease: is missing; expected the id that was asked for",
        "\"lease\": \"wh-1\" | .state: is missing; expected one of starting, running, hibernated,",
        "\"lease\": \"wh-1\", \"state\": \"up\" | .state: \"up\" is not known; expected one of",
        "\"lease\": \"wh-1\", \"state\": \"running\", \"since\": \"now\" | .since: \"now\" is not"
            + " a",
        "\"lease\": \"wh-1\", \"state\": \"running\", \"since\": 1763470000000 | .since:"
            + " 17634700000",
        "\"lease\": \"wh-1\", \"state\": \"running\", \"frozen\": -1 | .frozen: -1 is negative;",
        "\"lease\": \"wh-1\", \"state\": \"running\", \"notice\": {} | .notice.at: is missing;",
        "\"lease\": \"wh-1\", \"state\": \"running\", \"pid\": 5 | .pid: is not a field of a",
        "\"lease\": \"wh-0\", \"state\": \"running\" | .lease: \"wh-0\" is there twice; expected",
      })
  void aMachineThatIsNoneIsSaidInALine(String fields, String line) throws Exception {
    String first = "{\"lease\": \"wh-0\", \"state\": \"ended\"}";
    HookSource source =
        hook(10_000, "echo '{\"version\": 1, \"machines\": [%s, {%s}]}'".formatted(first, fields));

    assertThatThrownBy(source::survey)
        .isInstanceOf(SourceFailure.class)
        .hasMessageStartingWith("hook ./rent.sh survey:1: machines[1]" + line);
  }

  @Test
  void offersAreACatalogueAndNothingElse() throws Exception {
    assertThatThrownBy(
            hook(10_000, "echo '{\"version\": 1, \"catalogue\": {\"types\": [{}]}}'")::offers)
        .hasMessageContaining("hook ./rent.sh offers:1: catalogue.types[0].name: is missing");
    assertThatThrownBy(
            hook(10_000, "echo '{\"version\": 1, \"catalogue\": {\"market\": \"calm\"}}'")::offers)
        .hasMessageContaining("catalogue.market: means nothing here; leave it out");
  }

  @Test
  void anExitCodeComesWithTheLastThingItSaid() throws Exception {
    assertThatThrownBy(hook(10_000, "echo no >&2; echo credentials >&2; exit 3")::offers)
        .hasMessage("hook ./rent.sh offers: exit code 3: credentials")
        .isInstanceOfSatisfying(
            SourceFailure.class, failure -> assertThat(failure.isBroken()).isFalse());
    assertThatThrownBy(hook(10_000, "exit 1")::offers)
        .hasMessage("hook ./rent.sh offers: exit code 1; it said nothing");
  }

  @Test
  void aHookThatIsNotThereIsSaidAtTheFirstCall() throws Exception {
    HookSource source = hook(10_000);
    Files.delete(folder.resolve("rent.sh"));

    assertThatThrownBy(source::offers)
        .hasMessageMatching("hook ./rent.sh cannot be started: .*No such file or directory")
        .isInstanceOfSatisfying(
            SourceFailure.class, failure -> assertThat(failure.isBroken()).isTrue());
  }

  private void assertNothingRuns() throws IOException {
    for (String pid : Files.readAllLines(folder.resolve("pids"))) {
      assertThat(ProcessHandle.of(Long.parseLong(pid)).filter(ProcessTable::lives)).isEmpty();
    }
  }

  @Test
  void oneThatHangsIsEndedWithAllThatCameOfIt() throws Exception {
    HookSource source =
        hook(500, "setsid sh -c 'echo $$ >>pids; trap \"\" TERM; sleep 1000' &", "sleep 1000");

    assertThatThrownBy(source::survey)
        .hasMessage("hook ./rent.sh survey: no answer after 0.5 s; it was ended; it said nothing");
    assertNothingRuns();
  }

  @Test
  void oneThatPrintsWithoutEndIsEnded() throws Exception {
    HookSource source = hook(30_000, "echo $$ >>pids", "yes 'a lot'");

    assertThatThrownBy(source::survey)
        .hasMessage(
            "hook ./rent.sh survey: more than 4 MB of output; expected one JSON object; it said"
                + " nothing");
    assertNothingRuns();
  }

  /** It may be a machine. */
  @Test
  void whatOneLeavesRunningGoesOnWhateverItHoldsOpen() throws Exception {
    HookSource source =
        hook(
            30_000,
            "sh -c 'echo $$ >>pids; exec sleep 1000' &",
            "while [ ! -s pids ]; do sleep 0.01; done",
            "echo '{\"version\": 1, \"machines\": []}'");

    assertThat(source.survey()).isEmpty();

    long pid = Long.parseLong(Files.readString(folder.resolve("pids")).strip());
    ProcessHandle machine = ProcessHandle.of(pid).orElseThrow();
    assertThat(ProcessTable.lives(machine)).isTrue();
    assertThat(machine.destroyForcibly()).isTrue();
  }

  @Test
  void oneThatFailsLeavesNothingRunning() throws Exception {
    HookSource source =
        hook(
            30_000,
            "if [ $1 = offers ]; then echo '" + OFFERS + "'; exit; fi",
            "sh -c 'echo $$ >>pids; exec sleep 1000' >/dev/null 2>&1 &",
            "while [ ! -s pids ]; do sleep 0.01; done; exit 1");

    assertThatThrownBy(() -> source.ask(ORDER))
        .hasMessage("hook ./rent.sh ask: exit code 1; it said nothing");
    assertNothingRuns();
  }

  @Test
  void theSecretStaysOutOfTheLogWhateverTheHookPrints() throws Exception {
    HookSource source =
        hook(30_000, "if [ $1 = offers ]; then echo '" + OFFERS + "'; exit; fi", "cat >&2; exit 1");

    assertThatThrownBy(() -> source.ask(ORDER)).hasMessageNotContaining("the-secret");
    String log = Files.readString(folder.resolve("hook").resolve(HookLog.NAME));
    assertThat(log).contains("ask wh-1: {\"version\":1,\"verb\":\"ask\"").contains("***");
    assertThat(log).doesNotContain("the-secret");
  }

  @Test
  void theLogIsBounded() throws Exception {
    HookSource source = hook(30_000, "seq 100000 >&2; echo '{\"version\": 1, \"machines\": []}'");

    for (int i = 0; i < 12; i++) {
      assertThat(source.survey()).isEmpty();
    }

    long bytes = Files.size(folder.resolve("hook").resolve(HookLog.NAME));
    assertThat(bytes).isLessThan(2 << 20);
    assertThat(folder.resolve("hook").resolve(HookLog.NAME + ".1")).isNotEmptyFile();
  }

  @Test
  void aRefusalIsNoFailure() throws Exception {
    HookSource source =
        hook(
            30_000,
            "if [ $1 = offers ]; then echo '" + OFFERS + "'; exit; fi",
            "echo '{\"version\": 1, \"refused\": \"no room\"}'");

    assertThatThrownBy(() -> source.ask(ORDER))
        .isInstanceOf(LaunchRefusal.class)
        .hasMessage("no room");
  }
}
