package io.windhover.app.local;

import io.windhover.core.event.Batch;
import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.Scheduler;
import io.windhover.store.Store;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What an engine is made of.
 *
 * @param watch told every step
 * @param resumed the job that is gone on with; empty in a new run
 * @param terminal whether this process belongs to a terminal, whose Ctrl-C tasks must not get
 */
public record EngineParts(
    Store store,
    Scheduler scheduler,
    BiConsumer<Batch, Decision> watch,
    RunSettings settings,
    Optional<TakenUp> resumed,
    boolean terminal,
    Audience audience) {
  /**
   * A job that is gone on with.
   *
   * @param job its id as it was
   * @param amended its new form; empty when it is as it was
   */
  public record TakenUp(int job, Optional<JobSpec> amended) {}
}
