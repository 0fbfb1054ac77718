package io.windhover.policies.workflow.justintime;

import io.windhover.core.policy.Chronicle;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Everything the policy remembers. It is changed in place, once for each batch. */
final class Ledger implements Chronicle {
  final VmTypes types;
  final Classes classes;
  final Board board;
  final Tuning tuning = new Tuning();

  /** Excess as a share of the estimate. */
  final Experience runtimes = new Experience(12, 0.2, 0.01);

  /** Excess in milliseconds. */
  final Experience launches;

  /** Jobs with tasks that have just lost their machine; what becomes of them shows next time. */
  final TreeSet<Integer> unsettled = new TreeSet<>();

  /** Moments at which the policy has asked to be woken. */
  final TreeSet<Long> wakes = new TreeSet<>();

  /** By type: nothing is asked for before then, because it was refused. */
  final long[] shutUntilMillis;

  /** Of this decision; not remembered. */
  @Nullable Rehearsed rehearsed;

  /** Jobs that were taken on although they cannot end in time. */
  long lateFromTheStart;

  Ledger(VmTypes types) {
    this.types = types;
    this.launches = new Experience(3, Math.max(30_000, types.lagMillisMax() / 5), 1000);
    this.classes = new Classes(types);
    this.board = new Board(types.size());
    this.shutUntilMillis = new long[types.size()];
  }

  Terms terms() {
    return new Terms(types, classes.lanes());
  }

  /**
   * Forgets classes of jobs that have left the world and tell nothing of what will come: a pool
   * sees other jobs for years.
   */
  void forgetWhatHasLeft(WorldView world) {
    if (classes.areMany()) {
      tuning.renumber(classes.forget(world, tuning.classesOfThePast()));
    }
  }

  @Override
  public String encoded() {
    return LedgerText.of(this);
  }

  @Override
  public SortedMap<String, Long> tallies() {
    SortedMap<String, Long> tallies = new TreeMap<>();
    tallies.put("late from the start", lateFromTheStart);
    return tallies;
  }

  @Override
  public List<Mark> marks() {
    return List.of();
  }
}
