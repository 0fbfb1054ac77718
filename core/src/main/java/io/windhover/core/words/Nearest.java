package io.windhover.core.words;

import java.util.Collection;
import java.util.Locale;

/** Finds the word that was probably meant. */
public final class Nearest {
  private static final int CANDIDATES_MAX = 10_000;
  private static final int LENGTH_MAX = 100;

  private Nearest() {}

  /** The end of a message: the nearest word, or the first few there are. */
  public static String hint(String written, Collection<String> known) {
    String nearest = to(written, known);
    if (!nearest.isEmpty()) {
      return "did you mean \"" + nearest + "\"?";
    }
    if (known.isEmpty()) {
      return "there is none to choose from";
    }
    int listed = Math.min(known.size(), 20);
    String list = String.join(", ", known.stream().limit(listed).toList());
    return "expected one of " + list + (listed < known.size() ? ", ..." : "");
  }

  /** The nearest word; empty when none is near. */
  public static String to(String written, Collection<String> known) {
    if (written.length() > LENGTH_MAX) {
      return "";
    }
    String wanted = written.toLowerCase(Locale.ROOT);
    String best = "";
    int bestDistance = Math.max(1, wanted.length() / 3) + 1;
    int tried = 0;
    for (String word : known) {
      if (tried++ == CANDIDATES_MAX) {
        break;
      }
      if (Math.abs(word.length() - wanted.length()) < bestDistance) {
        int distance = distance(wanted, word.toLowerCase(Locale.ROOT));
        if (distance < bestDistance) {
          best = word;
          bestDistance = distance;
        }
      }
    }
    return best;
  }

  /** Letters to insert, delete, replace or swap with a neighbour. */
  private static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      int[] spare = beforeLast;
      beforeLast = last;
      last = row;
      row = spare;
    }
    return last[b.length()];
  }
}
