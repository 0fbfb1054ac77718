package io.windhover.policies.workflow.justintime;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/** The classes of jobs that have been seen, by number. */
final class Classes {
  /** A job without a deadline is to end within so many times its chain on the cheapest types. */
  private static final long PATIENCE = 4;

  private static final long PATIENCE_MILLIS_MIN = 3_600_000;

  /** Beyond so many, classes that nothing leads to any more are forgotten. */
  private static final int MANY = 2 * History.LONGER_JOBS_MAX;

  private record Key(JobSpec spec, long deadlineMillis) {}

  private final VmTypes types;
  private final Map<Key, Integer> numbers = new LinkedHashMap<>();
  private final List<Key> keys = new ArrayList<>();
  final List<WorkClass> all = new ArrayList<>();
  private final List<Integer> newestJobs = new ArrayList<>();
  private double chainShareMax;
  private int coresMax = 1;
  private long memoryBytesMax;

  Classes(VmTypes types) {
    this.types = types;
  }

  /**
   * The number of the job's class, which is entered if it is new. Equal descriptions are mostly the
   * same object, so that is looked at first.
   */
  @SuppressWarnings("ReferenceEquality")
  int numberOf(JobView job) {
    long within =
        job.deadlineAtMillis() == Deadline.NEVER_MILLIS
            ? Deadline.NEVER_MILLIS
            : job.deadlineAtMillis() - job.submittedAtMillis();
    for (int number = 0; number < keys.size(); number++) {
      if (keys.get(number).spec == job.spec() && keys.get(number).deadlineMillis == within) {
        newestJobs.set(number, Math.max(newestJobs.get(number), job.id()));
        return number;
      }
    }
    Key key = new Key(job.spec(), within);
    Integer known = numbers.get(key);
    if (known != null) {
      newestJobs.set(known, Math.max(newestJobs.get(known), job.id()));
      return known;
    }
    numbers.put(key, all.size());
    keys.add(key);
    all.add(of(job.spec(), within));
    newestJobs.add(job.id());
    return all.size() - 1;
  }

  boolean areMany() {
    return all.size() > MANY;
  }

  /**
   * Forgets classes of which the newest job has left the world, but for those that are still needed
   * by number.
   *
   * @return the new numbers by the old ones; -1 for what is forgotten
   */
  int[] forget(WorldView world, SortedSet<Integer> needed) {
    int[] renumbered = new int[all.size()];
    int kept = 0;
    for (int number = 0; number < renumbered.length; number++) {
      boolean keep = needed.contains(number) || world.hasJob(newestJobs.get(number));
      renumbered[number] = keep ? kept : -1;
      if (keep) {
        keys.set(kept, keys.get(number));
        all.set(kept, all.get(number));
        newestJobs.set(kept, newestJobs.get(number));
        kept++;
      }
    }
    for (List<?> byNumber : List.of(keys, all, newestJobs)) {
      byNumber.subList(kept, renumbered.length).clear();
    }
    numbers.clear();
    for (int number = 0; number < kept; number++) {
      numbers.put(keys.get(number), number);
    }
    return renumbered;
  }

  /** The newest job of each class, in the order of their numbers, and what was widest of all. */
  void write(MemoryWriter text) {
    newestJobs.forEach(id -> text.line("class", id));
    text.line("widest", chainShareMax, coresMax, memoryBytesMax);
  }

  /** Classes of which no job is there any more may have had more than those that are known. */
  void takeWidest(MemoryReader line) {
    chainShareMax = line.nextDouble();
    coresMax = line.nextInt();
    memoryBytesMax = line.nextLong();
  }

  /**
   * The largest {@link Chains#share} of all classes ever seen: other rules have one margin for all
   * jobs.
   */
  double chainShareMax() {
    return all.isEmpty() ? 1 : chainShareMax;
  }

  private WorkClass of(JobSpec spec, long within) {
    int size = spec.groups().size();
    int[] counts = new int[size];
    int[][] parents = new int[size][];
    long[][] millis = new long[size][types.size()];
    int[] firsts = new int[size];
    boolean[] rentable = new boolean[size];
    int first = 0;
    boolean guessed = false;
    for (int node = 0; node < size; node++) {
      TaskGroup group = spec.groups().get(node);
      widen(group.need());
      counts[node] = group.count();
      firsts[node] = first;
      first += group.count();
      parents[node] = group.after().stream().mapToInt(Integer::intValue).toArray();
      for (int type = 0; type < types.size(); type++) {
        MachineSpec machine = types.offer(type).machine();
        boolean holds = types.holds(type, group.need());
        guessed |= holds && group.runtime().millisOn(machine.type()).isEmpty();
        rentable[node] |= holds;
        millis[node][type] =
            holds
                ? Math.max(1, group.runtime().millisOn(machine.type()).orElse(Vm.UNKNOWN_MILLIS))
                : Dag.NEVER_MILLIS;
      }
      for (int type = 0; type < types.size() && !rentable[node]; type++) {
        // Nobody rents it out; the rest is planned as if somebody did.
        millis[node][type] = Vm.UNKNOWN_MILLIS;
      }
    }
    Dag dag = Dag.of(counts, parents, millis);
    chainShareMax = Math.max(chainShareMax, Chains.share(dag));
    long deadline = within == Deadline.NEVER_MILLIS ? patienceMillis(dag) : within;
    return new WorkClass(spec, dag, firsts, rentable, deadline, guessed);
  }

  private long patienceMillis(Dag dag) {
    int[] cheapest = new int[dag.size()];
    for (int node = 0; node < cheapest.length; node++) {
      for (int type = 1; type < types.size(); type++) {
        if (dag.runsOn(node, type)
            && types.busyNanos(type, dag.millis(node, type))
                < types.busyNanos(cheapest[node], dag.millis(node, cheapest[node]))) {
          cheapest[node] = type;
        }
      }
    }
    long chain = dag.makespanMillis(cheapest);
    return Math.max(PATIENCE_MILLIS_MIN, PATIENCE * (chain + types.lagMillisMax()));
  }

  private void widen(Need need) {
    coresMax = Math.max(coresMax, need.cores());
    memoryBytesMax = Math.max(memoryBytesMax, need.memoryBytes());
  }

  /** By type: how many tasks of the widest need seen fit on one machine side by side. */
  int[] lanes() {
    int[] lanes = new int[types.size()];
    for (int type = 0; type < lanes.length; type++) {
      MachineSpec machine = types.offer(type).machine();
      long byCores = machine.cores() / coresMax;
      long byMemory = memoryBytesMax == 0 ? byCores : machine.memoryBytes() / memoryBytesMax;
      lanes[type] = (int) Math.max(1, Math.min(byCores, byMemory));
    }
    return lanes;
  }
}
