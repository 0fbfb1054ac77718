package io.windhover.policies.bag;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.MachineView;
import java.util.Arrays;

/**
 * When a machine's cores will be free if all goes as estimated. A task that needs more than its
 * share of memory counts as so many cores more, which errs towards later ends.
 */
final class Outlook {
  /** What a task is thought to take when nobody said. */
  static final long UNKNOWN_MILLIS = 600_000;

  private static final long WHOLE = 1_000_000;

  private final int machine;
  private final MachineSpec spec;
  private final long untilMillis;
  private final long[] freeAtMillis;
  private long endMillis;

  private Outlook(int machine, MachineSpec spec, long fromMillis, long untilMillis) {
    this.machine = machine;
    this.spec = spec;
    this.untilMillis = untilMillis;
    this.freeAtMillis = new long[spec.cores()];
    Arrays.fill(freeAtMillis, fromMillis);
    this.endMillis = fromMillis;
  }

  /** Of a machine that will be up at the given moment and has nothing to do. */
  static Outlook fresh(int machine, MachineSpec spec, long readyMillis) {
    return new Outlook(machine, spec, readyMillis, Long.MAX_VALUE);
  }

  /** Of a machine with what runs there now. */
  static Outlook of(MachineView machine, long readyMillis, long nowMillis) {
    Outlook outlook =
        new Outlook(machine.id(), machine.spec(), readyMillis, machine.noticeMillis());
    for (AttemptView attempt : machine.attempts()) {
      long full = runMillis(attempt.group().spec().runtime(), machine.spec());
      long safe = full / WHOLE * attempt.startParts();
      long left = Math.max(1, full - safe - attempt.ranMillis(nowMillis));
      outlook.add(attempt.group().spec().need(), left);
    }
    return outlook;
  }

  static long runMillis(RuntimeEstimate runtime, MachineSpec spec) {
    return runtime.millisOn(spec.type()).orElse(UNKNOWN_MILLIS);
  }

  int machine() {
    return machine;
  }

  MachineSpec spec() {
    return spec;
  }

  long endMillis() {
    return endMillis;
  }

  /** Whether the task could run here, and end before the provider takes the machine away. */
  boolean allows(Need need, long runMillis) {
    return spec.offers(need) && finishMillis(need, runMillis) <= untilMillis;
  }

  long finishMillis(Need need, long runMillis) {
    return freeAtMillis[share(need) - 1] + runMillis;
  }

  void add(Need need, long runMillis) {
    int share = share(need);
    long finish = freeAtMillis[share - 1] + runMillis;
    Arrays.fill(freeAtMillis, 0, share, finish);
    Arrays.sort(freeAtMillis);
    endMillis = Math.max(endMillis, finish);
  }

  private int share(Need need) {
    long perCore = Math.max(1, spec.memoryBytes() / spec.cores());
    long byMemory = (need.memoryBytes() + perCore - 1) / perCore;
    return (int) Math.min(spec.cores(), Math.max(need.cores(), byMemory));
  }
}
