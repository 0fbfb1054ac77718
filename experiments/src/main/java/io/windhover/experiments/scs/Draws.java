package io.windhover.experiments.scs;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.TaskTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Which seeds an experiment takes: 1, 2, 3 and so on without those whose job nobody could end in
 * time. Such a draw says nothing about a policy, so the next seed takes its place.
 *
 * @param redrawn how many seeds were passed over
 */
record Draws(List<Long> seeds, int redrawn) {
  /** What a draw must allow for. */
  enum Room {
    /** On the fastest types, after one lag, the job ends by its deadline. */
    EXACT(1),
    /** It does even if every runtime and every lag is longer by a fifth. */
    FOR_ERRORS(1.2);

    private final double factor;

    Room(double factor) {
      this.factor = factor;
    }

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  Draws {
    seeds = List.copyOf(seeds);
  }

  static Draws of(Application application, long deadlineMillis, Room room, int draws) {
    List<Long> seeds = new ArrayList<>();
    long seed = 1;
    while (seeds.size() < draws) {
      if (possible(job(application, deadlineMillis, seed), deadlineMillis, room)) {
        seeds.add(seed);
      }
      seed++;
    }
    return new Draws(seeds, (int) (seed - 1 - draws));
  }

  static JobSpec job(Application application, long deadlineMillis, long seed) {
    return application.job(TaskTimes.SCS, seed, new Deadline.Within(deadlineMillis));
  }

  private static boolean possible(JobSpec job, long deadlineMillis, Room room) {
    Dag dag = Dag.of(job, VmTypes.of(ScsSetting.offers(ScsSetting.Meter.HOUR)));
    return (dag.fastestMillis() + ScsSetting.LAG_MILLIS) * room.factor <= deadlineMillis;
  }
}
