package io.windhover.policies.workflow.ensemble;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.workflow.justintime.Beginnings;
import io.windhover.policies.workflow.justintime.Rehearsed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Has every rule do arrivals like those of the recent past and takes the one that has cost least so
 * far. What another rule would save on the jobs to come must be more than what is left, paid for,
 * of the machines that are there, because it rents its own. Ours has been fitted to those very
 * arrivals and so looks better than it is, the more so the fewer they are. Where jobs come in
 * bursts it is mostly the next pause that is waited for.
 */
final class Auditions implements Chooser {
  private static final double HOUR_MILLIS = 3_600_000;

  /** A rule that is dearer than ours by so much is not followed any further. */
  private static final double DEAREST = 1.2;

  /** By how much cheaper another rule must be, ours being 1, when many jobs were seen. */
  private static final double CLEARLY = 0.02;

  /** By how much more when only one was; it falls with the root of their number. */
  private static final double DOUBT = 0.1;

  /** Where there are no pauses, at least the jobs of so many hours are thought to come. */
  private static final double HOURS_TO_COME = 12;

  /** No time between two jobs that is shorter is a pause. */
  private static final long PAUSE_MILLIS_MIN = 2 * 3_600_000L;

  /**
   * Our own has picked its plans and habits for this very past, so it looks a little better than it
   * will be: by this much, ours being 1, when many jobs were seen.
   */
  private static final double OWN_LOOKS = 0.02;

  /**
   * And by so much more when only one was; it falls with the root of their number. Where estimates
   * err, what is chosen has been tried with that and fits less closely.
   */
  private static final double OWN_LOOKS_OF_FEW = 0.2;

  @Override
  public int next(
      WorldView world,
      int now,
      @Nullable Rehearsed rehearsed,
      List<Policy> rivals,
      Standing standing) {
    if (rehearsed != null) {
      standing.begin(rehearsed.past(), rehearsed.changed());
      for (int i = 0; i < rivals.size(); i++) {
        double ratio = ratio(rivals.get(i), world, rehearsed);
        standing.add(i, rehearsed.past(), ratio / looks(rehearsed));
      }
      double perJob = rehearsed.nanos() / Beginnings.meanJobs(rehearsed.jobs().size());
      standing.expect(perJob * toCome(rehearsed, pauseMillis(world, rehearsed)), rehearsed.past());
    }
    if (comeByThemselves(world)) {
      return Cast.OWN;
    }
    double leastSaved = (double) paidAheadNanos(world) / standing.toComeNanos();
    int best = now;
    double most = 0;
    for (int rule = Cast.OWN; rule <= rivals.size(); rule++) {
      double saved = cost(now, standing) - cost(rule, standing);
      double beyond = saved - needed(rule, standing);
      if (beyond > most && saved > leastSaved) {
        most = beyond;
        best = rule;
      }
    }
    return best;
  }

  /** Ours learns as it goes; whoever stands in for it must go on being better. */
  private static double needed(int rule, Standing standing) {
    return rule == Cast.OWN ? 0 : CLEARLY + DOUBT / StrictMath.sqrt(standing.past());
  }

  /** Jobs that will come before there are no machines that a change would leave unused. */
  private static double toCome(Rehearsed rehearsed, long pauseMillis) {
    long[] at = rehearsed.atMillis();
    int pauses = 0;
    for (int i = 1; i < at.length; i++) {
      pauses += at[i] - at[i - 1] > pauseMillis ? 1 : 0;
    }
    if (pauses > 0) {
      // Of those between two pauses half are still to come, on the whole.
      return at.length / (2.0 * (pauses + 1));
    }
    double hours = (double) Math.max(1, at[at.length - 1] - at[0]) / HOUR_MILLIS;
    return Math.max(rehearsed.seen(), HOURS_TO_COME * at.length / hours);
  }

  /** After this long without a job hardly a machine is left. */
  private static long pauseMillis(WorldView world, Rehearsed rehearsed) {
    long work = 0;
    for (JobSpec job : rehearsed.jobs()) {
      work = Math.max(work, job.deadline().atMillis(0));
    }
    long period = 0;
    for (Offer offer : world.offers()) {
      period = Math.max(period, offer.billing().periodMillis());
    }
    return Math.max(PAUSE_MILLIS_MIN, work + period);
  }

  private static double cost(int rule, Standing standing) {
    return rule == Cast.OWN ? 1 + OWN_LOOKS : standing.ratio(rule - 1);
  }

  /** What ours will cost, as it looks being 1. */
  private static double looks(Rehearsed rehearsed) {
    boolean exact = rehearsed.luck().error() == 0;
    return exact ? 1 + OWN_LOOKS_OF_FEW / StrictMath.sqrt(rehearsed.past()) : 1;
  }

  private static double ratio(Policy rival, WorldView world, Rehearsed rehearsed) {
    double limit = DEAREST * rehearsed.nanos();
    double nanos = Audition.nanos(rival, world.offers(), rehearsed, limit);
    return Math.min(nanos, limit) / rehearsed.nanos();
  }

  private static long paidAheadNanos(WorldView world) {
    double sum = 0;
    for (MachineView machine : world.machines()) {
      long left = machine.paidUntilMillis(world.nowMillis()) - world.nowMillis();
      sum += (double) machine.spec().pricePerHourNanos() * (double) Math.max(0, left) / HOUR_MILLIS;
    }
    return (long) sum;
  }

  /** Only our own rule makes much of machines that cost nothing. */
  private static boolean comeByThemselves(WorldView world) {
    for (MachineView machine : world.machines()) {
      if (machine.offer().isEmpty()) {
        return true;
      }
    }
    return false;
  }
}
