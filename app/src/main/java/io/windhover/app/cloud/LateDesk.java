package io.windhover.app.cloud;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.SourceDesk;

/**
 * The desk of a source that is opened later: a manager must know its desk before its port is open,
 * and the source must know the port.
 */
final class LateDesk implements SourceDesk {
  private volatile SourceDesk desk = SourceDesk.NONE;

  void open(SourceDesk opened) {
    desk = opened;
  }

  @Override
  public void ask(LeaseOrder order) {
    desk.ask(order);
  }

  @Override
  public void release(String lease) {
    desk.release(lease);
  }

  @Override
  public void survey(long atMillis) {
    desk.survey(atMillis);
  }

  @Override
  public void offers() {
    desk.offers();
  }
}
