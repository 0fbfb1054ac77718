package io.windhover.policies.harvest.predict;

import java.util.Iterator;

/** What the changes of all machines within the window have taught. */
public final class History {
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

  /**
   * Every change, then every shrink, on one line, from which {@link #read} makes an equal history.
   */
  public String encoded() {
    StringBuilder text = new StringBuilder();
    Iterator<Bigrams.Pair> pairs = bigrams.oldestFirst();
    for (int i = 0; i < changes.size(); i++) {
      Bigrams.Pair pair = pairs.next();
      text.append(i == 0 ? "" : " ").append(changes.atMillis(i));
      text.append(':').append(changes.spanMillis(i));
      text.append(pair.before() == Change.GREW ? 'g' : 's');
      text.append(pair.after() == Change.GREW ? 'g' : 's');
    }
    text.append('|');
    for (int i = 0; i < shrinks.size(); i++) {
      text.append(i == 0 ? "" : " ").append(shrinks.atMillis(i));
      text.append(':').append(shrinks.spanMillis(i));
    }
    return text.toString();
  }

  /** Takes up what {@link #encoded} wrote down, into a history that is still empty. */
  public void read(String encoded) {
    int bar = encoded.indexOf('|');
    for (String one : encoded.substring(0, bar).split(" ", -1)) {
      if (!one.isEmpty()) {
        int colon = one.indexOf(':');
        int end = one.length();
        changed(
            Long.parseLong(one, 0, colon, 10),
            Long.parseLong(one, colon + 1, end - 2, 10),
            one.charAt(end - 2) == 'g' ? Change.GREW : Change.SHRANK,
            one.charAt(end - 1) == 'g' ? Change.GREW : Change.SHRANK);
      }
    }
    for (String one : encoded.substring(bar + 1).split(" ", -1)) {
      if (!one.isEmpty()) {
        int colon = one.indexOf(':');
        shrank(Long.parseLong(one, 0, colon, 10), Long.parseLong(one, colon + 1, one.length(), 10));
      }
    }
  }
}
