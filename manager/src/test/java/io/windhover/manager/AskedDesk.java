package io.windhover.manager;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceDesk;
import io.windhover.core.model.Offer;
import java.util.List;
import java.util.function.Supplier;

/**
 * A source that has offers and says nothing else by itself.
 *
 * @param manager the one that asks now
 * @param asked takes what it is asked for
 */
record AskedDesk(Supplier<Manager> manager, List<Offer> offered, List<LeaseOrder> asked)
    implements SourceDesk {
  @Override
  public void ask(LeaseOrder order) {
    asked.add(order);
  }

  @Override
  public void release(String lease) {}

  @Override
  public void survey(long atMillis) {}

  @Override
  public void offers() {
    manager.get().heard(new SourceAnswer.Offered(offered));
  }
}
