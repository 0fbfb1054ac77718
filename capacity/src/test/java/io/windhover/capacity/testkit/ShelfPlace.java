package io.windhover.capacity.testkit;

import io.windhover.capacity.LaunchRefusal;
import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.Sighting.State;
import io.windhover.capacity.Source;
import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Offer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Machines on a shelf, in memory: they are up at once. The contract is tried on it. */
class ShelfPlace implements MachinePlace {
  private static final Offer OFFER =
      new Offer("small", new MachineSpec("small", "small", List.of(), 1, 1_000, 10), 10);

  private final Map<String, Sighting> machines = new LinkedHashMap<>();
  private final List<DialIn> dialIns = new ArrayList<>();
  private long nowMillis = 1;

  @Override
  public Source open(String mark) {
    return new Shelved(mark);
  }

  @Override
  public List<DialIn> dialledIn() {
    return dialIns;
  }

  @Override
  public boolean until(BooleanSupplier condition) {
    nowMillis++;
    return condition.getAsBoolean();
  }

  @Override
  public void close() {
    machines.clear();
  }

  /** May be overridden by a place that is broken. */
  synchronized void rent(LeaseOrder order) {
    if (!machines.containsKey(order.lease())) {
      bringUp(order);
    }
  }

  void bringUp(LeaseOrder order) {
    dialIns.add(new DialIn(order.lease(), order.joinSecret()));
    machines.put(order.lease(), new Sighting(order.lease(), State.RUNNING, nowMillis, nowMillis));
  }

  /** As {@link #rent}. */
  synchronized void end(String lease) {
    machines.computeIfPresent(
        lease, (id, was) -> was.state() == State.ENDED ? was : ended(was, nowMillis));
  }

  static Sighting ended(Sighting was, long atMillis) {
    return new Sighting(
        was.lease(),
        State.ENDED,
        was.sinceMillis(),
        atMillis,
        0,
        Long.MAX_VALUE,
        Coming.ENDED,
        "",
        Sighting.NOT_SAID);
  }

  /** As {@link #rent}. */
  synchronized List<Sighting> show(String mark) {
    return machines.values().stream().filter(s -> s.lease().startsWith(mark)).toList();
  }

  final Map<String, Sighting> machines() {
    return machines;
  }

  /** The place as one pool sees it. */
  private final class Shelved implements Source {
    private final String mark;
    private boolean closed;

    Shelved(String mark) {
      this.mark = mark;
    }

    @Override
    public List<Offer> offers() {
      return List.of(OFFER);
    }

    @Override
    public void ask(LeaseOrder order) throws LaunchRefusal {
      if (closed || !order.offer().equals(OFFER.name())) {
        throw new LaunchRefusal(closed ? "closed" : order.offer() + " is not offered");
      }
      rent(order);
    }

    @Override
    public void release(String lease) {
      end(lease);
    }

    @Override
    public List<Sighting> survey() {
      return show(mark);
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
