package io.windhover.workload.scenario;

import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import io.windhover.workload.PolicyChoice;
import java.util.List;

/** All that a simulation needs to be told. */
public record Scenario(
    String name,
    Catalogue catalogue,
    MarketChoice market,
    Deviations deviations,
    CheckpointCost checkpoints,
    WorkChoice work,
    Deadline deadline,
    PolicyChoice policy,
    long seed) {
  /** Whether jobs come over time, rather than one at the beginning. */
  public boolean isStream() {
    return work instanceof JobStream;
  }

  /** Every job, by the time it comes. */
  public List<Submission> submissions(long runSeed) {
    return work instanceof JobStream stream
        ? stream.submissions(runSeed)
        : List.of(new Submission(0, job(runSeed)));
  }

  /** Every kind of job that there is, whether one of it comes or not. */
  public List<JobSpec> kinds(long runSeed) {
    return work instanceof JobStream stream ? stream.kinds(runSeed) : List.of(job(runSeed));
  }

  /** The job that is submitted when the run begins; a stream has none such. */
  public JobSpec job(long runSeed) {
    return new JobSpec(name, "", deadline, false, groups(runSeed));
  }

  /** The same with another deadline, of a stream for every class. */
  public Scenario due(Deadline other) {
    WorkChoice dueWork = work instanceof JobStream stream ? stream.due(other) : work;
    return new Scenario(
        name, catalogue, market, deviations, checkpoints, dueWork, other, policy, seed);
  }

  /** Whether every seed means the very same run. */
  public boolean nothingVaries() {
    return onlyTheMarketVaries()
        && (market instanceof MarketChoice.Calm || market instanceof MarketChoice.Recorded);
  }

  /** Whether a run without spot machines goes the same way under every seed. */
  public boolean onlyTheMarketVaries() {
    return sameWorkForEverySeed() && deviations.equals(Deviations.NONE);
  }

  /** Whether all seeds mean the same job, and differ only in what befalls it. */
  public boolean sameWorkForEverySeed() {
    if (work instanceof JobStream stream) {
      return stream.sameForEverySeed();
    }
    return !(work instanceof WorkChoice.Drawn drawn) || drawn.seed().isPresent();
  }

  private List<TaskGroup> groups(long runSeed) {
    if (work instanceof WorkChoice.Given given) {
      return given.groups();
    }
    if (!(work instanceof WorkChoice.Drawn drawn)) {
      throw new IllegalStateException(name + " is a stream, not one job");
    }
    return drawn.table().draw(drawn.seed().orElse(runSeed), 1).groups();
  }
}
