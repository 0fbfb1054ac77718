package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Call;
import io.windhover.app.command.Program.Ended;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example of Slurm pilots, on a real Slurm. */
@Tag("clouds")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class SlurmPilotsIT {
  private static final CloudExample EXAMPLE = new CloudExample("slurm");

  @TempDir private Path folder;
  private Program program;
  private SlurmHere slurm;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void setUp() throws Exception {
    slurm = new SlurmHere(folder.resolve("slurm"));
    program = new Program(folder);
    environment.putAll(slurm.environment());
    environment.put("WINDHOVER_JAVA", CloudExample.JAVA);
    EXAMPLE.write(program, EXAMPLE.settings(), 2, 6);
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    try {
      assertThat(slurm.jobs()).isEmpty();
    } finally {
      slurm.close();
    }
  }

  private Ended windhover(String... arguments) throws IOException, InterruptedException {
    return program.start(environment, arguments).await();
  }

  /** What the hook says of the machines, with another time before the end for its notice. */
  private String survey(int noticeMinutes) throws IOException, InterruptedException {
    String settings = EXAMPLE.settings();
    Path other =
        program.write(
            "other.json",
            settings.replace("\"noticeMinutes\": 5", "\"noticeMinutes\": " + noticeMinutes));
    String question =
        "{\"version\": 1, \"verb\": \"survey\", \"mark\": \"wh-\", \"dir\": \"%s\"}"
            .formatted(folder);
    return slurm.run(
        "sh",
        "-c",
        "echo '%s' | /usr/bin/python3 '%s' '%s' survey"
            .formatted(question, EXAMPLE.script(), other));
  }

  @Test
  void aBagRunsOnPilotsOneOfWhichIsSuspendedForAWhile() throws Exception {
    Ended check = windhover("cloud", "check", "cloud.yaml");
    assertThat(check.out()).as(check.err()).contains("1 offer").contains("manager: found");

    Call call = program.start(environment, "run", "job.yaml", "--cloud", "cloud.yaml", "--json");
    program.awaitLines("ran", 1);
    String pilot = slurm.jobs().get(0);
    assertThat(survey(5)).contains("\"state\": \"running\"").doesNotContain("notice");
    assertThat(survey(61)).containsPattern("\"notice\": \\{\"at\": [0-9]+, \"what\": \"end\"}");
    slurm.run("scontrol", "suspend", pilot);
    assertThat(survey(5)).contains("\"state\": \"hibernated\"");
    call.awaitSaid("1 frozen");
    slurm.run("scontrol", "resume", pilot);
    Ended ended = call.await();

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.out())
        .contains("\"hibernated\":1")
        .contains("\"left\":0}")
        .contains("\"kept\":true");
    assertThat(program.lines("ran")).contains("0", "1", "2", "3", "4", "5");
    assertThat(windhover("cloud", "sweep", "cloud.yaml", "--yes").out())
        .isEqualTo("nothing of yours is rented there\n");
  }

  /** The pilots of a run that was killed are ended by the sweep, also those that still wait. */
  @Test
  void aSweepEndsThePilotsOfARunThatWasKilled() throws Exception {
    Call call = program.start(environment, "run", "job.yaml", "--cloud", "cloud.yaml");
    program.awaitLines("ran", 1);
    call.signal("KILL");
    call.await();
    assertThat(slurm.jobs()).isNotEmpty();

    Ended sweep = windhover("cloud", "sweep", "cloud.yaml", "--yes");

    assertThat(sweep.exit()).as(sweep.err()).isZero();
    assertThat(sweep.out()).matches("ended [12] machines?\n");
  }
}
