package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files made to hurt, read in a small process: each is answered by a line, soon. */
class HostileFilesTest {
  private static final int MEGA = 1 << 20;

  @TempDir private Path folder;
  private final List<Path> files = new ArrayList<>();

  /** What runs in the small process. */
  static final class Main {
    private Main() {}

    public static void main(String[] paths) {
      for (String path : paths) {
        long start = cpuNanos();
        String answer;
        try {
          answer = JobFileReader.read(Path.of(path)).spec().taskCount() + " tasks";
        } catch (JobFileException e) {
          answer = e.problems().get(0).toString();
        }
        Duration took = Duration.ofNanos(cpuNanos() - start);
        System.out.println((took.toSeconds() < 5 ? "" : "SLOW ") + answer);
      }
    }

    /** Of this thread alone: the machine may be busy with other things. */
    private static long cpuNanos() {
      return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
  }

  @Test
  @Timeout(300)
  void theyAreAnsweredSoonAndInLittleMemory() throws Exception {
    String tooLarge = "expected at most 16 MiB in all";
    String tooMany =
        "the file holds too many values; expected at most 1,000,000, aliases written out";
    String tooLong = "the text is too long; expected at most 131,071 bytes";
    add("tasks:\n- name: a\n  command: ", "x", 50 * MEGA, "\n");
    add("{\"tasks\": [{\"name\": \"a\", \"command\": \"", "x", 50 * MEGA, "\"}]}");
    add("tasks:\n- name: a\n  command: ", "x", 3 * MEGA, "\n");
    add("{\"tasks\": [{\"name\": \"a\",\n \"command\": \"", "x", 3 * MEGA, "\"}]}");
    add("tasks:\n- name: a\n  command: |\n", "    echo hello world\n", 100_000, "");
    add("tasks:\n", "- {name: a, command: x}\n", 2 * MEGA, "");
    add("tasks: [\n", "[\n", 100_000, "");
    add("{\"tasks\": [\n", "[\n", 100_000, "");
    add("tasks:\n- name: a\n  command: x\n  requires: [\n", "b,\n", 4 * MEGA, "]\n");
    add("{\"tasks\": [{\"name\": \"a\", \"requires\": [\n", "1,\n", 4 * MEGA, "1]}]}\n");
    add("#", "x", 200_000, "\ntasks: [{name: a, command: x}]\n");
    addNamed("laughs", laughs());
    addNamed("copies", copies());
    addNamed("variables", variables());
    addNamed("many", many());
    assertThat(answers())
        .containsExactly(
            "f0.yaml:3: command: the line has more than 16 MiB; " + tooLarge,
            "f1.yaml:1: tasks: the line has more than 16 MiB; " + tooLarge,
            "f2.yaml:3: command: the line is longer than 262,144 characters; expected shorter"
                + " lines",
            "f3.yaml:2: tasks[0].command: " + tooLong,
            "f4.yaml:3: tasks[0].command: " + tooLong,
            "f5.yaml: the file is too large; " + tooLarge,
            "f6.yaml:20: tasks[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]: nested too"
                + " deeply; expected at most 20 levels",
            "f7.yaml:20: tasks[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]: nested too"
                + " deeply; expected at most 20 levels",
            "f8.yaml:999995: tasks[0].requires[999990]: " + tooMany,
            "f9.yaml:999994: tasks[0].requires[999992]: " + tooMany,
            "1 tasks",
            "laughs:8: x[6][7]: " + tooMany,
            "copies:141: tasks[139].command: the file holds too much text; expected at most 16 MiB,"
                + " aliases written out",
            "variables:1003: tasks: 1,000 variables of the job for each of 2,000 tasks; expected at"
                + " most 1,000,000 in all",
            "90000 tasks");
  }

  @Test
  @Timeout(300)
  void soAreWorkflowsOfOtherPrograms() throws Exception {
    addWorkflows();
    addNamed(
        "strangers",
        strangers(
            "tasks:\n",
            "- {name: task-%d, command: x}\n",
            "- name: last\n  command: x\n  after:\n",
            "    - tusk-%d\n",
            ""));
    addNamed(
        "strangers.xml",
        strangers(
            "<adag>\n",
            "<job id=\"task-%d\" runtime=\"1\"/>\n",
            "<child ref=\"task-0\">",
            "<parent ref=\"tusk-%d\"/>\n",
            "</child></adag>"));
    assertThat(answers())
        .containsExactly(
            "f0.yaml:1: has a DOCTYPE; expected a DAX file without one",
            "f1.yaml:2: a text has more than 1 MiB; expected shorter ones",
            "f2.yaml:1: not XML: XML document structures must start and end within the same"
                + " entity. Expected a whole Pegasus DAX file",
            "f3.yaml:21: nested too deeply; expected at most 20 levels",
            "f4.yaml: the file is too large; expected at most 64 MiB",
            "f5.yaml:1: a text has more than 1 MiB; expected shorter ones",
            "f6.yaml:1001: not JSON: Document nesting depth (1001) exceeds the maximum allowed"
                + " (1000); expected a whole WfCommons file",
            "f7.yaml:1000004: workflow.specification.tasks[0].parents: too many; expected tasks of"
                + " the workflow",
            "f8.yaml:100002: too many tasks; expected at most 100,000",
            "strangers:10005: tasks[10000].after[0]: there is no task \"tusk-0\"; did you mean"
                + " \"task-0\"?",
            "strangers.xml:10002: task task-0: parent: there is no task \"tusk-0\"; did you mean"
                + " \"task-0\"?");
  }

