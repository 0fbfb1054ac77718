package io.windhover.policies.workflow.ensemble;

import io.windhover.core.policy.Memory;
import java.util.function.BiFunction;

/**
 * Who is in charge of what, as text: a line for each thing, its kind first; after a line with the
 * length of a rule's memory that memory itself.
 */
final class CastText {
  /** Other texts were written by another version and are not read. */
  private static final String HEADING = "cast 3\n";

  private CastText() {}

  static boolean isReadable(String text) {
    return text.startsWith(HEADING);
  }

  static String of(Cast cast) {
    StringBuilder text = new StringBuilder(HEADING);
    text.append("next ").append(cast.next).append('\n');
    text.append("margins %d %d\n".formatted(cast.margins.runtimes(), cast.margins.lag()));
    text.append("standing ").append(cast.standing.encoded()).append('\n');
    cast.jobs.forEach((id, rule) -> text.append("job %d %d\n".formatted(id, rule)));
    cast.machines.forEach((id, rule) -> text.append("machine %d %d\n".formatted(id, rule)));
    cast.expected.forEach(
        (attempt, millis) -> text.append("runs %s %d\n".formatted(attempt, millis)));
    for (int rule = 0; rule < cast.memories.size(); rule++) {
      String memory = cast.memories.get(rule).encoded();
      text.append("rule %d %d\n".formatted(rule, memory.length()));
      text.append(memory);
    }
    return text.toString();
  }

  /** Reads it again; each rule says what its own text means. */
  static Cast read(String text, int rules, BiFunction<Integer, String, Memory> recalled) {
    Cast cast = new Cast(rules);
    int at = HEADING.length();
    while (at < text.length()) {
      int end = text.indexOf('\n', at);
      String[] words = text.substring(at, end).split(" ", -1);
      at = end + 1;
      switch (words[0]) {
        case "next" -> cast.next = number(words[1]);
        case "margins" -> cast.margins = new Cast.Margins(number(words[1]), number(words[2]));
        case "standing" -> cast.standing.restore(words, 1);
        case "job" -> cast.jobs.put(number(words[1]), number(words[2]));
        case "machine" -> cast.machines.put(number(words[1]), number(words[2]));
        case "runs" -> cast.expected.put(words[1], Long.parseLong(words[2]));
        case "rule" -> {
          int rule = number(words[1]);
          int length = number(words[2]);
          cast.memories.set(rule, recalled.apply(rule, text.substring(at, at + length)));
          at += length;
        }
        default -> throw new IllegalArgumentException("no line of a cast: " + words[0]);
      }
    }
    return cast;
  }

  private static int number(String word) {
    return Integer.parseInt(word);
  }
}
