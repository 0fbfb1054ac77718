package io.windhover.experiments.kestrel;

import io.windhover.core.step.Job;
import io.windhover.core.step.Machine;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import java.util.ArrayList;
import java.util.List;

/** Looks at the pool every half hour, as whoever drew the paper's figures did. */
final class Watch {
  static final long EVERY_MILLIS = 30 * Month.MINUTE;

  /**
   * One look.
   *
   * @param online workers as the manager counts them; of these some are available, the others busy
   * @param executing tasks that really run on VMs
   * @param queued tasks that wait
   */
  record Look(long atMillis, int online, int available, int busy, int executing, int queued) {}

  private final List<Look> looks = new ArrayList<>();
  private int miscounts;

  void look(long nowMillis, World world, int executing) {
    int online = 0;
    int busy = 0;
    for (Machine machine : world.machines()) {
      online++;
      busy += machine.attempts().isEmpty() ? 0 : 1;
    }
    int queued = 0;
    for (Job job : world.jobs()) {
      queued += job.count(TaskState.WAITING);
      int all = 0;
      for (TaskState state : TaskState.values()) {
        all += job.count(state);
      }
      miscounts += all == job.spec().taskCount() ? 0 : 1;
    }
    looks.add(new Look(nowMillis, online, online - busy, busy, executing, queued));
  }

  List<Look> looks() {
    return List.copyOf(looks);
  }

  /** How often queued, running and completed tasks did not add up to what was requested. */
  int miscounts() {
    return miscounts;
  }
}
