package io.windhover.policies.workflow.justintime;

import io.windhover.core.event.Event;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.WorldView;
import io.windhover.core.policy.WrittenMemory;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs the dispatcher as a policy.
 *
 * @param refuses whether a job that cannot end in time is refused rather than done late
 * @param trusts whether estimates that nothing has been seen of are taken at their word where
 *     caution is dear
 */
public record JustInTime(boolean refuses, boolean trusts) {
  /**
   * What other rules beside this one have to do with.
   *
   * @param jobs that they are in charge of: their arrivals are learnt from, no more
   * @param runtimeExcesses of what has ended under them, as a share of the estimate
   * @param lagExcessesMillis of machines that have come for them
   */
  public record Beside(
      SortedSet<Integer> jobs, List<Double> runtimeExcesses, List<Long> lagExcessesMillis) {
    private boolean hasNews() {
      return !runtimeExcesses.isEmpty() || !lagExcessesMillis.isEmpty();
    }
  }

  public Decision decide(WorldView world, List<Event> batch, Beside beside) {
    if (changesNothing(batch) && !beside.hasNews() && world.memory() != Memory.NONE) {
      // What was written down is read first: whether something is unsettled stands in it.
      Ledger settled = kept(world);
      if (settled != null && settled.unsettled.isEmpty()) {
        return new Decision(List.of(), List.of(), settled);
      }
    }
    boolean repriced = batch.stream().anyMatch(event -> event instanceof Event.OfferChange);
    Ledger kept = repriced ? null : kept(world);
    boolean anew = kept == null;
    Ledger ledger = kept == null ? fresh(world) : kept;
    enterClasses(ledger, world, batch, anew);
    ledger.rehearsed = null;
    beside.runtimeExcesses().forEach(ledger.runtimes::note);
    beside.lagExcessesMillis().forEach(excess -> ledger.launches.note((double) excess));
    Turn turn = new Turn(world, ledger);
    Intake intake = new Intake(turn, this, beside.jobs());
    if (anew) {
      intake.rebuild(batch);
    } else {
      intake.settle();
      intake.announce(batch);
      batch.forEach(intake::take);
    }
    turn.act();
    ledger.forgetWhatHasLeft(world);
    return new Decision(turn.actions, turn.reasons, ledger);
  }

  /** The rehearsal that the newest decision was made by, if it has made one. */
  public static @Nullable Rehearsed rehearsed(Memory memory) {
    return memory instanceof Ledger ledger ? ledger.rehearsed : null;
  }

  /**
   * What experience says should be kept back of every task for runtimes, as a share of the
   * estimate: what it takes for the class of jobs whose errors make up least for each other. As
   * long as too little has been seen to tell how large errors are, all of what is feared.
   */
  public static double runtimeMargin(Memory memory) {
    if (!(memory instanceof Ledger ledger)) {
      return 0;
    }
    double worst = ledger.runtimes.margin();
    return ledger.runtimes.hasSeenEnough() ? worst * ledger.classes.chainShareMax() : worst;
  }

  /** What experience says should be kept back for launches. */
  public static double lagMarginMillis(Memory memory) {
    return memory instanceof Ledger ledger ? ledger.launches.margin() : 0;
  }

  /** Before anything is decided: the widest task says how many a machine takes side by side. */
  private static void enterClasses(
      Ledger ledger, WorldView world, List<Event> batch, boolean anew) {
    if (anew) {
      world.liveJobs().forEach(ledger.classes::numberOf);
    }
    for (Event event : batch) {
      if (event instanceof Event.JobSubmitted submitted) {
        ledger.classes.numberOf(world.job(submitted.job()));
      } else if (event instanceof Event.RetryRequested retry) {
        ledger.classes.numberOf(world.job(retry.job()));
      }
    }
  }

  private static boolean changesNothing(List<Event> batch) {
    for (Event event : batch) {
      if (!(event instanceof Event.AttemptStarted)
          && !(event instanceof Event.AttemptCheckpointed)) {
        return false;
      }
    }
    return true;
  }

  private static Ledger fresh(WorldView world) {
    return new Ledger(VmTypes.of(world.offers()));
  }

  private static @Nullable Ledger kept(WorldView world) {
    if (world.memory() instanceof Ledger ledger) {
      return ledger;
    }
    Ledger read = fresh(world);
    return LedgerReader.read(world.memory().encoded(), read, world) ? read : null;
  }

  public static Memory recalled(String encoded) {
    return WrittenMemory.of(encoded, LedgerText.POLICY, LedgerText.FORM);
  }
}
