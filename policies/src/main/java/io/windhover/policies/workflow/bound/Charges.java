package io.windhover.policies.workflow.bound;

import io.windhover.core.model.Billing;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What leases may charge the jobs they touch, once for each; see {@link WorkflowBound}. */
final class Charges {
  private static final double MILLIS_PER_HOUR = 3_600_000;

  private final VmTypes types;
  private final int[] jobs;
  private final int arrivals;
  private final long[] fromMillis;
  private final long[] toMillis;
  private final Map<Long, double[]> sharesByLength = new TreeMap<>();

  private Charges(List<WorkflowBound.Arrival> inOrder, int[] jobs, VmTypes types) {
    this.types = types;
    this.jobs = jobs;
    this.arrivals = inOrder.size();
    this.fromMillis = new long[jobs.length];
    this.toMillis = new long[jobs.length];
    for (int i = 0; i < jobs.length; i++) {
      WorkflowBound.Arrival arrival = inOrder.get(jobs[i]);
      fromMillis[i] = arrival.submittedAtMillis();
      toMillis[i] = fromMillis[i] + WorkflowBound.windowMillis(arrival);
    }
  }

  /** Jobs that cannot be in time may run at any time, so nothing is charged to them. */
  static Charges of(List<WorkflowBound.Arrival> inOrder, Classes classes, VmTypes types) {
    int[] possible = new int[inOrder.size()];
    int found = 0;
    for (int job = 0; job < inOrder.size(); job++) {
      if (classes.possible(job)) {
        possible[found] = job;
        found++;
      }
    }
    return new Charges(inOrder, Arrays.copyOf(possible, found), types);
  }

  int jobs() {
    return arrivals;
  }

  int types() {
    return types.size();
  }

  /** By job; the larger of the two choices. {@code level} is a(v) as in {@link ChargeSearch}. */
  double[] of(int type, int level) {
    Billing billing = types.billing(type);
    double price = types.pricePerHourNanos(type) / MILLIS_PER_HOUR;
    double free = 1 - (double) level / ChargeSearch.LEVEL_MAX;
    double[] byPeriod = scaled(billing.periodMillis(), price * billing.periodMillis() * free);
    long besides = billing.startUpMillis() + (billing.fromRequest() ? types.lagMillis(type) : 0);
    double[] byLag = scaled(length(besides, free), price * besides);
    return Arrays.stream(byLag).sum() > Arrays.stream(byPeriod).sum() ? byLag : byPeriod;
  }

  private long length(long besidesMillis, double free) {
    long forever = jobs.length == 0 ? 0 : toMillis[jobs.length - 1] - fromMillis[0] + 1;
    for (long to : toMillis) {
      forever = Math.max(forever, to - fromMillis[0] + 1);
    }
    return free == 0 ? forever : Math.min(forever, (long) Math.ceil(besidesMillis / free));
  }

  private double[] scaled(long lengthMillis, double nanos) {
    double[] charges = new double[arrivals];
    if (nanos > 0) {
      double[] shares =
          sharesByLength.computeIfAbsent(
              lengthMillis, length -> Shares.of(fromMillis, toMillis, length));
      for (int i = 0; i < jobs.length; i++) {
        charges[jobs[i]] = shares[i] * nanos;
      }
    }
    return charges;
  }
}
