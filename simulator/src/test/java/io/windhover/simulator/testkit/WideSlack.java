package io.windhover.simulator.testkit;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.testkit.Specs;
import io.windhover.core.testkit.Tasks;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Story;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Stories in which a policy that keeps deadlines has no excuse: everything takes as long as
 * estimated, nothing fails, and each deadline leaves four times what the job would take on one
 * machine, and ten minutes more.
 */
final class WideSlack {
  private static final long MARGIN_MILLIS = 600_000;

  private WideSlack() {}

  static Story of(long seed) {
    SplittableRandom chance = Chance.stream(seed, "wide slack", 0);
    List<Happening> happenings = new ArrayList<>();
    for (int i = 1 + chance.nextInt(3); i > 0; i--) {
      happenings.add(new Happening.JobArrives(chance.nextInt(60_000), job(chance)));
    }
    return new Story(happenings, Fate.asEstimated());
  }

  private static JobSpec job(SplittableRandom chance) {
    Tasks[] groups = new Tasks[1 + chance.nextInt(3)];
    long totalMillis = 0;
    for (int g = 0; g < groups.length; g++) {
      groups[g] =
          Specs.tasks("g" + g, 1 + chance.nextInt(10))
              .cores(1 + chance.nextInt(4))
              .runMillis(1000 + chance.nextInt(60_000));
      if (g > 0 && chance.nextBoolean()) {
        groups[g].after(g - 1);
      }
      TaskGroup group = groups[g].group();
      totalMillis += group.count() * group.runtime().anyTypeMillis();
    }
    return Specs.job(new Deadline.Within(4 * totalMillis + MARGIN_MILLIS), false, groups);
  }
}
