package io.windhover.virtual;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.step.Group;
import io.windhover.core.step.World;
import io.windhover.simulator.Cloud;
import io.windhover.wire.Order;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Store of what tasks have saved, in virtual time: how much of each, in the millionths that the
 * world counts in. It outlives every machine, and knows more than the manager when a worker's word
 * is lost.
 */
final class VirtualStore {
  static final String ADDRESS = "file:///virtual";
  private static final long WHOLE = 1_000_000;

  private final Supplier<World> world;
  private final Cloud cloud;
  private final Map<String, Integer> safeParts = new HashMap<>();

  VirtualStore(Supplier<World> world, Cloud cloud) {
    this.world = world;
    this.cloud = cloud;
  }

  /** How long a task stands still while it saves. */
  long dumpMillis(Order order) {
    return cloud.dumpMillis(order.memoryBytes());
  }

  /** What need not be run again. */
  int safeParts(Order order) {
    return order.saving().isStored() ? safeParts.getOrDefault(order.saving().shelf(), 0) : 0;
  }

  /** A task that failed by itself starts over, as the world reckons. */
  void forget(Order order) {
    safeParts.remove(order.saving().shelf());
  }

  /** How long the rest of a task takes that would take this long in all. */
  static long restMillis(long fullMillis, int parts) {
    return parts == 0 ? fullMillis : Math.max(1, fullMillis - fullMillis * parts / WHOLE);
  }

  /** Keeps what an attempt has done since it began with so much safe, as the world reckons it. */
  void keep(Order order, MachineSpec machine, int startParts, long progressMillis) {
    int job = order.ref().job();
    if (!world.get().hasJob(job)) {
      return;
    }
    Group group = world.get().job(job).groupOf(FatedRunner.id(order.ref()).task());
    long estimate = group.spec().runtime().millisOn(machine.type()).orElse(0);
    long parts = estimate <= 0 ? 0 : progressMillis * WHOLE / estimate;
    int safe = (int) Math.min(WHOLE, startParts + parts);
    safeParts.merge(order.saving().shelf(), safe, Math::max);
  }
}
