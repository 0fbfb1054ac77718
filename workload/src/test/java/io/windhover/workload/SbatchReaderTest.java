package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.model.TaskGroup;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the options of a batch script come to. */
final class SbatchReaderTest {
  private static JobFile read(String text) throws JobFileException {
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    return JobFileReader.read("fit.sh", in, Path.of("/jobs"));
  }

  private static JobFile options(String... lines) throws JobFileException {
    return read("#!/bin/bash\n#SBATCH " + String.join("\n#SBATCH ", lines) + "\n\necho\n");
  }

  private static TaskGroup group(String... lines) throws JobFileException {
    return options(lines).spec().groups().get(0);
  }

  private static void refused(String option, String message) {
    assertThatThrownBy(() -> options("--job-name=fit", option))
        .isInstanceOf(JobFileException.class)
        .hasMessage("fit.sh:3: " + message);
  }

  private static List<String> notes(JobFile job) {
    return job.notes().stream().map(Problem::toString).toList();
  }

  @Test
  void aWholeHeader() throws JobFileException {
    JobFile job =
        read(
            """
            #!/bin/bash -l
            # a remark
            #SBATCH --job-name=fit   # the job's name
            #SBATCH -a 0-9 -c 4
            #SBATCH --time 1-12:30:00 --mem-per-cpu=500M
            ##SBATCH --array=0-99999
            #SBATCH --constraint="linux&python3"

            #SBATCH --export=MODE=fast,LEVEL=3
            echo $SLURM_ARRAY_TASK_ID
            """);
    TaskGroup task = job.spec().groups().get(0);

    assertThat(job.spec().name()).isEqualTo("fit");
    assertThat(job.spec().folder()).isEqualTo("/jobs");
    assertThat(task.name()).isEqualTo("task");
    assertThat(task.kind()).isEqualTo("fit");
    assertThat(task.count()).isEqualTo(10);
    assertThat(task.timeoutMillis()).isEqualTo(131_400_000);
    assertThat(task.need().cores()).isEqualTo(4);
    assertThat(task.need().memoryBytes()).isEqualTo(2_000L << 20);
    assertThat(task.need().requires()).containsExactly("linux", "python3");
    assertThat(task.script().env())
        .containsEntry("MODE", "fast")
        .containsEntry("LEVEL", "3")
        .containsEntry("SLURM_JOB_NAME", "fit")
        .containsEntry("SLURM_CPUS_PER_TASK", "4")
        .containsEntry("SLURM_ARRAY_TASK_MAX", "9")
        .containsEntry("SLURM_MEM_PER_CPU", "500");
    assertThat(notes(job)).isEmpty();
  }

  @Test
  void aScriptWithoutOptionsIsOneTask() throws JobFileException {
    JobFile job = read("#!/bin/sh\necho\n");

    assertThat(job.spec().name()).isEqualTo("fit");
    assertThat(job.spec().taskCount()).isEqualTo(1);
    assertThat(job.spec().groups().get(0).timeoutMillis()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "30, 1800",
    "10:30, 630",
    "2:00:00, 7200",
    "1-12, 129600",
    "1-12:30, 131400",
    "0-0:0:5, 5",
    "0, 0",
    "UNLIMITED, 0",
    "90:00, 5400",
  })
  void everyFormOfATime(String written, long seconds) throws JobFileException {
    assertThat(group("--time=" + written).timeoutMillis()).isEqualTo(seconds * 1_000);
    assertThat(group("-t" + written).timeoutMillis()).isEqualTo(seconds * 1_000);
  }

  @ParameterizedTest
  @CsvSource({
    "512, 536870912",
    "1024K, 1048576",
    "2g, 2147483648",
    "1T, 1099511627776",
    "1GB, 1073741824"
  })
  void everyUnitOfMemory(String written, long bytes) throws JobFileException {
    assertThat(group("--mem=" + written).need().memoryBytes()).isEqualTo(bytes);
  }

