package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.OldState;
import io.windhover.app.command.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that an earlier build began, and that was killed then, read and ended by this one. */
final class OldRunIT {
  @TempDir private Path folder;

  /** Where it was begun: in a folder that every machine has. */
  private Path job;

  private Program program;

  @BeforeEach
  void setUp() throws IOException {
    program = new Program(folder);
    job = Files.createTempFile(Path.of("/tmp"), "windhover-old", ".yaml");
  }

  @AfterEach
  void tearDown() throws IOException {
    Files.delete(job);
  }

  static List<String> forms() throws IOException {
    return OldState.forms();
  }

  private void copy(String form) throws IOException {
    OldState.copy(OldState.of(form, "run"), folder.resolve("run"));
    Files.copy(OldState.of(form, "run.yaml"), job, StandardCopyOption.REPLACE_EXISTING);
  }

  private Ended say(String command, String... more) throws Exception {
    String[] words = new String[more.length + 3];
    words[0] = command;
    System.arraycopy(more, 0, words, 1, more.length);
    words[more.length + 1] = "--dir";
    words[more.length + 2] = "run";
    return program.run(words);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void itsStatusItsLogsAndItsReasonsAreRead(String form) throws Exception {
    copy(form);
    Ended status = say("status", "--json");
    assertThat(status.err()).isEmpty();
    for (String member :
        List.of("\"succeeded\":7", "\"failed\":1", "\"skipped\":2", "\"waiting\":2")) {
      assertThat(status.out()).contains(member);
    }
    assertThat(say("logs", "bad", "--err").out()).isEqualTo("no\n");
    assertThat(say("logs", "point/4").out()).isEqualTo("point 4 fast\n");
    assertThat(say("explain").exit()).isZero();
    Ended earlier = program.run("status", "--dir", "run/earlier/1");
    assertThat(earlier.out()).contains("cancelled").contains("4 tasks");
  }

  @ParameterizedTest
  @MethodSource("forms")
  void replayDecidesAsItDidThen(String form) throws Exception {
    copy(form);
    Ended replayed = say("replay");
    assertThat(replayed.exit()).as(replayed.out() + replayed.err()).isZero();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void resumedItRunsWhatWasLeftAndNothingAgain(String form) throws Exception {
    copy(form);
    Ended resumed =
        say("run", job.toString(), "--resume", "--keep-going", "--workers", "2", "--json");
    assertThat(resumed.exit()).as(resumed.err()).isEqualTo(1);
    assertThat(resumed.json("succeeded")).isEqualTo("11");
    assertThat(resumed.json("failures")).contains("\"task\":\"bad\"").contains("\"exit\":3");
    assertThat(say("logs", "slow/1").out()).isEqualTo("slow 1\n");
    assertThat(say("logs", "merge").out()).isEqualTo("merged\n");
    assertThat(folder.resolve("run/logs/point/0/4.2.out")).doesNotExist();
    Ended replayed = say("replay");
    assertThat(replayed.exit()).as(replayed.out() + replayed.err()).isZero();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void whatFailedThenIsPutBackNow(String form) throws Exception {
    copy(form);
    assertThat(say("retry").exit()).isZero();
    Ended status = say("status", "--json");
    assertThat(status.out()).contains("\"failed\":0").contains("\"skipped\":0");
  }
}
