package io.windhover.rental;

import io.windhover.capacity.LaunchRefusal;
import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.Source;
import io.windhover.core.model.Offer;
import java.util.List;

/** A source as the pool with one mark sees it, from a start of its manager to the end of it. */
final class PoolAccount implements Source {
  private final SimulatedSource source;
  private final String mark;
  private boolean closed;

  PoolAccount(SimulatedSource source, String mark) {
    this.source = source;
    this.mark = mark;
  }

  @Override
  public List<Offer> offers() {
    return source.offers();
  }

  @Override
  public void ask(LeaseOrder order) throws LaunchRefusal {
    if (closed) {
      throw new LaunchRefusal("this account is closed");
    }
    source.ask(order);
  }

  @Override
  public void release(String lease) {
    source.release(lease);
  }

  @Override
  public List<Sighting> survey() {
    return source.survey().stream().filter(seen -> seen.lease().startsWith(mark)).toList();
  }

  @Override
  public void close() {
    closed = true;
  }
}
