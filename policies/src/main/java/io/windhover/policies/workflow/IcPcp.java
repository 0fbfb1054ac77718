package io.windhover.policies.workflow;

import io.windhover.policies.workflow.frame.Asked;
import io.windhover.policies.workflow.frame.JobDesk;
import io.windhover.policies.workflow.frame.Method;
import io.windhover.policies.workflow.frame.Place;
import io.windhover.policies.workflow.frame.Yard;
import io.windhover.policies.workflow.paths.PathPlanner;
import org.jspecify.annotations.Nullable;

/**
 * IC-PCP (Abrishami, Naghibzadeh and Epema: Deadline-constrained workflow scheduling algorithms for
 * Infrastructure as a Service Clouds, section 4) for streams: a job is planned as a whole when it
 * comes. The path that ends last is given to the machine on which it costs least, there or to be
 * rented, such that each of its tasks ends by its latest end; then the paths that lead into it, and
 * so on until every task has its place.
 *
 * <p>Departures. The paper has one job, no lag, and types of which one is the fastest for every
 * task. Here the machines that other jobs have rented count too, with the gaps between what has its
 * place there. A path may be cut into pieces on several machines where that is cheaper, or where no
 * single type ends it in time. What a path costs is weighed as in {@link
 * io.windhover.policies.workflow.paths} because paid time that is left over is of use to the next
 * job. A machine is rented one lag before its first task starts; until then the tasks meant for it
 * are planned again whenever the job is looked at, since a cheaper place may have come up. Earliest
 * starts are counted from one lag after now for tasks without a place, so that each always has time
 * on a machine of its own: with exact runtimes and lags no job is late.
 */
public record IcPcp() implements Method {
  @Override
  public String name() {
    return "ic-pcp";
  }

  @Override
  public boolean placesWholeJobs() {
    return true;
  }

  @Override
  public void placeWhole(JobDesk desk) {
    new PathPlanner(desk).place();
  }

  @Override
  public @Nullable Place place(Asked asked, Yard yard) {
    return null;
  }
}
