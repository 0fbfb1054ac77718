package io.windhover.host;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The mark by which the processes of an attempt, or of a machine that is one process tree, are
 * known again, whoever their parent has become: an environment variable that children inherit. Its
 * value is a list of marks, outermost first, each STATE.RUN.ATTEMPT with a comma on both sides: a
 * command that runs Windhover itself passes its own mark on to the commands of that inner run, and
 * ending the outer attempt finds them all.
 */
public final class Lineage {
  public static final String VARIABLE = "WINDHOVER_LINEAGE";

  /** Runs within runs within runs; the outermost are dropped beyond this. */
  private static final int LENGTH_MAX = 4_096;

  private static final byte[] PREFIX = (VARIABLE + "=").getBytes(StandardCharsets.US_ASCII);

  private final String inherited;
  private final String run;

  /**
   * The marks of one session of a state folder.
   *
   * @param inherited what the variable of this very process holds
   * @param state identity of the state folder, without commas or dots
   * @param run identity of this session, without commas or dots
   */
  public Lineage(@Nullable String inherited, String state, String run) {
    this.inherited = inherited == null || inherited.length() > LENGTH_MAX ? "," : inherited;
    this.run = state + "." + run + ".";
  }

  /** The variable's value for the processes of an attempt. */
  public String value(String attempt) {
    return inherited + run + attempt + ",";
  }

  /** What the variable of every process of this attempt contains, and of no other. */
  public String ofAttempt(String attempt) {
    return "," + run + attempt + ",";
  }

  /** What the variable of every process started from this state folder contains. */
  public static String ofState(String state) {
    return "," + state + ".";
  }

  /** Whether an environment, as /proc shows it, has a lineage with this in it. */
  static boolean contains(byte[] environ, String part) {
    int start = 0;
    while (start < environ.length) {
      int end = start;
      while (end < environ.length && environ[end] != 0) {
        end++;
      }
      if (startsWith(environ, start, end)) {
        String value =
            new String(
                environ,
                start + PREFIX.length,
                end - start - PREFIX.length,
                StandardCharsets.ISO_8859_1);
        return value.contains(part);
      }
      start = end + 1;
    }
    return false;
  }

  private static boolean startsWith(byte[] environ, int start, int end) {
    if (end - start < PREFIX.length) {
      return false;
    }
    for (int i = 0; i < PREFIX.length; i++) {
      if (environ[start + i] != PREFIX[i]) {
        return false;
      }
    }
    return true;
  }
}