  @Test
  void whatHasNoEffectIsSaid() throws JobFileException {
    JobFile job =
        read(
            """
            #!/bin/bash
            #SBATCH --array=1-9:4%2
            #SBATCH -o out.%a -p long
            #SBATCH --mail-type=END
            #SBATCH --export=ALL,A=b --job-name="my fit"
            echo
            #SBATCH --time=5
            """);

    assertThat(job.spec().taskCount()).isEqualTo(3);
    assertThat(job.spec().groups().get(0).parallel()).isEqualTo(2);
    assertThat(notes(job))
        .containsExactly(
            "fit.sh:2: --array: tasks are numbered from 0: SLURM_ARRAY_TASK_ID is 1 in task/0 and 9"
                + " in task/2",
            "fit.sh:3: --output: has no effect here: outputs are kept in the state folder;"
                + " windhover logs shows them",
            "fit.sh:3: --partition: has no effect here: a pool has no such thing; --constraint"
                + " chooses machines",
            "fit.sh:4: --mail-type: has no effect here: no mail is sent",
            "fit.sh:5: --export: ALL has no effect here: tasks have the environment of whoever runs"
                + " them, which in a pool is the worker",
            "fit.sh:5: --job-name: the job is called my-fit here",
            "fit.sh:7: #SBATCH: comes after the first command and has no effect, as in sbatch");
  }

  @Test
  void whatCannotBeDoneIsRefusedByLineAndOption() {
    refused(
        "--ntasks=4",
        "--ntasks: \"4\" cannot be done here, where a task is one process on one"
            + " machine; expected 1 (cores come with --cpus-per-task)");
    refused(
        "-N 2",
        "--nodes: \"2\" cannot be done here, where a task is one process on one"
            + " machine; expected 1 (cores come with --cpus-per-task)");
    refused(
        "--gres=gpu:1",
        "--gres: cannot be counted here; expected --constraint with a label that"
            + " such machines offer");
    refused("-d afterok:17", "--dependency: is for a job file to say; expected it there as after");
    refused(
        "--constraint='a|b'",
        "--constraint: \"a|b\" cannot be asked for here; expected labels,"
            + " all of them needed, like linux&gpu");
    refused("--export=HOME", "--export: \"HOME\" has no value to pass on; expected NAME=value");
    refused(
        "--mem=0",
        "--mem: 0 asks for all the memory of a machine, which nobody can do here;"
            + " expected an amount like 4G");
  }

  @Test
  void whatIsWronglyWrittenIsRefusedByLineAndOption() {
    refused("--aray=0-9", "--aray: is not an option of sbatch; did you mean \"array\"?");
    refused("-y 3", "-y: is not an option of sbatch");
    refused("--array", "--array: has no value; expected one");
    refused("--array=9-1", "--array: \"9-1\" runs backwards; expected the smaller value first");
    refused(
        "--array=0-9%x",
        "--array: \"x\" is not a number; expected a whole one from 1 to" + " 99,999,999");
    refused(
        "--time=1h",
        "--time: \"1h\" is not a time; expected minutes, 10:30 (minutes and"
            + " seconds), 2:00:00, 1-12 (days and hours), 1-12:30 or 1-12:30:00");
    refused(
        "--mem=lots", "--mem: \"lots\" is not an amount of memory; expected one like 500M or 4G");
    refused(
        "-c many",
        "--cpus-per-task: \"many\" is not a number; expected a whole one from 1 to" + " 100,000");
    refused("array=0-9", "#SBATCH: \"array=0-9\" is no option; expected one like --array");
    refused("--job-name='a", "#SBATCH: a quote is not closed; expected another '");
    refused("--requeue=yes", "--requeue: takes no value");
  }

  @Test
  void ofTwoWaysToAskForMemoryOnlyOneGoes() {
    assertThatThrownBy(() -> options("--mem=1G", "--mem-per-cpu=1G"))
        .hasMessage(
            "fit.sh:3: --mem-per-cpu: does not go with the other; expected --mem or"
                + " --mem-per-cpu");
  }

  @Test
  void aScriptNeedsItsInterpreterAndPlainLineEnds() {
    assertThatThrownBy(() -> read("#SBATCH --array=0-9\necho\n"))
        .hasMessage(
            "fit.sh:1: the script names no interpreter; expected a line like #!/bin/sh first");
    assertThatThrownBy(() -> read("#!/bin/sh\n#SBATCH -a 1\r\necho\n"))
        .hasMessageStartingWith("fit.sh:2: carriage returns, as of Windows");
  }

  @Test
  void aScriptThatIsTooLongForACommandIsRefused() {
    assertThatThrownBy(() -> read("#!/bin/sh\n" + "echo 12345\n".repeat(12_000)))
        .hasMessageMatching(
            "fit.sh: the script comes to a command of 132,\\d+ bytes; expected at most 130,971");
  }

  @Test
  void aJobFileMayStillStartWithWindhoversOwnName() throws JobFileException {
    JobFile job = read("#!/usr/bin/env -S windhover run\ntasks: [{name: t, command: echo}]\n");

    assertThat(job.spec().groups().get(0).name()).isEqualTo("t");
  }
}
