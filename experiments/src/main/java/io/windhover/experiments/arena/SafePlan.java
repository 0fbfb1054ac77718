package io.windhover.experiments.arena;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * A simple plan on on-demand machines that certainly works, so that no deadline is drawn that
 * nobody could meet: list scheduling on as many machines as the limits allow, of one type or of
 * all, with real cores and memory. Better plans end earlier.
 */
final class SafePlan {
  private record Span(long fromMillis, long toMillis, Need need) {}

  /** A machine and what is planned on it. */
  private record Planned(Offer offer, List<Span> spans) {
    boolean fits(Need need, long fromMillis, long toMillis) {
      if (roomAt(need, fromMillis)) {
        for (Span span : spans) {
          if (span.fromMillis() > fromMillis
              && span.fromMillis() < toMillis
              && !roomAt(need, span.fromMillis())) {
            return false;
          }
        }
        return true;
      }
      return false;
    }

    private boolean roomAt(Need need, long atMillis) {
      int cores = need.cores();
      long memoryBytes = need.memoryBytes();
      for (Span span : spans) {
        if (span.fromMillis() <= atMillis && atMillis < span.toMillis()) {
          cores += span.need().cores();
          memoryBytes += span.need().memoryBytes();
        }
      }
      return cores <= offer.machine().cores() && memoryBytes <= offer.machine().memoryBytes();
    }

    /**
     * The earliest start from a moment on; the end of something that is planned, or that moment.
     */
    long start(Need need, long fromMillis, long runMillis) {
      long best = Long.MAX_VALUE;
      if (fits(need, fromMillis, fromMillis + runMillis)) {
        return fromMillis;
      }
      for (Span span : spans) {
        long at = span.toMillis();
        if (at >= fromMillis && at < best && fits(need, at, at + runMillis)) {
          best = at;
        }
      }
      return best;
    }
  }

  private record Unit(TaskGroup group, int ordinal, long tailMillis) {}

  private final JobSpec job;
  private final List<Offer> onDemand;

  private SafePlan(JobSpec job, List<Offer> offers) {
    this.job = job;
    this.onDemand = offers.stream().filter(offer -> !offer.isSpot()).toList();
  }

  /** When the job ends at the latest, counted from its submission; empty when no plan was found. */
  static OptionalLong endMillis(JobSpec job, List<Offer> offers) {
    return new SafePlan(job, offers).endMillis();
  }

  private OptionalLong endMillis() {
    long best = endMillis(mixed());
    for (Offer offer : onDemand) {
      best = Math.min(best, endMillis(fleet(List.of(offer))));
    }
    return best == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(best);
  }

  /** One of each type in turn, those with the most memory first. */
  private List<Planned> mixed() {
    List<Offer> types = new ArrayList<>(onDemand);
    types.sort(
        Comparator.comparingLong((Offer offer) -> -offer.machine().memoryBytes())
            .thenComparing(Offer::name));
    return fleet(types);
  }

  private List<Planned> fleet(List<Offer> types) {
    List<Planned> fleet = new ArrayList<>();
    int[] rented = new int[types.size()];
    long cores = 0;
    boolean added = true;
    while (added && fleet.size() < job.taskCount()) {
      added = false;
      for (int i = 0; i < types.size() && fleet.size() < job.taskCount(); i++) {
        Offer offer = types.get(i);
        if (rented[i] < offer.limit() && offer.roomInMarket(fleet.size(), cores) > 0) {
          fleet.add(new Planned(offer, new ArrayList<>()));
          rented[i]++;
          cores += offer.machine().cores();
          added = true;
        }
      }
    }
    return fleet;
  }

  private long endMillis(List<Planned> fleet) {
    long[] ends = new long[job.groups().size()];
    long last = 0;
    for (Unit unit : inOrder()) {
      long ready = 0;
      for (int before : unit.group().after()) {
        ready = Math.max(ready, ends[before]);
      }
      long end = place(unit.group(), ready, fleet);
      if (end == Long.MAX_VALUE) {
        return end;
      }
      ends[unit.ordinal()] = Math.max(ends[unit.ordinal()], end);
      last = Math.max(last, end);
    }
    return last;
  }

  private static long place(TaskGroup group, long readyMillis, List<Planned> fleet) {
    Planned chosen = null;
    long start = 0;
    long end = Long.MAX_VALUE;
    for (Planned machine : fleet) {
      Offer offer = machine.offer();
      OptionalLong run = group.runtime().millisOn(offer.machine().type());
      if (run.isPresent() && offer.machine().offers(group.need())) {
        long from = Math.max(readyMillis, offer.startUpMillis());
        long at = machine.start(group.need(), from, run.getAsLong());
        if (at < Long.MAX_VALUE && at + run.getAsLong() < end) {
          chosen = machine;
          start = at;
          end = at + run.getAsLong();
        }
      }
    }
    if (chosen != null) {
      chosen.spans().add(new Span(start, end, group.need()));
    }
    return end;
  }

  /** Parents first; then those that few types can take, then those with the longest way to go. */
  private List<Unit> inOrder() {
    int size = job.groups().size();
    long[] tails = new long[size];
    List<Unit> units = new ArrayList<>();
    for (int g = size - 1; g >= 0; g--) {
      TaskGroup group = job.groups().get(g);
      tails[g] += Math.max(1, longestMillis(group));
      for (int before : group.after()) {
        tails[before] = Math.max(tails[before], tails[g]);
      }
      for (int i = 0; i < group.count(); i++) {
        units.add(new Unit(group, g, tails[g]));
      }
    }
    boolean dag = job.groups().stream().anyMatch(group -> !group.after().isEmpty());
    Comparator<Unit> longest = Comparator.comparingLong((Unit unit) -> -unit.tailMillis());
    Comparator<Unit> rarest = Comparator.comparingInt(unit -> takers(unit.group()));
    units.sort((dag ? longest : rarest.thenComparing(longest)).thenComparingInt(Unit::ordinal));
    return units;
  }

  private int takers(TaskGroup group) {
    return (int) onDemand.stream().filter(offer -> offer.machine().offers(group.need())).count();
  }

  private long longestMillis(TaskGroup group) {
    long longest = 0;
    for (Offer offer : onDemand) {
      longest = Math.max(longest, group.runtime().millisOn(offer.machine().type()).orElse(0));
    }
    return longest;
  }
}
