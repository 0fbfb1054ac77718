package io.windhover.policies.workflow.bound;

import io.windhover.policies.workflow.plan.VmTypes;
import java.util.ArrayList;
import java.util.List;

/**
 * The least cost of a few jobs of one task each, by trying all: every way to put them on leases, in
 * every order. A lease costs least when it ends as early as its order allows and starts as late as
 * it then can.
 */
final class SingleTasks {
  private record Lease(int type, List<WorkflowBound.Arrival> order) {}

  private final VmTypes types;

  SingleTasks(VmTypes types) {
    this.types = types;
  }

  long leastNanos(List<WorkflowBound.Arrival> jobs) {
    return least(jobs, 0, new ArrayList<>());
  }

  private long least(List<WorkflowBound.Arrival> jobs, int next, List<Lease> leases) {
    if (next == jobs.size()) {
      long sum = 0;
      for (Lease lease : leases) {
        long nanos = nanos(lease);
        if (nanos < 0) {
          return Long.MAX_VALUE;
        }
        sum += nanos;
      }
      return sum;
    }
    long best = Long.MAX_VALUE;
    for (int i = 0; i < leases.size(); i++) {
      Lease lease = leases.get(i);
      for (int place = 0; place <= lease.order().size(); place++) {
        lease.order().add(place, jobs.get(next));
        best = Math.min(best, least(jobs, next + 1, leases));
        lease.order().remove(place);
      }
    }
    for (int type = 0; type < types.size(); type++) {
      leases.add(new Lease(type, new ArrayList<>(List.of(jobs.get(next)))));
      best = Math.min(best, least(jobs, next + 1, leases));
      leases.remove(leases.size() - 1);
    }
    return best;
  }

  /** -1 when some job would be late. */
  private long nanos(Lease lease) {
    long end = Long.MIN_VALUE;
    for (WorkflowBound.Arrival job : lease.order()) {
      end = Math.max(end, job.submittedAtMillis()) + job.dag().millis(0, lease.type());
      if (end > job.deadlineAtMillis()) {
        return -1;
      }
    }
    long start = end;
    for (int i = lease.order().size() - 1; i >= 0; i--) {
      WorkflowBound.Arrival job = lease.order().get(i);
      start = Math.min(start, job.deadlineAtMillis()) - job.dag().millis(0, lease.type());
    }
    return types.leaseNanos(lease.type(), end - start + types.lagMillis(lease.type()));
  }
}
