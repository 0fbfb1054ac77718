package io.windhover.policies.bag.hads;

import io.windhover.core.policy.Chronicle;
import io.windhover.core.policy.RecentMarks;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What HADS remembers: a policy starts tasks only on free cores, so the queues of its VMs live
 * here. One object, advanced in place.
 */
final class HadsMemory implements Chronicle {
  static final String IDLE = "migrations.idle";
  static final String BUSY = "migrations.busy";
  static final String ON_DEMAND = "migrations.onDemand";
  static final String STEAL_CALLS = "stealCalls";
  static final String STEALS = "stealsSucceeded";
  static final String RESUMES = "resumesBeforeTrigger";
  static final String SPOT_LIMIT = "dSpotMillis";

  final String policy;
  final TreeMap<Integer, Bag> bags = new TreeMap<>();
  final TreeMap<Integer, Vm> vms = new TreeMap<>();

  /** When to look at which VM again; 0 stands for the work that has none. */
  final TreeMap<Long, TreeSet<Integer>> alarms = new TreeMap<>();

  /** Launches refused in a row, and the moment before which none is asked for again. */
  int refusals;

  long quietUntilMillis;

  /** Machines may be at work that are no VM of a bag. */
  boolean plainWork;

  private final TreeMap<String, Long> tallies = new TreeMap<>();
  private final RecentMarks marks = new RecentMarks();

  HadsMemory(String policy) {
    this.policy = policy;
    for (String name : List.of(IDLE, BUSY, ON_DEMAND, STEAL_CALLS, STEALS, RESUMES, SPOT_LIMIT)) {
      tallies.put(name, 0L);
    }
  }

  void add(Vm vm) {
    vms.put(vm.id, vm);
    bag(vm).vms.put(vm.id, vm);
  }

  void remove(Vm vm) {
    vms.remove(vm.id);
    bag(vm).vms.remove(vm.id);
  }

  Bag bag(Vm vm) {
    Bag bag = bags.get(vm.job);
    if (bag == null) {
      throw new IllegalStateException("machine " + vm.id + " serves job " + vm.job + ", unknown");
    }
    return bag;
  }

  void count(String tally) {
    tallies.merge(tally, 1L, Long::sum);
  }

  void set(String tally, long value) {
    tallies.put(tally, value);
  }

  void mark(String name, int machine, long atMillis) {
    marks.add(new Mark(name, machine, atMillis));
  }

  @Override
  public SortedMap<String, Long> tallies() {
    return Collections.unmodifiableSortedMap(tallies);
  }

  @Override
  public List<Mark> marks() {
    return marks.all();
  }

  @Override
  public SortedMap<Integer, Integer> tasksByMachine() {
    SortedMap<Integer, Integer> tasks = new TreeMap<>();
    vms.forEach((id, vm) -> tasks.put(id, vm.taskCount()));
    return tasks;
  }

  @Override
  public String encoded() {
    return HadsText.of(this);
  }
}
