package io.windhover.app.simulate;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.policies.workflow.bound.WorkflowBound;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.Submission;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalLong;

/** What no way to do jobs that come over time, each by its deadline, costs less than. */
public final class StreamBound {
  private StreamBound() {}

  /** Empty where spot machines are sold: the bound knows of on-demand machines alone. */
  public static OptionalLong nanos(Scenario scenario, List<Submission> jobs) {
    List<Offer> offers = scenario.catalogue().offers();
    if (offers.stream().anyMatch(Offer::isSpot)) {
      return OptionalLong.empty();
    }
    VmTypes types = VmTypes.of(Hopeful.offers(offers, scenario.deviations()));
    IdentityHashMap<JobSpec, Dag> dags = new IdentityHashMap<>();
    List<WorkflowBound.Arrival> arrivals = new ArrayList<>();
    for (Submission job : jobs) {
      Dag dag =
          dags.computeIfAbsent(
              job.spec(), spec -> Dag.of(Hopeful.job(spec, scenario.deviations()), types));
      Deadline deadline = job.spec().deadline();
      arrivals.add(
          new WorkflowBound.Arrival(dag, job.atMillis(), deadline.atMillis(job.atMillis())));
    }
    return OptionalLong.of(WorkflowBound.of(arrivals, types).nanos());
  }
}
