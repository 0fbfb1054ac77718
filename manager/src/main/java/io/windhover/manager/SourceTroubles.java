package io.windhover.manager;

import io.windhover.capacity.SourceAnswer;
import io.windhover.core.policy.Reason;
import io.windhover.core.step.Group;
import io.windhover.core.step.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Calls to the source that fail: each is told once, and the last is a reason to wait. */
final class SourceTroubles {
  /** Longer than it takes until a call that failed is made again. */
  private static final long REASON_MILLIS = 90_000;

  private Consumer<String> listener = line -> {};
  private String last = "";
  private long untilMillis = Long.MIN_VALUE;

  void tell(Consumer<String> newListener) {
    listener = newListener;
  }

  void heard(SourceAnswer.Failed failed, long nowMillis) {
    last = failed.what() + " failed: " + failed.why();
    untilMillis = nowMillis + REASON_MILLIS;
    listener.accept(last);
  }

  /** The policy's reasons, after those for what could run if calls had not failed of late. */
  List<Reason> before(List<Reason> policys, World world, long nowMillis) {
    List<Reason> reasons = new ArrayList<>();
    if (nowMillis <= untilMillis) {
      for (Group group : world.readyGroups()) {
        int job = group.job().id();
        reasons.add(new Reason.SourceFails(job, group.ordinal(), group.ready(), last));
      }
    }
    reasons.addAll(policys);
    return reasons;
  }
}
