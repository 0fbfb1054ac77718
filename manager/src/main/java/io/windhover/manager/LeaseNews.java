package io.windhover.manager;

import io.windhover.capacity.Sighting;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the source has said of each lease in this life of the manager, to tell what is newer. A
 * survey is as of the moment it was asked for, by our own clock: one that was asked for after the
 * last news is believed even if the source's clock has been set back. Between two that were under
 * way at once, and for what a source tells by itself, its clock decides.
 */
final class LeaseNews {
  /** In place of the moment it was asked for: the source has told this by itself. */
  static final long UNASKED = -1;

  private final Map<String, Last> byLease = new LinkedHashMap<>();

  /** What was last believed of a lease. */
  private static final class Last {
    /** As of when it was shown, by our clock; -1 while it was not. */
    long shownAtMillis = -1;

    /** When that had come about, by the source's clock. */
    long changedAtMillis;

    /** Since when it is charged for; 0 when that is not known. */
    long chargedSinceMillis;

    /** When the survey was asked for that was the first to miss it; -1 while it is not missed. */
    long missedAtMillis = -1;
  }

  /** Whether this has come late. That a lease is over is final, and never late. */
  boolean isLate(Sighting seen, long askedAtMillis) {
    Last last = byLease.get(seen.lease());
    return last != null
        && !seen.isOver()
        && askedAtMillis <= last.shownAtMillis
        && seen.changedAtMillis() < last.changedAtMillis;
  }

  /**
   * Whether this is newer than the last word of the machine's own worker: it was asked for later,
   * or something has happened that was not known of before.
   */
  boolean isNewerThanItsWorker(Sighting seen, long askedAtMillis, long spokeAtMillis) {
    Last last = byLease.get(seen.lease());
    boolean tellsMore =
        last == null ? askedAtMillis == UNASKED : seen.changedAtMillis() > last.changedAtMillis;
    return askedAtMillis > spokeAtMillis || tellsMore;
  }

  /** It is there, as of this moment. */
  void shown(Sighting seen, long asOfMillis) {
    Last last = byLease.computeIfAbsent(seen.lease(), lease -> new Last());
    last.shownAtMillis = Math.max(last.shownAtMillis, asOfMillis);
    last.changedAtMillis = seen.changedAtMillis();
    last.missedAtMillis = -1;
    if (seen.sinceMillis() > 0) {
      last.chargedSinceMillis = seen.sinceMillis();
    }
  }

  boolean wasShown(String lease) {
    Last last = byLease.get(lease);
    return last != null && last.shownAtMillis >= 0;
  }

  /** Since when the source charges for it; 0 when that is not known. */
  long chargedSinceMillis(String lease) {
    Last last = byLease.get(lease);
    return last == null ? 0 : last.chargedSinceMillis;
  }

  /** What becomes of a lease that a survey does not show. */
  enum Missing {
    /** It was shown since the survey was asked for. */
    NO,
    /** The first survey that misses it: a list may be wrong for a moment. */
    PERHAPS,
    /** Two surveys in a row have missed it, and its worker has said nothing since the first. */
    GONE
  }

  Missing missed(String lease, long askedAtMillis, long spokeAtMillis) {
    Last last = byLease.computeIfAbsent(lease, unseen -> new Last());
    if (askedAtMillis <= last.shownAtMillis) {
      return Missing.NO;
    } else if (last.missedAtMillis < 0 || spokeAtMillis > last.missedAtMillis) {
      last.missedAtMillis = askedAtMillis;
    }
    return askedAtMillis > last.missedAtMillis ? Missing.GONE : Missing.PERHAPS;
  }

  /** It is over. */
  void forget(String lease) {
    byLease.remove(lease);
  }
}
