package io.windhover.policies.workflow.frame;

import io.windhover.policies.workflow.plan.Dag;
import org.jspecify.annotations.Nullable;

/** What a method can choose from: places on machines there are, and machines to be rented. */
public final class Yard {
  /** Which places on machines there are come into question. */
  public enum Which {
    ANY,
    /** Only within the time that the machine is paid for already. */
    PAID,
    /** Only on machines with nothing to do now or later. */
    IDLE
  }

  /** So many machines of a type are looked at for one task, those that are free first in front. */
  private static final int SEARCH_MAX = 64;

  private final Book book;
  private final Terms terms;
  private final long nowMillis;

  Yard(Book book, long nowMillis) {
    this.book = book;
    this.terms = book.terms();
    this.nowMillis = nowMillis;
  }

  public long nowMillis() {
    return nowMillis;
  }

  public Terms terms() {
    return terms;
  }

  /** The place with the earliest end in time on a machine of this type; null when there is none. */
  public @Nullable Place onType(Asked asked, int type, Which which) {
    return onType(asked, type, which, asked.byMillis());
  }

  /**
   * The same within paid time and, if need be, after the window, as long as those that follow are
   * still in time on their types.
   */
  public @Nullable Place paidLater(Asked asked, int type) {
    return onType(asked, type, Which.PAID, asked.latestMillis());
  }

  /**
   * A place on a machine that came by itself, which costs nothing; in time, or whenever it is if
   * nobody rents out a machine for such a task, since then nothing is gained by waiting.
   */
  public @Nullable Place forNothing(Asked asked) {
    long byMillis = asked.isRentable() ? asked.byMillis() : Long.MAX_VALUE;
    return onType(asked, Vm.OTHER, Which.PAID, byMillis);
  }

  private @Nullable Place onType(Asked asked, int type, Which which, long byMillis) {
    FreeFirst machines = book.fleet().ofType(type);
    if (machines.isEmpty()) {
      return null;
    }
    long from = Math.max(nowMillis, asked.earliestMillis());
    long run = type == Vm.OTHER ? 0 : asked.runMillis(type);
    int share = 0; // The same on every machine of a type.
    long end = byMillis;
    Place best = null;
    FreeFirst.Walk walk = machines.new Walk();
    for (int looked = 0; looked < SEARCH_MAX && walk.next(); looked++) {
      run = type == Vm.OTHER ? walk.vm().runMillis(asked, terms) : run;
      long opens = Math.max(from, walk.opensAtMillis());
      long until = end;
      if (which == Which.PAID && run <= end - opens) {
        until = Math.min(end, walk.paidUntilMillis(nowMillis));
      }
      if (run > until - opens || run >= Dag.NEVER_MILLIS) {
        continue;
      }
      Vm vm = walk.vm();
      if (which == Which.IDLE && !vm.isEmpty()) {
        continue;
      }
      share = (share == 0 || type == Vm.OTHER) ? vm.share(asked) : share;
      long start = vm.firstFitMillis(from, run, share, until - run);
      if (start < Long.MAX_VALUE) {
        best = new Place(vm, vm.type(), start, start + run);
        end = start + run - 1; // Of those that end together the first is taken.
        if (start == from && type != Vm.OTHER) {
          break; // No other can end earlier.
        }
      }
    }
    return best;
  }

  /** A machine of this type to be rented now; null when it cannot be had or would end late. */
  public @Nullable Place rented(Asked asked, int type) {
    return rented(asked, type, asked.byMillis());
  }

  private @Nullable Place rented(Asked asked, int type, long byMillis) {
    long run = asked.runMillis(type);
    if (run >= Dag.NEVER_MILLIS || !book.canRent(type, nowMillis)) {
      return null;
    }
    long start = Math.max(asked.earliestMillis(), nowMillis + terms.lagMillis(type));
    return start + run <= byMillis ? new Place(null, type, start, start + run) : null;
  }

  /** The first place on a machine of this type, in time or not; null when there is none. */
  public @Nullable Place whenever(Asked asked, int type) {
    return onType(asked, type, Which.ANY, Long.MAX_VALUE);
  }

  /** The type whose hour is cheapest among those to be rented on which the task ends in time. */
  public @Nullable Place cheapestRented(Asked asked) {
    for (int type : terms.byPrice()) {
      Place place = rented(asked, type);
      if (place != null) {
        return place;
      }
    }
    return null;
  }

  /**
   * When the planned type cannot be had in time: the cheapest that can, on a machine there is or a
   * rented one; else what ends first.
   */
  public @Nullable Place otherwise(Asked asked) {
    for (int type : terms.byPrice()) {
      Place place = onType(asked, type, Which.ANY);
      place = place == null ? rented(asked, type) : place;
      if (place != null) {
        return place;
      }
    }
    return soonest(asked);
  }

  private @Nullable Place soonest(Asked asked) {
    Place best = onType(asked, Vm.OTHER, Which.ANY, Long.MAX_VALUE);
    for (int type = 0; type < terms.types().size(); type++) {
      Place there = onType(asked, type, Which.ANY, Long.MAX_VALUE);
      best = there == null ? best : sooner(best, there);
      Place rented = rented(asked, type, Long.MAX_VALUE);
      best = rented == null ? best : sooner(best, rented);
    }
    return best;
  }

  private static Place sooner(@Nullable Place best, Place other) {
    return best == null || other.endMillis() < best.endMillis() ? other : best;
  }
}
