package io.windhover.policies.workflow.bound;

import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The different jobs of a stream: same workflow, same time from submission to deadline. Least busy
 * costs are computed once for each, set of types and prices.
 */
final class Classes {
  /** Beyond so many types, or so large workflows, not every set of types is looked at. */
  private static final int TYPES_MAX = 5;

  private static final int NODES_MAX = 400;
  private static final double MILLIS_PER_HOUR = 3_600_000;

  private record JobClass(Dag dag, long windowMillis) {}

  /** The prices of the types of a set; 0 for the others. */
  private record Prices(long set, List<Integer> levels) {}

  private final List<JobClass> classes = new ArrayList<>();
  private final List<Map<Prices, Double>> known = new ArrayList<>();
  private final List<Boolean> possible = new ArrayList<>();
  private final int[] classOfJob;
  private final double[] nanosPerMilli;
  private final long[] sets;
  private boolean exact = true;

  private Classes(List<WorkflowBound.Arrival> arrivals, VmTypes types) {
    nanosPerMilli = new double[types.size()];
    for (int type = 0; type < types.size(); type++) {
      int cores = types.offer(type).machine().cores();
      nanosPerMilli[type] = types.pricePerHourNanos(type) / MILLIS_PER_HOUR / cores;
    }
    classOfJob = new int[arrivals.size()];
    Map<JobClass, Integer> numbers = new LinkedHashMap<>();
    for (int job = 0; job < classOfJob.length; job++) {
      WorkflowBound.Arrival arrival = arrivals.get(job);
      JobClass of = new JobClass(arrival.dag(), WorkflowBound.windowMillis(arrival));
      Integer number = numbers.get(of);
      if (number == null) {
        number = numbers.size();
        numbers.put(of, number);
        add(of);
      }
      classOfJob[job] = number;
    }
    sets = sets();
  }

  static Classes of(List<WorkflowBound.Arrival> arrivals, VmTypes types) {
    return new Classes(arrivals, types);
  }

  private void add(JobClass wanted) {
    long fastest = wanted.dag().plannable() ? wanted.dag().fastestMillis() : Dag.NEVER_MILLIS;
    boolean inTime = fastest <= wanted.windowMillis();
    possible.add(inTime);
    classes.add(inTime ? wanted : new JobClass(wanted.dag(), Dag.NEVER_MILLIS));
    known.add(new LinkedHashMap<>());
  }

  private long[] sets() {
    int nodes = classes.stream().mapToInt(each -> each.dag().size()).sum();
    long all = (1L << nanosPerMilli.length) - 1;
    if (nanosPerMilli.length > TYPES_MAX || nodes > NODES_MAX) {
      return new long[] {all};
    }
    long[] every = new long[(int) all];
    for (int i = 0; i < every.length; i++) {
      every[i] = i + 1L;
    }
    return every;
  }

  int size() {
    return classes.size();
  }

  int classOf(int job) {
    return classOfJob[job];
  }

  boolean possible(int job) {
    return possible.get(classOfJob[job]);
  }

  /** Sets of types, a bit for each type: all there are, or the one of all types. */
  long[] typeSets() {
    return sets.clone();
  }

  /** Whether all least busy costs so far were found exactly. */
  boolean exact() {
    return exact;
  }

  /**
   * The least busy cost when a type's time costs this many tenths of what it does; 0 when nobody
   * knows how long the workflow takes.
   *
   * @param levels by type
   */
  double leastBusy(int number, long set, int[] levels) {
    JobClass of = classes.get(number);
    if (!of.dag().plannable()) {
      return 0;
    }
    List<Integer> used = new ArrayList<>();
    double[] prices = new double[levels.length];
    for (int type = 0; type < levels.length; type++) {
      used.add((set >> type & 1) == 1 ? levels[type] : 0);
      prices[type] = nanosPerMilli[type] * levels[type] / ChargeSearch.LEVEL_MAX;
    }
    Prices key = new Prices(set, used);
    Double before = known.get(number).get(key);
    if (before != null) {
      return before;
    }
    LeastBusy.Answer answer = LeastBusy.of(of.dag(), prices, set, of.windowMillis());
    exact &= answer.exact();
    known.get(number).put(key, answer.nanos());
    return answer.nanos();
  }
}
