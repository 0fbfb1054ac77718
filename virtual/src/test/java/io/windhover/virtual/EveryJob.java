package io.windhover.virtual;

import io.windhover.core.step.Job;
import io.windhover.core.step.World;
import io.windhover.manager.KeptJobs;
import java.util.ArrayList;
import java.util.List;

/** Every job that was ever submitted to a pool, those that have left its world among them. */
final class EveryJob {
  private EveryJob() {}

  static List<Job> of(VirtualPool pool) {
    List<Job> jobs = new ArrayList<>();
    World world = pool.world();
    for (int id = 1; id < world.nextJobId(); id++) {
      World has = world.hasJob(id) ? world : KeptJobs.world(pool.store(), id).orElseThrow();
      jobs.add(has.job(id));
    }
    return jobs;
  }
}
