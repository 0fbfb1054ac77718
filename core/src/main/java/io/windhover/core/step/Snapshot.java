package io.windhover.core.step;

import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Billing;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView;
import java.util.List;

/**
 * The world as plain values, to be written down and taken up again. Restoring one and going on
 * gives the same decisions as never having stopped.
 *
 * @param endingLeases machines that nobody counts on any more and that are still paid for
 * @param limits the four of {@code Limits} in their order; empty where there are none
 * @param nextJobId 0 in older snapshots, which have every job in the order of their ids
 */
public record Snapshot(
    long sequence,
    long nowMillis,
    int nextMachineId,
    long endedLeasesNanos,
    String memory,
    List<Offer> offers,
    List<Long> timers,
    List<JobPart> jobs,
    List<MachinePart> machines,
    List<AttemptPart> attempts,
    List<MachinePart> endingLeases,
    List<Long> limits,
    int nextJobId) {

  /** The same for another policy, which cannot read what this one's remembered. */
  public Snapshot withoutMemory() {
    return new Snapshot(
        sequence,
        nowMillis,
        nextMachineId,
        endedLeasesNanos,
        "",
        offers,
        timers,
        jobs,
        machines,
        attempts,
        endingLeases,
        limits,
        nextJobId);
  }

  /**
   * A rejection may be empty. Task states and numbers are run-length texts, one per group. The
   * usual run times are -1 where none is known, and missing in older snapshots; so is how many
   * attempts were lost, the job that has taken its place, 0 for none, and its id, 0 where it is the
   * place in the list; the usual times of checkpoints are as the run times, and none at all while
   * no checkpoint was measured.
   */
  public record JobPart(
      JobSpec spec,
      long submittedAtMillis,
      long endedAtMillis,
      int retried,
      int lost,
      boolean cancelled,
      boolean halted,
      String rejection,
      List<String> states,
      List<String> attempts,
      List<String> failures,
      List<String> safe,
      List<Long> usualMillis,
      int replacedBy,
      int id,
      List<Long> usualDumpMillis) {}

  /** In older snapshots the offered cores are 0, and the offer of today has to do. */
  public record MachinePart(
      int id,
      String offer,
      Billing billing,
      MachineSpec spec,
      long requestedAtMillis,
      long readyAtMillis,
      long frozenMillis,
      long frozenSinceMillis,
      MachineView.State state,
      boolean draining,
      long noticeMillis,
      long chargedMillis,
      long upSinceMillis,
      long harvestedCoreMillis,
      long harvestedSinceMillis,
      boolean busy,
      List<CleanupPart> cleanups,
      boolean away,
      Coming coming,
      long pricedNanos,
      long pricedMillis,
      Market market,
      int offeredCores,
      boolean leaving) {}

  /** An attempt that is over and whose room is kept while its machine cleans up. */
  public record CleanupPart(AttemptId attempt, long sinceMillis) {}

  public record AttemptPart(
      AttemptId id,
      int machine,
      long assignedAtMillis,
      int startParts,
      long frozenBeforeMillis,
      long startedAtMillis,
      long checkpointedMillis,
      int checkpointsAsked,
      boolean checkpointing,
      boolean stopping) {}
}
