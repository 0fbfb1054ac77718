package io.windhover.core.model;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Rules for what people and programs may write about jobs and machines: names, labels, variables,
 * texts and sizes. Every entrance asks here, so that what one of them takes no other refuses: the
 * readers of job files and settings, the options of the command line, a pool's desk, and the
 * manager when a worker joins. The patterns are also in the JSON Schemas.
 */
public final class JobRules {
  /** Names of jobs, tasks, kinds and policies: they become folders and command line arguments. */
  public static final String NAME_PATTERN = "^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$";

  public static final String NAME_EXPECTED =
      "expected letters, digits, \".\", \"_\" and \"-\", not \".\" or \"-\" first, at most 100";

  /** Labels that machines offer and tasks require, and types of machines. */
  public static final String LABEL_PATTERN = "^[A-Za-z0-9_][A-Za-z0-9._:=/+-]{0,99}$";

  public static final String LABEL_EXPECTED =
      "expected letters, digits and any of \"._:=/+-\", at most 100";

  /** Variables; those that start with WINDHOVER_ are set for every task by Windhover itself. */
  public static final String VARIABLE_PATTERN = "^(?!WINDHOVER_)[A-Za-z_][A-Za-z0-9_]{0,99}$";

  private static final String OWN_VARIABLES = "WINDHOVER_";

  public static final int CORES_MAX = 100_000;
  public static final int RETRIES_MAX = 1_000_000;
  public static final int PRIORITY_MAX = 1_000_000;

  /** A hundred years. */
  public static final long SPAN_MILLIS_MAX = 36_500L * 86_400_000;

  public static final long MEMORY_BYTES_MAX = 1L << 60;

  /** What Linux takes as one argument, and so as the text of {@code sh -c}. */
  public static final int TEXT_BYTES_MAX = (128 << 10) - 1;

  private static final Pattern NAME = Pattern.compile(NAME_PATTERN);
  private static final Pattern LABEL = Pattern.compile(LABEL_PATTERN);
  private static final Pattern VARIABLE = Pattern.compile(VARIABLE_PATTERN);
  private static final int NAME_LENGTH_MAX = 100;
  private static final int BYTES_A_CHAR_MAX = 3;

  private JobRules() {}

  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Text of another program as a name: as it is where that fits; empty when nothing is left. */
  public static String fittingName(String text) {
    if (isName(text)) {
      return text;
    }
    String start = text.substring(0, Math.min(text.length(), 10 * NAME_LENGTH_MAX));
    String name = start.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[.-]+|-+$", "");
    return name.substring(0, Math.min(name.length(), NAME_LENGTH_MAX));
  }

  public static boolean isLabel(String text) {
    return LABEL.matcher(text).matches();
  }

  public static boolean isVariable(String text) {
    return VARIABLE.matcher(text).matches();
  }

  /** Says what is wrong with a text that is not the name of a variable. */
  public static String variableComplaint(String text) {
    return text.startsWith(OWN_VARIABLES)
        ? "is set by Windhover itself; expected another name"
        : "is not the name of a variable; expected letters, digits and \"_\", at most 100";
  }

  /** Whether a program can be given the text, as an argument or as a variable's value. */
  public static boolean isForPrograms(String text) {
    return text.indexOf('\0') < 0
        && text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= 0xdfff);
  }

  /** Whether the text is longer than a program's argument can be. */
  public static boolean isTooLong(String text) {
    return text.length() > TEXT_BYTES_MAX / BYTES_A_CHAR_MAX
        && text.getBytes(StandardCharsets.UTF_8).length > TEXT_BYTES_MAX;
  }
}
