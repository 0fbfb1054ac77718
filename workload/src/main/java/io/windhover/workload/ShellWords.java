package io.windhover.workload;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes a list of words as one command that sh takes apart into exactly these words again. */
final class ShellWords {
  /** What a task's index takes the place of. */
  static final String INDEX = "{index}";

  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_@%+:,./-]+");

  /** Words that mean something else to a shell when they come first and are not quoted. */
  private static final Set<String> RESERVED =
      Set.of(
          "case",
          "do",
          "done",
          "elif",
          "else",
          "esac",
          "fi",
          "for",
          "function",
          "if",
          "in",
          "select",
          "then",
          "time",
          "until",
          "while");

  private ShellWords() {}

  static String quote(List<String> words) {
    return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
  }

  /** A text as one word that stays as it is, even where an index would be put into it. */
  static String literal(String text) {
    return "'" + text.replace("'", "'\\''").replace(INDEX, "{''index}") + "'";
  }

  private static String quote(String word) {
    boolean plain = SAFE.matcher(word).matches() && !RESERVED.contains(word);
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
