package io.windhover.workload;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobRules;
import io.windhover.core.words.Nearest;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Turns what was written into what was meant. A value that is wrong is complained about and stands
 * for a harmless one, so that the rest of the file can still be read and judged.
 */
public final class Values {
  /** Also in the schema. */
  static final String TIME_PATTERN =
      "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?"
          + "(Z|[+-][0-9]{2}:[0-9]{2})$";

  private static final Pattern TIME = Pattern.compile(TIME_PATTERN);
  private static final Pattern DATE_FIRST = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}.*");

  /** Also in the schema of scenarios. */
  public static final String NO_SPAN_PATTERN = "^0(?:ms|s|m|h|d)?$";

  /** Also in the schema of scenarios. */
  public static final String SHARE_PATTERN = "^(?:100|[0-9]{1,2}(?:\\.[0-9]{1,6})?)%$";

  private static final Pattern SHARE = Pattern.compile(SHARE_PATTERN);
  private static final Pattern NO_SPAN = Pattern.compile(NO_SPAN_PATTERN);
  private static final int NUMBER_LENGTH_MAX = 40;
  private static final Pattern DIGITS = Pattern.compile("[-+]?[0-9.]+");
  private static final int AMOUNT_SCALE_MAX = 18;

  private final Problems problems;

  public Values(Problems problems) {
    this.problems = problems;
  }

  public void wrong(Node node, String field, String message) {
    if (!(node instanceof Node.Broken)) {
      problems.add(node.line(), field, message);
    }
  }

  private String matching(Node node, String field, Predicate<String> rule, String what) {
    if (node instanceof Node.Text text && text.kind() == Node.Kind.TEXT) {
      if (rule.test(text.text())) {
        return text.text();
      }
    } else if (node instanceof Node.Text text && text.kind() != Node.Kind.NOTHING) {
      String shown = Shown.oneLine(text.text());
      wrong(node, field, shown + " is not text; expected quotes around it, \"" + shown + "\"");
      return "";
    }
    wrong(node, field, Shown.node(node) + " is not " + what);
    return "";
  }

  public String name(Node node, String field) {
    return matching(node, field, JobRules::isName, "a name; " + JobRules.NAME_EXPECTED);
  }

  public String label(Node node, String field) {
    return matching(node, field, JobRules::isLabel, "a label; " + JobRules.LABEL_EXPECTED);
  }

  public int whole(Node node, String field, int min, int max) {
    if (!(node instanceof Node.Text text) || isNoUsualNumber(text)) {
      wrong(node, field, noUsualNumber(node) + "; " + range(min, max));
      return min;
    }
    BigDecimal number = number(text.text());
    boolean inRange =
        number.compareTo(BigDecimal.valueOf(min)) >= 0
            && number.compareTo(BigDecimal.valueOf(max)) <= 0;
    if (!inRange) {
      wrong(node, field, text.text() + " is out of range; " + range(min, max));
      return min;
    }
    if (number.stripTrailingZeros().scale() > 0) {
      wrong(node, field, text.text() + " is not whole; " + range(min, max));
      return min;
    }
    return number.intValueExact();
  }

  private static boolean isNoUsualNumber(Node.Text text) {
    return text.kind() != Node.Kind.NUMBER || text.text().length() > NUMBER_LENGTH_MAX;
  }

  /** YAML of some length is text even where all of it is digits. */
  private static String noUsualNumber(Node node) {
    return node instanceof Node.Text text
            && text.text().length() > NUMBER_LENGTH_MAX
            && (text.kind() == Node.Kind.NUMBER || DIGITS.matcher(text.text()).matches())
        ? Shown.quoted(text.text()) + " has too many digits"
        : Shown.node(node) + " is not a number";
  }

  private static String range(int min, int max) {
    return "expected a whole number from " + Shown.number(min) + " to " + Shown.number(max);
  }

  private static BigDecimal number(String text) {
    if (text.startsWith("0x")) {
      return new BigDecimal(new BigInteger(text.substring(2), 16));
    }
    if (text.startsWith("0o")) {
      return new BigDecimal(new BigInteger(text.substring(2), 8));
    }
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      // An exponent beyond all measure: as good as any number that is out of range.
      return BigDecimal.valueOf(Long.MAX_VALUE);
    }
  }

  public boolean flag(Node node, String field) {
    if (node instanceof Node.Text text && text.kind() == Node.Kind.FLAG) {
      return text.text().equalsIgnoreCase("true");
    }
    wrong(node, field, Shown.node(node) + " is neither; expected true or false");
    return false;
  }

  public long spanMillis(Node node, String field) {
    try {
      return Durations.parseMillis(plainText(node));
    } catch (IllegalArgumentException e) {
      wrong(node, field, complaint(e, node));
      return 1;
    }
  }

  /** A span that may also be nothing at all: 0, or 0s. */
  public long spanOrNoneMillis(Node node, String field) {
    return NO_SPAN.matcher(plainText(node)).matches() ? 0 : spanMillis(node, field);
  }

  /**
   * A number that need not be whole, from 0 up.
   *
   * @param what it is, for the complaint, such as {@code dollars an hour}
   */
  public BigDecimal amount(Node node, String field, long max, String what) {
    String expected = "; expected " + what + ", from 0 to " + Shown.number(max);
    if (!(node instanceof Node.Text text) || isNoUsualNumber(text)) {
      wrong(node, field, noUsualNumber(node) + expected);
      return BigDecimal.ZERO;
    }
    BigDecimal number = number(text.text());
    if (number.signum() < 0 || number.compareTo(BigDecimal.valueOf(max)) > 0) {
      wrong(
          node,
          field,
          text.text() + (number.signum() < 0 ? " is negative" : " is too large") + expected);
      return BigDecimal.ZERO;
    }
    // Beyond any use, and costly to reckon with: 1e-99999999 would be written out for minutes.
    if (number.precision() - (long) number.scale() < -AMOUNT_SCALE_MAX) {
      return BigDecimal.ZERO;
    }
    return number.scale() > AMOUNT_SCALE_MAX
        ? number.setScale(AMOUNT_SCALE_MAX, RoundingMode.HALF_EVEN)
        : number;
  }

  /** One of the words that are known here; the first of them when it is another. */
  public String oneOf(Node node, String field, List<String> words) {
    String written = plainText(node);
    if (words.contains(written)) {
      return written;
    }
    wrong(node, field, Shown.node(node) + " is not known; " + Nearest.hint(written, words));
    return words.get(0);
  }

  /** A part of a whole, written as {@code 20%}; also 0. */
  public double share(Node node, String field) {
    String text = plainText(node);
    try {
      return share(text);
    } catch (IllegalArgumentException e) {
      wrong(node, field, complaint(e, node));
      return 0;
    }
  }

  /**
   * The same of a text.
   *
   * @throws IllegalArgumentException with a message for people
   */
  public static double share(String text) {
    if (text.equals("0")) {
      return 0;
    }
    if (!SHARE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          Shown.quoted(text) + " is not a share; expected one like 20%, up to 100%");
    }
    return new BigDecimal(text.substring(0, text.length() - 1)).movePointLeft(2).doubleValue();
  }

  public long bytes(Node node, String field) {
    try {
      return Sizes.parseBytes(plainText(node));
    } catch (IllegalArgumentException e) {
      wrong(node, field, complaint(e, node));
      return 0;
    }
  }

  private static String plainText(Node node) {
    return node instanceof Node.Text text ? text.text() : "";
  }

  /** The complaint quotes the text; what is no text is shown as what it is. */
  private static String complaint(IllegalArgumentException e, Node node) {
    String message = String.valueOf(e.getMessage());
    String quoted = Shown.quoted(plainText(node));
    return message.startsWith(quoted)
        ? Shown.node(node) + message.substring(quoted.length())
        : message;
  }

  Deadline deadline(Node node, String field) {
    String text = plainText(node);
    if (DATE_FIRST.matcher(text).matches()) {
      return new Deadline.At(time(node, text, field));
    }
    try {
      return new Deadline.Within(Durations.parseMillis(text));
    } catch (IllegalArgumentException e) {
      wrong(node, field, complaint(e, node) + ", or a time like 2026-11-20T18:00:00Z");
      return new Deadline.None();
    }
  }

  private long time(Node node, String text, String field) {
    try {
      if (TIME.matcher(text).matches()) {
        return OffsetDateTime.parse(text).toInstant().toEpochMilli();
      }
      wrong(
          node,
          field,
          Shown.quoted(text)
              + " is not a time with its zone; expected one like 2026-11-20T18:00:00Z or"
              + " 2026-11-20T18:00+01:00");
    } catch (DateTimeException e) {
      wrong(
          node,
          field,
          Shown.quoted(text)
              + " is on no calendar or clock; expected a time like 2026-11-20T18:00:00Z");
    }
    return 0;
  }

  /** Any text, number or flag, as it was written, fit to be handed to a program. */
  public String written(Node node, String field) {
    if (!(node instanceof Node.Text text)) {
      wrong(node, field, Shown.node(node) + " is not text; expected text, a number, true or false");
      return "";
    }
    if (text.kind() == Node.Kind.NOTHING) {
      wrong(node, field, "has no value; expected one, or \"\" for an empty one");
    } else if (!JobRules.isForPrograms(text.text())) {
      wrong(node, field, Shown.node(node) + " cannot be given to a program; expected text");
    }
    return text.text();
  }

  /** A line for sh, or a list of words, which is then quoted so that sh changes none of them. */
  String command(Node node, String field) {
    if (node instanceof Node.Items list) {
      List<String> words = new ArrayList<>();
      for (int i = 0; i < list.items().size(); i++) {
        words.add(written(list.items().get(i), field + "[" + i + "]"));
      }
      if (words.isEmpty() || words.get(0).isEmpty()) {
        wrong(node, field, "names no program; expected a command");
      }
      return ShellWords.quote(words);
    }
    if (!(node instanceof Node.Text text) || text.kind() != Node.Kind.TEXT) {
      // A command like 5 or true is more likely a slip; true as a command is written in quotes.
      wrong(node, field, Shown.node(node) + " is not a command; expected text, or a list of words");
      return "";
    }
    String command = written(node, field);
    if (command.isBlank()) {
      wrong(node, field, "is empty; expected a command");
    }
    return command;
  }
}
