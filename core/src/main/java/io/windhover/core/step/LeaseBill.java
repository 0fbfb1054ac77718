package io.windhover.core.step;

import io.windhover.core.model.Market;
import java.util.List;

/**
 * What one lease has cost, and what for. All shares add up to the cost, to the nano-dollar.
 *
 * @param lease its id; empty where nobody has told it
 * @param machine the number of the machine
 * @param cores of the machine, without those that are harvested
 * @param pricePerHourNanos while it is up, at the end
 * @param requestedAtMillis when the machine was asked for
 * @param readyAtMillis when it could take work; -1 if it never could
 * @param chargedSinceMillis by the provider's clock; -1 if nothing was charged
 * @param endedAtMillis by the provider's clock; -1 while the lease is open
 * @param frozenMillis how long it was hibernated, all times together
 * @param boot paid for before it could take work
 * @param idle paid for and given to no task, the rest of a period that was begun too
 * @param hibernated paid for while it was frozen
 * @param jobs what went to tasks, by the number of their job
 */
public record LeaseBill(
    String lease,
    int machine,
    String offer,
    String type,
    Market market,
    int cores,
    long pricePerHourNanos,
    long requestedAtMillis,
    long readyAtMillis,
    long chargedSinceMillis,
    long endedAtMillis,
    long frozenMillis,
    long costNanos,
    Share boot,
    Share idle,
    Share hibernated,
    List<JobShare> jobs) {

  /** A part of a lease: how long its cores were kept by something, and what of the cost that is. */
  public record Share(long coreMillis, long nanos) {}

  /**
   * What went to the tasks of one job.
   *
   * @param useful attempts that ended well, what checkpoints have kept of others, and what runs
   * @param lost attempts that ended with their machine, were stopped or failed
   */
  public record JobShare(int job, String name, Share useful, Share lost) {}

  public LeaseBill {
    jobs = List.copyOf(jobs);
  }

  public boolean isOpen() {
    return endedAtMillis < 0;
  }

  /** The same under its id. */
  public LeaseBill named(String id) {
    return new LeaseBill(
        id,
        machine,
        offer,
        type,
        market,
        cores,
        pricePerHourNanos,
        requestedAtMillis,
        readyAtMillis,
        chargedSinceMillis,
        endedAtMillis,
        frozenMillis,
        costNanos,
        boot,
        idle,
        hibernated,
        jobs);
  }
}
