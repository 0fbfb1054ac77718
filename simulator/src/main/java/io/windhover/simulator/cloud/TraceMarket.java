package io.windhover.simulator.cloud;

import io.windhover.core.event.Event;
import io.windhover.simulator.LeasedMachine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A market that does what a trace says. With notice, machines go that long after the outage began.
 */
public final class TraceMarket implements MarketProcess {
  private record Change(long atMillis, String type, boolean begins) {}

  private final Reclaiming reclaiming;
  private final List<Change> changes = new ArrayList<>();
  private final List<Outage> outages;
  private final long noticeMillis;
  private int next;

  /**
   * A market with these outages, in any order.
   *
   * @throws IllegalArgumentException when two outages of a type overlap
   */
  public TraceMarket(Reclaim reclaim, List<Outage> outages) {
    this.reclaiming = new Reclaiming(reclaim);
    this.noticeMillis = reclaim.noticeMillis();
    List<Outage> sorted = new ArrayList<>(outages);
    sorted.sort(Comparator.comparingLong(Outage::fromMillis));
    this.outages = List.copyOf(sorted);
    Map<String, Outage> last = new LinkedHashMap<>();
    for (Outage outage : sorted) {
      Outage before = last.put(outage.type(), outage);
      if (before != null && before.toMillis() > outage.fromMillis()) {
        throw new IllegalArgumentException(before + " and " + outage + " overlap");
      }
      changes.add(new Change(outage.fromMillis(), outage.type(), true));
      changes.add(new Change(outage.toMillis(), outage.type(), false));
    }
    // At one moment an end comes before a beginning, so that outages may follow on directly.
    changes.sort(
        Comparator.comparingLong(Change::atMillis)
            .thenComparing(Change::begins)
            .thenComparing(Change::type));
  }

  /** Machines go on until their notice has run out, and for good if the type is back by then. */
  @Override
  public List<Outage> certainOutages(long untilMillis) {
    List<Outage> certain = new ArrayList<>();
    for (Outage outage : outages) {
      long fromMillis = outage.fromMillis() + noticeMillis;
      if (fromMillis < Math.min(outage.toMillis(), untilMillis)) {
        certain.add(new Outage(outage.type(), fromMillis, outage.toMillis()));
      }
    }
    return certain;
  }

  @Override
  public long nextMillis() {
    long change = next < changes.size() ? changes.get(next).atMillis() : Long.MAX_VALUE;
    return Math.min(change, reclaiming.nextMillis());
  }

  @Override
  public List<Event> happen(long nowMillis, List<LeasedMachine> spots) {
    List<Event> events = new ArrayList<>();
    reclaiming.fulfil(nowMillis, spots, events);
    while (next < changes.size() && changes.get(next).atMillis() == nowMillis) {
      Change change = changes.get(next++);
      if (change.begins()) {
        reclaiming.take(change.type(), nowMillis, spots, events);
      } else {
        reclaiming.giveBack(change.type(), spots, events);
      }
    }
    return events;
  }

  @Override
  public boolean sells(String type) {
    return !reclaiming.isOff(type);
  }
}
