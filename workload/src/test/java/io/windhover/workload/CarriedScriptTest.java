package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batch scripts run from their commands alone; no file of theirs is anywhere. */
final class CarriedScriptTest {
  @TempDir private Path folder;
  private Path temporary;

  @BeforeEach
  void aPlaceForTemporaryFiles() throws Exception {
    temporary = Files.createDirectory(folder.resolve("tmp"));
  }

  private ScriptRun.Ended run(int index, String text) throws Exception {
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    JobFile job = JobFileReader.read("fit.sh", in, folder);
    var env =
        Map.of(
            "TMPDIR",
            temporary.toString(),
            "SLURM_ARRAY_TASK_ID",
            Integer.toString(index),
            "WINDHOVER_JOB_ID",
            "37");
    return ScriptRun.of(job, index, folder, env);
  }

  @Test
  void theArraysOwnValueIsTheTasks() throws Exception {
    String script = "#!/bin/sh\n#SBATCH -a %s\necho $SLURM_ARRAY_TASK_ID\n";

    assertThat(run(7, script.formatted("0-9")).output()).isEqualTo("7\n");
    assertThat(run(7, script.formatted("1-99:2")).output()).isEqualTo("15\n");
    assertThat(run(0, script.formatted("1,3,5-7,100")).output()).isEqualTo("1\n");
    assertThat(run(4, script.formatted("1,3,5-7,100")).output()).isEqualTo("7\n");
    assertThat(run(5, script.formatted("1,3,5-7,100")).output()).isEqualTo("100\n");
  }

  @Test
  void aScriptWithoutAnArrayHasNoValue() throws Exception {
    assertThat(run(0, "#!/bin/sh\necho \"${SLURM_ARRAY_TASK_ID-none}\"\n").output())
        .isEqualTo("none\n");
  }

  @Test
  void theVariablesOfSlurmAreThere() throws Exception {
    String script =
        """
        #!/bin/sh
        #SBATCH --array=2-8:3 --cpus-per-task=2 --mem=100 --job-name=fit
        echo $SLURM_ARRAY_JOB_ID $SLURM_ARRAY_TASK_MIN $SLURM_ARRAY_TASK_MAX
        echo $SLURM_ARRAY_TASK_COUNT $SLURM_ARRAY_TASK_STEP $SLURM_CPUS_PER_TASK
        echo $SLURM_JOB_NAME $SLURM_MEM_PER_NODE $SLURM_SUBMIT_DIR
        test "$SLURM_JOB_ID" -gt 0 && echo numbered
        """;

    assertThat(run(1, script).output())
        .isEqualTo("37 2 8\n3 3 2\nfit 100 " + folder + "\nnumbered\n");
  }

  @Test
  void nothingInTheScriptIsChanged() throws Exception {
    String script =
        """
        #!/bin/sh
        printf '%s\\n' 'single "double" {index} $HOME' "it's {index}" '%d \\n \\\\'
        cat <<'END'
        {index} '' ' $(date) `date` \\ ümläut ∀ 漢字 🪶
        END
        cat "$0"
        """;

    assertThat(run(3, script).output())
        .isEqualTo(
            """
            single "double" {index} $HOME
            it's {index}
            %d \\n \\\\
            {index} '' ' $(date) `date` \\ ümläut ∀ 漢字 🪶
            """
                + script);
  }

  @Test
  void theFirstLineSaysWhatRunsIt() throws Exception {
    assertThat(run(0, "#!/bin/bash\necho ${BASH_VERSION:+bash}\n").output()).isEqualTo("bash\n");
    assertThat(run(0, "#!/usr/bin/env bash\nset -u\necho ${0##*/}\n").output())
        .startsWith("windhover.");
    assertThat(run(0, "#!/bin/sh -e\nfalse\necho not reached\n"))
        .isEqualTo(new ScriptRun.Ended(1, ""));
    assertThat(run(0, "#!/usr/bin/awk -f\nBEGIN { print \"{index}\" }\n").output())
        .isEqualTo("{index}\n");
    assertThat(run(0, "#!/no/such/program\n").exit()).isEqualTo(127);
  }

  @Test
  void theExitCodeIsTheScriptsAndNothingIsLeftBehind() throws Exception {
    assertThat(run(0, "#!/bin/sh\nexit 7\n").exit()).isEqualTo(7);
    assertThat(run(0, "#!/bin/sh\nkill -TERM $PPID\nsleep 0.1\n").exit()).isEqualTo(143);
    try (var left = Files.list(temporary)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void itRunsWhereItAskedToAndItsInputIsItsOwn() throws Exception {
    Files.createDirectory(folder.resolve("a b"));

    assertThat(run(0, "#!/bin/sh\n#SBATCH --chdir='a b'\npwd\ncat\necho end\n").output())
        .isEqualTo(folder.toRealPath().resolve("a b") + "\nend\n");
    assertThat(run(0, "#!/bin/sh\n#SBATCH -D none\necho not reached\n").exit()).isEqualTo(1);
  }
}