  /** Files of other programs, or what claims to be such. */
  private void addWorkflows() throws IOException {
    String entities = "<!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">";
    String laughs =
        "<!DOCTYPE adag [<!ENTITY a \"lol\">" + entities + entities.replace('a', 'c') + "]>";
    add(laughs + "\n<adag>", "&b;", 1_000, "</adag>");
    add("<adag>\n<job id=\"", "x", 20 * MEGA, "\"/></adag>");
    add("<adag>", "\u00e6<?x ", 10, "");
    add("<adag>\n", "<a>\n", 100_000, "");
    add("<adag>\n", "<file name=\"x\" size=\"1000\"/>\n", 3 * MEGA, "</adag>");
    add("{\"schemaVersion\": \"1.5\", \"name\": ", "7", 20 * MEGA, "}");
    add("{\"schemaVersion\": \"1.5\",\n\"workflow\": {\"x\":\n", "[\n", 100_000, "");
    String tasks = "{\"workflow\": {\"specification\": {\n\"tasks\": [";
    add(tasks + "{\"parents\": [\n", "\"a\",\n", 4 * MEGA, "]}]}}}");
    addNamed("f8.yaml", manyTasks());
  }

  /** Very many tasks, and one that waits for very many others: to guess at each takes for ever. */
  private static String strangers(
      String start, String task, String waiting, String other, String end) {
    var text = new StringBuilder(start);
    for (int i = 0; i < 10_000; i++) {
      text.append(task.formatted(i));
    }
    text.append(waiting);
    for (int i = 0; i < 100_000; i++) {
      text.append(other.formatted(i));
    }
    return text.append(end).toString();
  }

  private static String manyTasks() {
    var text = new StringBuilder("<adag>\n");
    for (int i = 0; i < 200_000; i++) {
      text.append("<job id=\"j").append(i).append("\" name=\"a\" runtime=\"1\"/>\n");
    }
    return text.append("</adag>").toString();
  }

  private void add(String start, String part, int times, String end) throws IOException {
    Path path = folder.resolve("f" + files.size() + ".yaml");
    try (BufferedWriter out = Files.newBufferedWriter(path)) {
      out.write(start);
      String block = part.repeat(1_000);
      for (int i = 0; i < times / 1_000; i++) {
        out.write(block);
      }
      out.write(part.repeat(times % 1_000));
      out.write(end);
    }
    files.add(path);
  }

  private void addNamed(String name, String text) throws IOException {
    files.add(Files.writeString(folder.resolve(name), text));
  }

  /** Each level ten times the one before: a billion in nine lines. */
  private static String laughs() {
    var text = new StringBuilder("x:\n- &a0 lol\n");
    for (int level = 1; level < 10; level++) {
      text.append("- &a").append(level).append(" [");
      text.append(("*a" + (level - 1) + ",").repeat(10)).append("]\n");
    }
    return text.toString();
  }

  /** A long command that thousands of tasks share. */
  private static String copies() {
    var text = new StringBuilder("tasks:\n- {name: t, command: &c [echo, ");
    text.append("x".repeat(120_000)).append("]}\n");
    for (int i = 0; i < 5_000; i++) {
      text.append("- {name: t").append(i).append(", command: *c}\n");
    }
    return text.toString();
  }

  private static String variables() {
    var text = new StringBuilder("env:\n");
    for (int i = 0; i < 1_000; i++) {
      text.append("  V").append(i).append(": 1\n");
    }
    return text.append("tasks:\n").append("- {name: t, command: x}\n".repeat(2_000)).toString();
  }

  /** Large but good: it must fit. */
  private static String many() {
    var text = new StringBuilder("tasks:\n");
    for (int i = 0; i < 90_000; i++) {
      text.append("- name: task-number-").append(i).append("\n  command: ./run.sh --seed ");
      text.append(i).append(" --output results/\n  memory: 200MB\n  retries: 2\n");
    }
    return text.toString();
  }

  private List<String> answers() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    files.forEach(path -> command.add(path.getFileName().toString()));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("answers").toFile())
            .start();
    try {
      assertThat(process.waitFor(280, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return Files.readAllLines(folder.resolve("answers"));
  }
}
