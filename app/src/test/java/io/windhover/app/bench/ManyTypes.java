package io.windhover.app.bench;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.TaskTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The setting in which SCS showed that it is fast enough: sixteen machine types and a hundred
 * classes of hybrid jobs. The types beyond the paper's four are a fifth dearer or cheaper than one
 * of those, and faster or slower by another share for each task.
 */
final class ManyTypes {
  static final int TYPES = 16;
  static final int CLASSES = 100;

  private static final String[] FIRST = {
    TaskTimes.MICRO, TaskTimes.STANDARD, TaskTimes.HIGH_CPU, TaskTimes.HIGH_MEMORY
  };
  private static final long[] PRICES_MILLI_DOLLARS = {20, 85, 680, 500};
  private static final long[] PRICE_PERCENT = {100, 80, 120, 150};
  static final long LAG_MILLIS = 390_000;
  private static final long HOUR_MILLIS = 3_600_000;
  private static final int LIMIT = 10_000_000;

  private ManyTypes() {}

  private static String name(int type) {
    String first = FIRST[type % FIRST.length];
    return type < FIRST.length ? first : first + "-" + (1 + type / FIRST.length);
  }

  static List<Offer> offers() {
    List<Offer> offers = new ArrayList<>();
    for (int type = 0; type < TYPES; type++) {
      long milliDollars =
          PRICES_MILLI_DOLLARS[type % FIRST.length] * PRICE_PERCENT[type / FIRST.length] / 100;
      offers.add(
          new Offer(
              name(type),
              Market.ON_DEMAND,
              new MachineSpec(name(type), name(type), List.of(), 1, 0, milliDollars * 1_000_000),
              LIMIT,
              LIMIT,
              0,
              LAG_MILLIS,
              Billing.perPeriod(HOUR_MILLIS)));
    }
    return offers;
  }

  /** Classes with deadlines from two to four hours. */
  static List<JobSpec> classes() {
    List<JobSpec> classes = new ArrayList<>();
    for (int number = 0; number < CLASSES; number++) {
      var within = new Deadline.Within(2 * HOUR_MILLIS + 2 * HOUR_MILLIS * number / CLASSES);
      classes.add(onAllTypes(Application.HYBRID.job(TaskTimes.SCS, number, within), number));
    }
    return classes;
  }

  /** Tasks that take one time everywhere get one for each of the first four types as well. */
  static JobSpec onAllTypes(JobSpec job, long seed) {
    List<TaskGroup> groups = new ArrayList<>();
    for (int i = 0; i < job.groups().size(); i++) {
      TaskGroup group = job.groups().get(i);
      groups.add(
          new TaskGroup(
              group.name(),
              group.count(),
              group.script(),
              group.kind(),
              group.need(),
              group.after(),
              onAllTypes(group.runtime(), seed, i),
              group.priority(),
              group.interruptible(),
              0,
              0,
              0));
    }
    return new JobSpec(job.name(), "", job.deadline(), false, groups);
  }

  private static RuntimeEstimate onAllTypes(RuntimeEstimate known, long seed, int task) {
    var chance = Chance.stream(seed, "times on more types", task);
    double[] alone = {
      4, 1, 1 / (1.2 + 9 * chance.nextDouble()), 1 / (1.2 + 7 * chance.nextDouble())
    };
    TreeMap<String, Long> millis = new TreeMap<>();
    for (int type = 0; type < TYPES; type++) {
      int first = type % FIRST.length;
      double time =
          known
              .millisOn(FIRST[first])
              .orElseThrow(() -> new IllegalArgumentException("no time of task " + task));
      double share = type < FIRST.length ? 1 : 0.7 + 0.6 * chance.nextDouble();
      boolean anywhere = known.millisByType().isEmpty();
      millis.put(name(type), Math.max(1, Math.round(time * share * (anywhere ? alone[first] : 1))));
    }
    return new RuntimeEstimate(-1, millis);
  }
}
