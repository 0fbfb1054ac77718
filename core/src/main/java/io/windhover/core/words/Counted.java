package io.windhover.core.words;

import java.util.Locale;

/** Counts with their nouns, as all output for people says them: "1 task", "2,000 tasks". */
public final class Counted {
  private Counted() {}

  /**
   * The count and its noun.
   *
   * @param one the noun of a single thing; several take an "s" at its end
   */
  public static String of(long count, String one) {
    return of(count, one, one + "s");
  }

  /** The count and its noun, for nouns that take more than an "s". */
  public static String of(long count, String one, String several) {
    return String.format(Locale.ROOT, "%,d ", count) + noun(count, one, several);
  }

  /** The noun alone, where the count stands elsewhere or is of no interest. */
  public static String noun(long count, String one, String several) {
    return count == 1 ? one : several;
  }
}
