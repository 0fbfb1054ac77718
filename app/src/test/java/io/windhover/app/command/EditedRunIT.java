package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Resuming after the job file was edited, and retrying single tasks, with the real program. */
final class EditedRunIT {
  private static final String BROKEN =
      """
      tasks:
        - {name: point, count: 4, command: 'echo {index} >> ran; test {index} -ne 2'}
        - {name: merge, after: point, command: 'echo merge >> ran'}
      """;

  @TempDir private Path folder;
  private Program program;

  @BeforeEach
  void setUp() throws Exception {
    program = new Program(folder);
    program.write("job.yaml", BROKEN);
  }

  private void edit(String from, String to) throws Exception {
    String text = Files.readString(folder.resolve("job.yaml"));
    assertThat(text).contains(from);
    program.write("job.yaml", text.replace(from, to));
  }

  private Ended resume(String... more) throws Exception {
    String[] words = new String[more.length + 3];
    System.arraycopy(new String[] {"run", "job.yaml", "--resume"}, 0, words, 0, 3);
    System.arraycopy(more, 0, words, 3, more.length);
    return program.run(words);
  }

  @Test
  void onlyWhatHadNotSucceededRunsInItsNewForm() throws Exception {
    assertThat(program.run("run", "job.yaml", "--keep-going").exit()).isEqualTo(1);
    assertThat(program.lines("ran")).containsExactlyInAnyOrder("0", "1", "2", "3");
    edit("test {index} -ne 2", "echo mended {index} >> ran");

    Ended asked = resume();
    assertThat(asked.exit()).isEqualTo(2);
    assertThat(asked.err())
        .contains("point: command: echo {index} >> ran; test {index} -ne 2 -> echo")
        .contains("point: 3 tasks succeeded before and stay, 1 task is to run")
        .contains("merge: 1 task is to run")
        .contains("nothing was run and the edit was not taken up; add --yes");
    assertThat(program.lines("ran")).hasSize(4);

    Ended resumed = resume("--yes", "--json");
    assertThat(resumed.exit()).as(resumed.err()).isZero();
    assertThat(resumed.json("succeeded")).isEqualTo("5");
    assertThat(program.lines("ran").subList(4, 7)).containsExactly("2", "mended 2", "merge");
    assertThat(folder.resolve(".windhover/job/logs/point/0/2.1.err")).exists();
    assertThat(folder.resolve(".windhover/job/logs/point/0/2.2.err")).exists();

    Ended status = program.run("status", "--json");
    assertThat(status.json("state")).isEqualTo("\"done\"");
    assertThat(status.json("succeeded")).isEqualTo("5");
    assertThat(program.run("tasks").out().lines().filter(line -> line.contains("succeeded")))
        .hasSize(5);
    assertThat(program.run("logs", "point/1").exit()).isZero();
    Ended replay = program.run("replay", ".windhover/job");
    assertThat(replay.exit()).as(replay.out() + replay.err()).isZero();
    assertThat(resume().exit()).as("the new form is the run's own now").isZero();
  }

  @Test
  void arraysGrowAndShrinkAndGroupsComeAndGo() throws Exception {
    program.write("job.yaml", "tasks: [{name: a, count: 3, command: 'echo a{index} >> ran'}]");
    assertThat(program.run("run", "job.yaml").exit()).isZero();

    program.write(
        "job.yaml",
        """
        tasks:
          - {name: first, command: 'echo first >> ran'}
          - {name: a, count: 5, after: first, command: 'echo a{index} >> ran'}
        """);
    Ended grown = resume("--yes", "--workers", "1");
    assertThat(grown.exit()).as(grown.err()).isZero();
    assertThat(grown.err()).contains("a: count: 3 -> 5").contains("first: new, 1 task");
    assertThat(program.lines("ran").subList(3, 6)).containsExactly("first", "a3", "a4");
    String rows = program.run("tasks", "--json").out();
    assertThat(rows.split("\"attempts\":1", -1)).as(rows).hasSize(7);

    program.write("job.yaml", "tasks: [{name: a, count: 2, command: 'echo a{index} >> ran'}]");
    Ended shrunk = resume("--yes", "--json");
    assertThat(shrunk.exit()).as(shrunk.err()).isZero();
    assertThat(shrunk.json("tasks")).isEqualTo("2");
    assertThat(program.lines("ran")).hasSize(6);
    assertThat(program.run("replay", ".windhover/job").exit()).isZero();
  }

  /** Tasks of a list are known by their lines, so a line put in first moves all the others. */
  @Test
  void aLineThatIsPutInMovesTheOthersAndThatIsSaid() throws Exception {
    program.write("list", "echo one >> ran\necho two >> ran\nfalse\n");
    assertThat(program.run("run", "--lines", "list", "--workers", "1").exit()).isEqualTo(1);
    program.write("list", "echo zero >> ran\necho one >> ran\necho two >> ran\n");
    Ended asked = program.run("run", "--lines", "list", "--resume");
    assertThat(asked.exit()).isEqualTo(2);
    assertThat(asked.err())
        .contains("2 tasks succeeded before and stay, 1 task is to run")
        .contains("(2 that stay ran another command)");
    assertThat(program.lines("ran")).containsExactly("one", "two");
  }

  @Test
  void goingOnAfterAFailureAndTheDeadlineMayChange() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - {name: a, command: 'exit 3'}
          - {name: b, count: 2, command: 'echo b{index} >> ran; exit 4'}
          - {name: c, command: 'echo c >> ran'}
        """);
    assertThat(program.run("run", "job.yaml", "--workers", "1").exit()).isEqualTo(1);
    assertThat(program.lines("ran")).isEmpty();

    Ended going = resume("--keep-going", "--workers", "1");
    assertThat(going.exit()).isEqualTo(1);
    assertThat(program.lines("ran")).containsExactly("b0", "b1", "c");

    edit("tasks:", "deadline: 9h\ntasks:");
    assertThat(resume().err()).contains("deadline: none -> 9h").contains("--yes");
    assertThat(resume("--yes").exit()).isEqualTo(1);
    assertThat(program.run("status").out()).contains("work was left undone 9h before it");
  }

  @Test
  void oneTaskOrOneGroupIsRetriedAndRunAtOnce() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - {name: a, count: 3, command: 'echo a{index} >> ran; test -e mended'}
          - {name: b, command: 'echo b >> ran; test -e mended'}
        """);
    assertThat(program.run("run", "job.yaml", "--keep-going", "--workers", "1").exit())
        .isEqualTo(1);
    program.write("mended", "");

    Ended unknown = program.run("retry", "aa/1");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(program.run("retry", "a/1").out()).contains("1 task put back");
    assertThat(program.run("retry", "a/1").out()).contains("nothing of a/1 has failed");

    Ended one = resume("--json");
    assertThat(one.exit()).isEqualTo(1);
    assertThat(program.lines("ran").subList(4, 5)).containsExactly("a1");
    assertThat(program.lines("ran")).hasSize(5);

    Ended group = program.run("retry", "a", "--run");
    assertThat(group.exit()).as(group.err()).isEqualTo(1);
    assertThat(group.out()).isEqualTo("job (job 1): 2 tasks put back: a\n");
    assertThat(program.lines("ran").subList(5, 7)).containsExactlyInAnyOrder("a0", "a2");

    Ended rest = program.run("retry", "--run", "--json");
    assertThat(rest.exit()).as(rest.err()).isZero();
    assertThat(rest.json("succeeded")).isEqualTo("4");
    assertThat(program.lines("ran")).hasSize(8).endsWith("b");
  }
}
