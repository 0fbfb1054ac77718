package io.windhover.core.model;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Ways in which a task's work is saved, as job files, the wire and the journal write them: {@code
 * files}, {@code signal USR1}, {@code command ./save.sh}, {@code exit-85}. The empty text is the
 * first of them.
 */
public final class CheckpointWay {
  /** The task writes by itself, when it likes. */
  public static final String FILES = "files";

  /**
   * The task ends itself with 85 when it has saved, and is started again: HTCondor's convention.
   */
  public static final String EXIT_85 = "exit-85";

  public static final String EXPECTED =
      "expected files, signal NAME such as signal USR1, command TEXT, or exit-85";

  private static final String COMMAND = "command ";

  /** Signals that a program may take as a word to save; others end or stop it by their nature. */
  private static final Pattern SIGNAL =
      Pattern.compile("signal (USR1|USR2|HUP|INT|TERM|CONT|ALRM|URG|WINCH)");

  private CheckpointWay() {}

  /** The text in the one form it is kept in; empty when it is none. */
  public static Optional<String> canonical(String text) {
    String plain = text.strip();
    if (plain.isEmpty() || plain.equals(FILES)) {
      return Optional.of("");
    }
    if (plain.equals(EXIT_85) || SIGNAL.matcher(plain).matches()) {
      return Optional.of(plain);
    }
    if (!plain.startsWith(COMMAND)) {
      return Optional.empty();
    }
    String command = unquoted(plain.substring(COMMAND.length()).strip());
    return command.isBlank() ? Optional.empty() : Optional.of(COMMAND + command);
  }

  /** A command may stand in quotes, as in the documents; inside of YAML's own they stay. */
  private static String unquoted(String text) {
    boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    String inside = quoted ? text.substring(1, text.length() - 1) : text;
    return inside.contains("\"") ? text : inside;
  }

  /** Whether a task can be asked to save; one that ends itself to do so cannot. */
  public static boolean canBeAsked(String how) {
    return !how.equals(EXIT_85);
  }

  /** As people write it. */
  public static String text(String how) {
    return how.isEmpty() ? FILES : how;
  }
}
