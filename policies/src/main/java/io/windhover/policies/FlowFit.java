package io.windhover.policies;

import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.policies.PolicyRegistry.Machines;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Whether a policy can be given a job whose tasks follow others by index ({@code after:
 * [trim/{index}]}), or of which only so many may run at once ({@code parallel: 4}). Planners of
 * whole groups cannot. Live commands refuse such a job; forecasts go on without these wishes.
 */
public final class FlowFit {
  private FlowFit() {}

  /** A line for people if the policy cannot keep what the job asks for. */
  public static Optional<String> refusal(JobSpec job, Policy policy) {
    return fits(job, policy)
        ? Optional.empty()
        : Optional.of(
            "policy %s plans whole groups: it keeps neither parallel: nor after: NAME/{index};"
                    .formatted(policy.name())
                + " expected one that does: "
                + String.join(", ", keepers()));
  }

  /** A line for people if a forecast under this policy leaves out what the job asks for. */
  public static Optional<String> note(JobSpec job, Policy policy) {
    return fits(job, policy)
        ? Optional.empty()
        : Optional.of(
            "policy %s plans whole groups: parallel: and after: NAME/{index} are left out"
                .formatted(policy.name()));
  }

  /** The job as the policy can take it: as it is, or in whole groups. */
  public static JobSpec fitted(JobSpec job, Policy policy) {
    return fits(job, policy) ? job : job.inWholeGroups();
  }

  private static boolean fits(JobSpec job, Policy policy) {
    return !job.flows() || policy.traits().contains(Trait.STARTS_WHAT_IS_READY);
  }

  private static List<String> keepers() {
    return PolicyRegistry.names().stream()
        .filter(
            name ->
                PolicyRegistry.make(name, new TreeMap<>(), Machines.COME_AND_GO)
                    .traits()
                    .contains(Trait.STARTS_WHAT_IS_READY))
        .toList();
  }
}
