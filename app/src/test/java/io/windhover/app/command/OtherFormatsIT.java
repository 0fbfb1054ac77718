package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of Slurm and Kestrel on the command line. */
final class OtherFormatsIT {
  @TempDir private Path folder;
  private Program program;

  @BeforeEach
  void setUp() {
    program = new Program(folder);
  }

  private String log(String job, int index) throws Exception {
    return Files.readString(
        folder.resolve(".windhover/" + job + "/logs/task/0/" + index + ".1.out"));
  }

  @Test
  void aBatchScriptRunsForEveryValueOfItsArray() throws Exception {
    program.write(
        "fit.sh",
        """
        #!/bin/bash
        #SBATCH --array=5,10-30:10 -J fit
        #SBATCH --partition=long
        printf '%s|' "$SLURM_ARRAY_TASK_ID" "$WINDHOVER_INDEX" '{index}' "${BASH_VERSION:+bash}"
        echo 'ümläut "quoted" $HOME'
        """);

    Ended ended = program.run("run", "fit.sh");

    assertThat(ended.exit()).isZero();
    assertThat(ended.err())
        .contains("note: fit.sh:2: --array: tasks are numbered from 0: SLURM_ARRAY_TASK_ID is 5 in")
        .contains("note: fit.sh:3: --partition: has no effect here");
    assertThat(log("fit", 0)).isEqualTo("5|0|{index}|bash|ümläut \"quoted\" $HOME\n");
    assertThat(log("fit", 3)).isEqualTo("30|3|{index}|bash|ümläut \"quoted\" $HOME\n");
  }

  @Test
  void inAnOldLocaleTheScriptIsStillTheSame() throws Exception {
    program.write("fit.sh", "#!/bin/sh\nprintf '%s\\n' 'ümläut ∀ {index}'\n");

    Ended ended = program.start(Map.of("LC_ALL", "C"), "run", "fit.sh", "--quiet").await();

    assertThat(ended.err()).isEmpty();
    assertThat(ended.exit()).isZero();
    assertThat(log("fit", 0)).isEqualTo("ümläut ∀ {index}\n");
  }

  @Test
  void atItsTimeLimitABatchScriptIsEndedAndLeavesNothingBehind() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    program.write("slow.sh", "#!/bin/sh\n#SBATCH --time=0:01\nsleep 600\n");

    Ended ended = program.start(Map.of("TMPDIR", temporary.toString()), "run", "slow.sh").await();

    assertThat(ended.exit()).isEqualTo(1);
    try (var left = Files.list(temporary)) {
      assertThat(left.filter(file -> file.getFileName().toString().startsWith("windhover.")))
          .isEmpty();
    }
  }

  @Test
  void aJobOfKestrelGetsItsNumberLast() throws Exception {
    program.write(
        "star.job",
        """
        [job]
        queue = 3
        command = printf '%s|' a {index}
        cleanup = echo cleaned >> cleanups
        requires = linux
        """);

    Ended ended = program.run("run", "star.job");

    assertThat(ended.exit()).isZero();
    assertThat(log("star", 2)).isEqualTo("a|{index}|2|");
    assertThat(program.lines("cleanups")).hasSize(3);
  }

  @Test
  void validateSaysWhatTheyHoldAndWhatIsWrong() throws Exception {
    program.write("fit.sh", "#!/bin/sh\n#SBATCH -a 1-4 --mem=1G -c 2 -C linux -o x\necho\n");
    program.write("bad.job", "[job]\nqueue=0\ncomand=a\n");

    Ended good = program.run("validate", "fit.sh");
    assertThat(good.exit()).isZero();
    assertThat(good.out())
        .isEqualTo(
            "fit.sh: job fit, 4 tasks in 1 group, up to 2 cores and 1,073 MB each, requires"
                + " linux\n");
    assertThat(good.err().lines()).hasSize(2).allMatch(line -> line.startsWith("note: fit.sh:2:"));
    assertThat(program.run("validate", "--json", "fit.sh").out())
        .contains("/fit.sh\",\"line\":2,\"field\":\"--output\"");

    Ended bad = program.run("run", "bad.job");
    assertThat(bad.exit()).isEqualTo(2);
    assertThat(bad.err().lines())
        .containsExactly(
            "windhover: bad.job:2: queue: \"0\" is no number of tasks; expected a whole number from"
                + " 1 to 100,000,000",
            "bad.job:3: comand: is not a field of a job; did you mean \"command\"?");
    assertThat(folder.resolve(".windhover")).doesNotExist();
  }
}
