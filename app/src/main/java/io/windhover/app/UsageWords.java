package io.windhover.app;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What picocli says of a wrong command line, without names of Java's types. */
final class UsageWords {
  private static final String WHERE =
      "Invalid value for (?:option '([^']+)'(?: \\([^)]*\\))?"
          + "|positional parameter at index \\S+ \\(([^)]*)\\)): ";
  private static final Pattern NO_NUMBER =
      Pattern.compile(WHERE + "'(.*)' is not an? (int|long|double)");
  private static final Pattern NO_CHOICE =
      Pattern.compile(WHERE + "expected one of \\[(.*)\\] \\(case-insensitive\\) but was '(.*)'");
  private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]+");

  private UsageWords() {}

  /** The same in one line, for people. */
  static String plain(String message) {
    String line = message.lines().collect(Collectors.joining(" "));
    Matcher number = NO_NUMBER.matcher(line);
    if (number.matches()) {
      boolean whole = !number.group(4).equals("double");
      String what =
          WHOLE.matcher(number.group(3)).matches()
              ? "is out of range"
              : "is not a " + (whole ? "whole number" : "number");
      return "%s: \"%s\" %s".formatted(where(number), number.group(3), what);
    }
    Matcher choice = NO_CHOICE.matcher(line);
    if (choice.matches()) {
      String known = choice.group(3).toLowerCase(Locale.ROOT).replaceAll(", (?=[^,]*$)", " or ");
      return "%s: \"%s\" is not known; expected %s"
          .formatted(where(choice), choice.group(4), known);
    }
    return line.replaceFirst("^Error: ", "");
  }

  private static String where(Matcher matched) {
    return matched.group(1) == null ? matched.group(2) : matched.group(1);
  }
}
