package io.windhover.app.local;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Policy;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Where a job is run: on this machine, or on machines that are rented for it. */
public interface RunSite {
  /** In words, such as {@code 4 at a time}. */
  String text();

  /** A line for people if the policy cannot be used here. */
  Optional<String> refusal(Policy policy);

  /**
   * Looks whether a new job can be done here, before anything has changed.
   *
   * @throws io.windhover.app.CommandFailure when it cannot, with the reason
   */
  void refuseImpossible(Policy policy, JobSpec job, long nowMillis);

  /** Why what is left of a job cannot be done here, in words. */
  Optional<String> obstacle(Policy policy, JobSpec job, List<TaskGroup> left, long nowMillis);

  /** Whether what an earlier life of the run has rented can be taken up here. */
  boolean rents();

  RunEngine engine(EngineParts parts) throws IOException;
}
