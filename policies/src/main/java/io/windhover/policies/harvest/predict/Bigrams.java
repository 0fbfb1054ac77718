package io.windhover.policies.harvest.predict;

import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * How often a shrink follows a growth and how often another shrink, within a rolling window
 * (section 3.1.1 of SlackSched, "likelihood of shrink"). One of each is counted before anything was
 * seen (Laplace), so no chance is ever 0 or 1 and a restart never takes for ever.
 */
public final class Bigrams {
  private static final int PAIRS_MAX = Spans.SAMPLES_MAX;

  /** Two changes of one machine in a row, and when the second came. */
  record Pair(long atMillis, Change before, Change after) {}

  private final long windowMillis;
  private final ArrayDeque<Pair> pairs = new ArrayDeque<>();
  private final int[] counts = new int[4];

  public Bigrams(long windowMillis) {
    this.windowMillis = windowMillis;
  }

  public void add(long nowMillis, Change before, Change after) {
    forget(nowMillis);
    if (pairs.size() == PAIRS_MAX) {
      count(pairs.removeFirst(), -1);
    }
    Pair pair = new Pair(nowMillis, before, after);
    pairs.addLast(pair);
    count(pair, 1);
  }

  public void forget(long nowMillis) {
    for (Pair oldest = pairs.peekFirst();
        oldest != null && oldest.atMillis() <= nowMillis - windowMillis;
        oldest = pairs.peekFirst()) {
      count(pairs.removeFirst(), -1);
    }
  }

  private void count(Pair pair, int by) {
    counts[place(pair.before(), pair.after())] += by;
  }

  private static int place(Change before, Change after) {
    return (before == Change.SHRANK ? 2 : 0) + (after == Change.SHRANK ? 1 : 0);
  }

  /** Ps(x): the chance that the change after one of this kind is a shrink. */
  public double shrinkAfter(Change last) {
    int shrinks = counts[place(last, Change.SHRANK)];
    int growths = counts[place(last, Change.GREW)];
    return (shrinks + 1.0) / (shrinks + growths + 2.0);
  }

  Iterator<Pair> oldestFirst() {
    return pairs.iterator();
  }
}
