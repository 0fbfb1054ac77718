package io.windhover.workload;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobRules;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads a job file of Kestrel: one section, {@code [job]}, in the manner of Python's ConfigParser,
 * with the fields of Kestrel's job stanza. As there, the task's number is the last argument of the
 * command, and nothing in the command is replaced. Departing from Kestrel, labels keep their case,
 * and a percent sign is nothing special.
 */
final class KestrelReader {
  /** The one group of such a job. */
  static final String GROUP = "task";

  private static final List<String> FIELDS = List.of("command", "cleanup", "queue", "requires");
  private static final int INDEX_ROOM = 100;

  /** A value and the line where it begins. */
  private record Entry(int line, StringBuilder value) {}

  private final String file;
  private final Path folder;
  private final Problems problems;
  private final Map<String, Entry> entries = new TreeMap<>();
  private boolean inSection;

  private KestrelReader(String file, Path folder, Problems problems) {
    this.file = file;
    this.folder = folder;
    this.problems = problems;
  }

  static JobFile read(String file, String text, Path folder, Problems problems)
      throws JobFileException {
    return new KestrelReader(file, folder, problems).job(text);
  }

  private JobFile job(String text) throws JobFileException {
    readLines(text);
    String command = script("command");
    if (!entries.containsKey("command") && problems.count() == 0) {
      problems.add(1, "command", "is missing; expected the command that every task runs");
    }
    String cleanup = script("cleanup");
    int queue = queue();
    List<String> requires = requires();
    problems.throwIfAny();
    var group =
        new TaskGroup(
            GROUP,
            queue,
            new Script(List.of(numbered(command)), literal(cleanup), new TreeMap<>()),
            GROUP,
            new Need(requires, 1, 0),
            List.of(),
            RuntimeEstimate.UNKNOWN,
            0,
            true,
            0,
            0,
            0);
    var spec =
        new JobSpec(
            Names.ofFile(file), folder.toString(), new Deadline.None(), false, List.of(group));
    return new JobFile(spec, PolicyChoice.UNSTATED);
  }

  private void readLines(String text) {
    String[] lines = text.split("\r?\n|\r", -1);
    Entry last = null;
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i];
      String trimmed = line.strip();
      if (trimmed.isEmpty() || trimmed.startsWith("#") || trimmed.startsWith(";")) {
        continue;
      }
      if (Character.isWhitespace(line.charAt(0)) && last != null) {
        last.value().append('\n').append(trimmed);
      } else if (trimmed.startsWith("[")) {
        section(trimmed, i + 1);
        last = null;
      } else {
        last = entry(trimmed, i + 1);
      }
      if (problems.count() >= JobFileException.PROBLEMS_MAX) {
        return;
      }
    }
  }

  private void section(String line, int number) {
    if (inSection) {
      problems.add(number, "", Shown.quoted(line) + " is a second section; expected only [job]");
    } else if (!line.equalsIgnoreCase("[job]")) {
      problems.add(number, "", Shown.quoted(line) + " is no section of a job; expected [job]");
    }
    inSection = true;
  }

  private Entry entry(String line, int number) {
    int end = 0;
    while (end < line.length() && line.charAt(end) != '=' && line.charAt(end) != ':') {
      end++;
    }
    var entry = new Entry(number, new StringBuilder());
    if (end == line.length()) {
      problems.add(number, "", Shown.quoted(line) + " has no value; expected NAME = VALUE");
      return entry;
    }
    String name = line.substring(0, end).strip().toLowerCase(Locale.ROOT);
    entry.value().append(line.substring(end + 1).strip());
    if (!FIELDS.contains(name)) {
      problems.add(
          number, Shown.field(name), "is not a field of a job" + problems.hint(name, FIELDS));
    } else if (entries.putIfAbsent(name, entry) != null) {
      problems.add(number, name, "is written twice, first in line %d".formatted(lineOf(name)));
    }
    return entry;
  }

  private int lineOf(String name) {
    Entry entry = entries.get(name);
    return entry == null ? 0 : entry.line();
  }

  private String value(String name) {
    Entry entry = entries.get(name);
    return entry == null ? "" : entry.value().toString().strip();
  }

  private String script(String name) {
    String text = value(name);
    if (name.equals("command") && entries.containsKey(name) && text.isEmpty()) {
      problems.add(lineOf(name), name, "is empty; expected a command");
    }
    int bytes = literal(text).getBytes(StandardCharsets.UTF_8).length;
    if (bytes > JobRules.TEXT_BYTES_MAX - INDEX_ROOM) {
      problems.add(
          lineOf(name),
          name,
          "is too long; expected at most %s bytes"
              .formatted(Shown.number(JobRules.TEXT_BYTES_MAX - INDEX_ROOM)));
    }
    return text;
  }

  private int queue() {
    if (!entries.containsKey("queue")) {
      return 1;
    }
    String text = value("queue");
    boolean number = text.matches("[0-9]{1,9}");
    if (number && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= JobSpec.TASKS_MAX) {
      return Integer.parseInt(text);
    }
    problems.add(
        lineOf("queue"),
        "queue",
        "%s is no number of tasks; expected a whole number from 1 to %s"
            .formatted(Shown.quoted(text), Shown.number(JobSpec.TASKS_MAX)));
    return 1;
  }

  private List<String> requires() {
    List<String> labels = new ArrayList<>();
    for (String label : value("requires").split("[\\s,]+", -1)) {
      if (JobRules.isLabel(label)) {
        labels.add(label);
      } else if (!label.isEmpty()) {
        problems.add(
            lineOf("requires"),
            "requires",
            Shown.quoted(label) + " is not a label; " + JobRules.LABEL_EXPECTED);
      }
    }
    return labels;
  }

  /** The same command for sh, in which nothing will be replaced. */
  private static String literal(String command) {
    return command.contains(ShellWords.INDEX) ? "eval " + ShellWords.literal(command) : command;
  }

  private static String numbered(String command) {
    return command.contains(ShellWords.INDEX)
        ? "eval " + ShellWords.literal(command + " ") + ShellWords.INDEX
        : command + " " + ShellWords.INDEX;
  }
}
