package io.windhover.capacity.testkit;

import io.windhover.capacity.Source;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A place where machines can be had, as {@link SourceContract} needs to see it: the real thing of a
 * source, or the nearest thing to it. One place serves one test and is empty at first.
 */
public interface MachinePlace extends AutoCloseable {
  /** What a machine has said at its first join. */
  record DialIn(String lease, String joinSecret) {}

  /**
   * Opens the place for the pool with this mark, as each start of a manager does. What the pool has
   * rented is there whoever opened the place then.
   */
  Source open(String mark);

  /** The machines that have dialled in so far. */
  List<DialIn> dialledIn();

  /**
   * Lets time go by until this holds; answers false when it does not after long enough for a
   * machine to come up or to end.
   */
  boolean until(BooleanSupplier condition);

  /** Ends all that is left here. */
  @Override
  void close();
}
