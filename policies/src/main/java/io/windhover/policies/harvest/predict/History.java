package io.windhover.policies.harvest.predict;

import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
import java.util.Iterator;

/** What the changes of all machines within the window have taught. */
public final class History {
  /** The kinds of lines that this is written down in. */
  public static final String CHANGE = "change";

  public static final String SHRINK = "shrink";

  private final Spans changes;
  private final Spans shrinks;
  private final Bigrams bigrams;

  public History(long windowMillis) {
    this.changes = new Spans(windowMillis);
    this.shrinks = new Spans(windowMillis);
    this.bigrams = new Bigrams(windowMillis);
  }

  /** A machine has changed, so long after its change before. */
  public void changed(long nowMillis, long afterMillis, Change before, Change change) {
    changes.add(nowMillis, afterMillis);
    bigrams.add(nowMillis, before, change);
  }

  /** A machine has shrunk, so long after a change since which it had not. */
  public void shrank(long nowMillis, long afterMillis) {
    shrinks.add(nowMillis, afterMillis);
  }

  public void forget(long nowMillis) {
    changes.forget(nowMillis);
    shrinks.forget(nowMillis);
    bigrams.forget(nowMillis);
  }

  /** X: from one change to the next. */
  public Spans changes() {
    return changes;
  }

  /**
   * Y: from a change to the next shrink, whatever growths lie between (Appendix B.2). Counting only
   * shrinks that follow at once would leave out that a machine may grow and grow again.
   */
  public Spans shrinks() {
    return shrinks;
  }

  public Bigrams bigrams() {
    return bigrams;
  }

  /** A line for each change, then for each shrink. */
  public void write(MemoryWriter text) {
    Iterator<Bigrams.Pair> pairs = bigrams.oldestFirst();
    for (int i = 0; i < changes.size(); i++) {
      Bigrams.Pair pair = pairs.next();
      text.line(CHANGE, changes.atMillis(i), changes.spanMillis(i), pair.before(), pair.after());
    }
    for (int i = 0; i < shrinks.size(); i++) {
      text.line(SHRINK, shrinks.atMillis(i), shrinks.spanMillis(i));
    }
  }

  /** A line as {@link #write} wrote it, after those before it. */
  public void take(MemoryReader line) {
    if (line.kind().equals(SHRINK)) {
      shrank(line.nextLong(), line.nextLong());
    } else {
      changed(
          line.nextLong(),
          line.nextLong(),
          Change.valueOf(line.nextText()),
          Change.valueOf(line.nextText()));
    }
  }
}
