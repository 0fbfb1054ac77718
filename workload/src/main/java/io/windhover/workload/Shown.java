package io.windhover.workload;

import java.util.Locale;
import java.util.regex.Pattern;

/** How pieces of the user's text appear in messages: on one line, short, without control codes. */
public final class Shown {
  private static final int LENGTH_MAX = 60;
  private static final Pattern PLAIN_FIELD = Pattern.compile("[A-Za-z0-9_.\\-]{1,60}");

  private Shown() {}

  public static String quoted(String text) {
    String start = text;
    if (text.length() > LENGTH_MAX) {
      boolean splitsPair = Character.isHighSurrogate(text.charAt(LENGTH_MAX - 1));
      start = text.substring(0, splitsPair ? LENGTH_MAX - 1 : LENGTH_MAX);
    }
    return '"' + oneLine(start) + (start.length() < text.length() ? "\"..." : "\"");
  }

  /** A field's name as part of a path; in quotes when it is not an ordinary one. */
  public static String field(String name) {
    return PLAIN_FIELD.matcher(name).matches() ? name : quoted(name);
  }

  public static String oneLine(String text) {
    var line = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (c == '\n') {
                line.append("\\n");
              } else if (c == '\t') {
                line.append("\\t");
              } else if (isPrintable(c)) {
                line.appendCodePoint(c);
              } else {
                line.append(String.format(Locale.ROOT, "\\u%04x", c));
              }
            });
    return line.toString();
  }

  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  public static String node(Node node) {
    if (node instanceof Node.Text text) {
      return switch (text.kind()) {
        case NOTHING -> "nothing";
        case NUMBER, FLAG -> oneLine(text.text());
        case TEXT -> quoted(text.text());
      };
    }
    return node instanceof Node.Items ? "a list" : "a map";
  }

  private static boolean isPrintable(int codePoint) {
    int type = Character.getType(codePoint);
    return type != Character.CONTROL
        && type != Character.FORMAT
        && type != Character.SURROGATE
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR
        && type != Character.UNASSIGNED;
  }
}
