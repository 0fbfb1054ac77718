package io.windhover.policies.workflow.bound;

import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The least that a stream of workflows can cost when every job ends by its deadline, for somebody
 * who knows all jobs in advance. Runtimes and lags are taken as facts: where they vary, give the
 * least of each.
 *
 * <p>What is relaxed: jobs wait for each other's machines in no way, and any part of a lease may be
 * rented for that part of its price. What is kept: along each path of a job the runtimes fit
 * between submission and deadline; a machine runs no more tasks at a time than it has cores; a
 * lease is paid from its request, in whole periods, and serves only jobs whose window from
 * submission to deadline it touches.
 *
 * <p>Why it is a bound. Choose for each type v a number a(v) between 0 and 1, and for each job j a
 * charge h(j, v) >= 0. Let each lease of v charge each job that runs on it h(j, v), once, and a(v)
 * x p(v) / cores(v) for each millisecond of each task. If no lease ever charges more than it costs,
 * then the whole cost is at least the sum of what the jobs are charged; and a job that uses the set
 * S of types is charged at least the sum of h(j, v) over S plus the least busy cost of a plan on S
 * that fits its window, at the prices a(v) x p(v) ({@link LeastBusy}). The least of that over all S
 * is what the job brings.
 *
 * <p>No lease charges too much: let it be able to work for an interval of length u, and let o be
 * what is billed besides (the lag when the meter starts at the request, and a start-up charge). It
 * costs p x charged with charged >= u + o, hence at least p x ((1 - a) x charged + a x (u + o)).
 * Its tasks' time is charged a x p x u at most. So the charges h of the jobs it touches must sum to
 * no more than p x ((1 - a) x charged + a x o). Two choices of h do that. (1) With whole periods T,
 * h = (1 - a) x p x T x share, where the shares of the jobs that any interval of length T touches
 * sum to one at most ({@link Shares}): the lease is covered by charged / T such intervals. (2) h =
 * p x o x share, with intervals of length o / (1 - a): the lease is covered by at most u x (1 - a)
 * / o + 1 of them, so the charges sum to p x ((1 - a) x u + o) at most, and charged >= u + o.
 *
 * <p>With a = 1 and h = 0 this is the sum of the jobs' least busy costs, which is near when there
 * is much to do. With little to do a machine idles between jobs, and smaller a(v) are better. All
 * choices are bounds; a search by coordinates keeps the best. For a job that comes alone there is a
 * further bound, {@link EnergyBound}, and the larger one counts. A job that cannot end in time is
 * counted with its least busy cost in any time. When all periods' prices are multiples of some sum,
 * the whole cost is one too, so the bound is rounded up to it.
 */
public final class WorkflowBound {
  /** A job of the stream. */
  public record Arrival(Dag dag, long submittedAtMillis, long deadlineAtMillis) {}

  /**
   * The answer.
   *
   * @param busyNanos the part that is only the jobs' least busy cost
   * @param relaxation what was relaxed, in a line
   */
  public record Bound(long nanos, long busyNanos, String relaxation) {}

  /** Sums of a few hundred thousand floating numbers are exact to less than this share. */
  private static final double ROUNDING = 1e-9;

  private static final long MILLIS_PER_HOUR = 3_600_000;

  private WorkflowBound() {}

  public static Bound of(List<Arrival> arrivals, VmTypes types) {
    if (arrivals.isEmpty() || types.isNothing()) {
      return new Bound(0, 0, "nothing to do");
    }
    List<Arrival> inOrder = new ArrayList<>(arrivals);
    inOrder.sort(Comparator.comparingLong(Arrival::submittedAtMillis));
    Classes classes = Classes.of(inOrder, types);
    Charges charges = Charges.of(inOrder, classes, types);
    ChargeSearch search = new ChargeSearch(classes, charges);
    double busy = search.busyNanos();
    double best = Math.max(Math.max(busy, search.bestNanos()), energyNanos(inOrder, types));
    long nanos = roundedUp((long) Math.floor(best * (1 - ROUNDING)), types);
    return new Bound(nanos, (long) Math.floor(busy * (1 - ROUNDING)), words(classes, best > busy));
  }

  /** Leases are shared by the jobs of a stream, so this is for one job alone. */
  private static double energyNanos(List<Arrival> arrivals, VmTypes types) {
    Arrival only = arrivals.get(0);
    long windowMillis = windowMillis(only);
    return arrivals.size() > 1 || windowMillis == Dag.NEVER_MILLIS
        ? 0
        : EnergyBound.nanos(only.dag(), types, only.submittedAtMillis(), windowMillis);
  }

  private static String words(Classes classes, boolean charged) {
    String busy =
        "least busy cost of each job on paths that fit its deadline, "
            + (classes.exact() ? "exact" : "Lagrangian for the larger workflows");
    return charged ? busy + "; leases also charge the jobs they touch" : busy;
  }

  /** The window in which a job runs; {@link Dag#NEVER_MILLIS} when it has no end. */
  static long windowMillis(Arrival arrival) {
    return arrival.deadlineAtMillis() == Deadline.NEVER_MILLIS
        ? Dag.NEVER_MILLIS
        : arrival.deadlineAtMillis() - arrival.submittedAtMillis();
  }

  private static long roundedUp(long nanos, VmTypes types) {
    long unit = 0;
    for (int type = 0; type < types.size(); type++) {
      Billing billing = types.billing(type);
      long priced = Math.multiplyExact(types.pricePerHourNanos(type), billing.periodMillis());
      if (priced == 0 || priced % MILLIS_PER_HOUR != 0) {
        return nanos;
      }
      unit = gcd(unit, priced / MILLIS_PER_HOUR);
    }
    return -Math.floorDiv(-nanos, unit) * unit;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
