package io.windhover.app.simulate;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import io.windhover.workload.scenario.Deviations;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The same work and machines with all luck there can be, so that what bounds it from below does so
 * whatever the seed: every task and every start-up as short as its error allows.
 */
public final class Hopeful {
  private Hopeful() {}

  public static JobSpec job(JobSpec job, Deviations deviations) {
    if (deviations.runtimeError() == 0) {
      return job;
    }
    List<TaskGroup> groups = new ArrayList<>();
    for (TaskGroup group : job.groups()) {
      groups.add(shorter(group, 1 - deviations.runtimeError()));
    }
    return new JobSpec(job.name(), job.folder(), job.deadline(), job.keepGoing(), groups);
  }

  private static TaskGroup shorter(TaskGroup group, double share) {
    RuntimeEstimate said = group.runtime();
    var millis = new TreeMap<String, Long>();
    said.millisByType().forEach((type, span) -> millis.put(type, (long) (span * share)));
    long any = said.anyTypeMillis() < 0 ? -1 : (long) (said.anyTypeMillis() * share);
    return group.withRuntime(new RuntimeEstimate(any, millis));
  }

  public static List<Offer> offers(List<Offer> offers, Deviations deviations) {
    if (deviations.lagError() == 0) {
      return offers;
    }
    List<Offer> sooner = new ArrayList<>();
    for (Offer offer : offers) {
      sooner.add(offer.startingUpIn((long) (offer.startUpMillis() * (1 - deviations.lagError()))));
    }
    return sooner;
  }
}
