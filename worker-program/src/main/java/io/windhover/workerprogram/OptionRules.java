package io.windhover.workerprogram;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the values of options may be. The manager holds the same rules for names and labels; this
 * program has none of its classes, so a test of the whole program compares them.
 */
public final class OptionRules {
  public static final String NAME_PATTERN = "^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$";
  public static final String LABEL_PATTERN = "^[A-Za-z0-9_][A-Za-z0-9._:=/+-]{0,99}$";
  public static final int CORES_MAX = 100_000;

  /** Of a manager, where the address names none. */
  public static final int USUAL_PORT = 8443;

  private static final int NAME_LENGTH_MAX = 100;
  private static final int PORT_MAX = 65_535;
  private static final Pattern JOIN =
      Pattern.compile(
          "https://(\\[[0-9A-Fa-f:.]{2,45}\\]|[A-Za-z0-9._-]{1,253})(?::(\\d{1,5}))?/?");
  private static final Pattern SIZE =
      Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,3})?) ?(k|K|M|G|T)(i?)B");
  private static final Pattern SPAN = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
  private static final String PREFIXES = "KMGT";
  private static final Map<String, Long> UNIT_MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);

  private static final Set<String> SECRETS =
      Set.of("--token", "--password", "--secret", "--join-secret");

  private OptionRules() {}

  /** A secret must not be on a command line, so an option that would hold one is refused. */
  static void refuseSecret(String option) {
    if (SECRETS.contains(option)) {
      throw new BadOption(
          option
              + " is refused: everybody on this machine can read command lines; put the secret into"
              + " a file of mode 0600 (--token-file FILE) or into WINDHOVER_TOKEN");
    }
  }

  /** The address of a manager's port. */
  public static URI join(String origin, String text) {
    Matcher address = JOIN.matcher(text);
    int port = 0;
    if (address.matches()) {
      port = address.group(2) == null ? USUAL_PORT : Integer.parseInt(address.group(2));
    }
    check(origin, text, port >= 1 && port <= PORT_MAX, "expected https://HOST:PORT");
    return URI.create("https://" + address.group(1) + ":" + port);
  }

  static String fingerprint(String origin, String text) {
    String digits = text.replace(":", "").toLowerCase(Locale.ROOT);
    check(origin, text, digits.matches("[0-9a-f]{64}"), "expected 64 hexadecimal digits");
    return digits;
  }

  static String name(String origin, String text) {
    check(
        origin,
        text,
        text.matches(NAME_PATTERN),
        "expected up to 100 letters, digits, dots, dashes and underscores");
    return text;
  }

  /** A machine's own name as a worker's; host names may hold what the names of folders may not. */
  static String fittingName(String machine) {
    String name = machine.replaceAll("[^A-Za-z0-9._-]", "-").replaceAll("^[.-]+", "");
    return name.isEmpty() ? "worker" : name.substring(0, Math.min(name.length(), NAME_LENGTH_MAX));
  }

  static String label(String origin, String text) {
    check(
        origin,
        text,
        text.matches(LABEL_PATTERN),
        "expected up to 100 letters, digits and . _ : = / + -");
    return text;
  }

  static int cores(String origin, String text) {
    int cores = text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 0;
    check(origin, text, cores >= 1 && cores <= CORES_MAX, "expected 1 to " + CORES_MAX);
    return cores;
  }

  /** A size in bytes, such as 8GB or 1.5GiB. */
  public static long bytes(String origin, String text) {
    Matcher size = SIZE.matcher(text);
    check(origin, text, size.matches(), "expected a size like 8GB or 1.5GiB");
    int power = PREFIXES.indexOf(size.group(2).toUpperCase(Locale.ROOT)) + 1;
    BigDecimal unit = BigDecimal.valueOf(size.group(3).isEmpty() ? 1_000 : 1_024).pow(power);
    BigDecimal bytes = new BigDecimal(size.group(1)).multiply(unit);
    check(origin, text, bytes.compareTo(BigDecimal.valueOf(1L << 60)) <= 0, "expected less memory");
    return bytes.setScale(0, RoundingMode.CEILING).longValueExact();
  }

  /** A span of time in milliseconds, such as 5s or 2m. */
  public static long millis(String origin, String text, long least, long most) {
    Matcher span = SPAN.matcher(text);
    check(origin, text, span.matches(), "expected a time span like 5s or 2m");
    long millis = Long.parseLong(span.group(1)) * UNIT_MILLIS.getOrDefault(span.group(2), 0L);
    check(
        origin,
        text,
        millis >= least && millis <= most,
        "expected %dms to %ds".formatted(least, most / 1_000));
    return millis;
  }

  private static void check(String origin, String value, boolean good, String expected) {
    if (!good) {
      throw new BadOption("%s: %s cannot be used; %s".formatted(origin, value, expected));
    }
  }
}
