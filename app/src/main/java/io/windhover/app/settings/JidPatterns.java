package io.windhover.app.settings;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Who is meant, by bare JID: {@code worker*@example.org}. A star stands for any letters and a
 * question mark for one, on its own side of the {@code @}, so that no pattern for the accounts of
 * one server lets in another server's.
 */
public final class JidPatterns {
  private static final Pattern GLOB = Pattern.compile("[^@/\\s\"&'<>:]{1,1023}@[^@/\\s]{1,1023}");

  private final List<String> globs;
  private final List<Pattern> patterns;

  private JidPatterns(List<String> globs) {
    this.globs = globs;
    this.patterns = globs.stream().map(JidPatterns::pattern).toList();
  }

  /**
   * The accounts that match any of these.
   *
   * @throws IllegalArgumentException if one is no pattern of bare JIDs
   */
  public static JidPatterns of(List<String> globs) {
    for (String glob : globs) {
      if (!isPattern(glob)) {
        throw new IllegalArgumentException("no pattern of bare JIDs: " + glob);
      }
    }
    return new JidPatterns(globs.stream().map(glob -> glob.toLowerCase(Locale.ROOT)).toList());
  }

  static boolean isPattern(String glob) {
    return GLOB.matcher(glob).matches();
  }

  /** Whether the account is meant; a resource behind it makes no difference. */
  public boolean match(String jid) {
    int slash = jid.indexOf('/');
    String bare = (slash < 0 ? jid : jid.substring(0, slash)).toLowerCase(Locale.ROOT);
    return patterns.stream().anyMatch(pattern -> pattern.matcher(bare).matches());
  }

  /**
   * Whether the account is meant by a pattern that says more than {@code *} before the {@code @},
   * or that stands in the other list too.
   */
  boolean matchOnPurpose(String jid, JidPatterns other) {
    return globs.stream()
        .filter(glob -> !glob.startsWith("*@") || other.globs.contains(glob))
        .anyMatch(glob -> of(List.of(glob)).match(jid));
  }

  private static Pattern pattern(String glob) {
    return Pattern.compile(
        glob.codePoints().mapToObj(JidPatterns::regex).collect(Collectors.joining()));
  }

  private static String regex(int codePoint) {
    return switch (codePoint) {
      case '*' -> "[^@/]*";
      case '?' -> "[^@/]";
      default -> Pattern.quote(Character.toString(codePoint));
    };
  }

  @Override
  public String toString() {
    return String.join(", ", globs);
  }
}
