package io.windhover.host;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The process that works on a state folder, as its lock file tells. */
public record Holder(long pid, String host, Instant since, String command) {
  private static final int COMMAND_CHARS_MAX = 300;
  private static final Pattern TEXT =
      Pattern.compile("process: (\\d{1,18})\nhost: (.*)\nsince: (.*)\ncommand: (.*)\n");

  static Holder thisProcess(String command) {
    String line = command.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    if (line.length() > COMMAND_CHARS_MAX) {
      line = line.substring(0, COMMAND_CHARS_MAX) + "…";
    }
    return new Holder(ProcessHandle.current().pid(), ThisMachine.name(), Instant.now(), line);
  }

  static Optional<Holder> parse(String text) {
    Matcher found = TEXT.matcher(text);
    if (!found.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Holder(
              Long.parseLong(found.group(1)),
              found.group(2),
              Instant.parse(found.group(3)),
              found.group(4)));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  String text() {
    return "process: "
        + pid
        + "\nhost: "
        + host
        + "\nsince: "
        + since
        + "\ncommand: "
        + command
        + "\n";
  }

  /** For people: "process 4711 on HOST since 14:02, running `windhover run sweep.yaml`". */
  public String describe() {
    ZonedDateTime start = since.atZone(ZoneId.systemDefault());
    boolean today = start.toLocalDate().equals(LocalDate.now(start.getZone()));
    var format = DateTimeFormatter.ofPattern(today ? "HH:mm" : "yyyy-MM-dd HH:mm", Locale.ROOT);
    return "process "
        + pid
        + " on "
        + host
        + " since "
        + format.format(start)
        + ", running `"
        + command
        + "`";
  }
}
