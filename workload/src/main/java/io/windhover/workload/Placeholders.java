package io.windhover.workload;

import io.windhover.core.words.Nearest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds what was probably meant to be {@code {index}} in a command of a job file. Braces mean much
 * to shells, awk, Python and JSON, so only words that hardly mean anything else are complained of:
 * misspelt ones unless they stand in single quotes, and short ones like {@code {i}} unless they
 * stand in any quotes. What {@code xargs -I} replaces is left alone.
 */
final class Placeholders {
  private static final Pattern WORD =
      Pattern.compile("\\{([ \\t]{0,3}[A-Za-z_]{1,12}[ \\t]{0,3})\\}");
  private static final List<String> KNOWN = List.of("index");
  private static final Set<String> SHORT = Set.of("i", "idx", "ix", "ind", "task_index");
  private static final String REPLACED_BY_XARGS = "-I";

  private Placeholders() {}

  /** The complaint about the first of them. */
  static Optional<String> complaint(String command) {
    Matcher words = WORD.matcher(command);
    char quote = 0;
    int seen = 0;
    while (words.find()) {
      for (; seen < words.start(); seen++) {
        quote = quoteAfter(command, seen, quote);
      }
      if (isMistake(command, words, quote)) {
        return Optional.of(
            "%s is not replaced; did you mean {index}? (in single quotes it stays as it is)"
                .formatted(Shown.oneLine(words.group())));
      }
    }
    return Optional.empty();
  }

  /** The quote that is open after this character: a single or double one, or none (0). */
  private static char quoteAfter(String command, int at, char quote) {
    char c = command.charAt(at);
    boolean escaped = at > 0 && command.charAt(at - 1) == '\\' && quote != '\'';
    if (escaped || (c != '\'' && c != '"')) {
      return quote;
    }
    if (quote == 0) {
      return c;
    }
    return quote == c ? 0 : quote;
  }

  private static boolean isMistake(String command, Matcher found, char quote) {
    String word = found.group(1);
    boolean variable = found.start() > 0 && command.charAt(found.start() - 1) == '$';
    if (variable || quote == '\'' || word.equals(KNOWN.get(0))) {
      return false;
    }
    String plain = word.strip().toLowerCase(Locale.ROOT);
    boolean near = !Nearest.to(plain, KNOWN).isEmpty();
    boolean brief = SHORT.contains(plain) && quote == 0;
    return (near || brief) && !command.contains(REPLACED_BY_XARGS);
  }
}
