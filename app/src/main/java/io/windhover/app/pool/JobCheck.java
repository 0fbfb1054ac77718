package io.windhover.app.pool;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Scheduler;
import io.windhover.policies.FlowFit;
import io.windhover.workload.JobSpecCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether a job that somebody sent can be taken. What is accepted is on disk for good and is
 * stepped again after every restart, so nothing is accepted that has not been tried.
 */
final class JobCheck {
  /** Alike tasks of one group are tried in this number, at most. */
  private static final int TRIED_MAX = 100;

  /** The same where machines are rented for them, which a policy plans beforehand. */
  private static final int PLANNED_MAX = 10_000;

  /** A task's number has at most nine digits and a comma. */
  private static final long NUMBER_CHARACTERS_MAX = 12;

  /** Room for what the numbers are of. */
  private static final int SHORT_MAX = 100;

  private final DeskLimits limits;
  private final Supplier<Policy> policy;
  private final Supplier<List<Event>> market;

  /** Where nothing is rented. */
  JobCheck(DeskLimits limits, Supplier<Policy> policy) {
    this(limits, policy, List::of);
  }

  /**
   * For a pool's policy.
   *
   * @param market what can be rented at the moment, as the policy hears of it
   */
  JobCheck(DeskLimits limits, Supplier<Policy> policy, Supplier<List<Event>> market) {
    this.limits = limits;
    this.policy = policy;
    this.market = market;
  }

  void check(JobSpec job, long nowMillis) throws Refusal {
    Optional<String> complaint = JobSpecCheck.complaint(job);
    if (complaint.isPresent()) {
      throw Refusal.bad(complaint.get());
    }
    if (job.taskCount() > limits.jobTasksMax()) {
      throw Refusal.tooMuch(
          "%,d tasks; a job has at most %,d".formatted(job.taskCount(), limits.jobTasksMax()));
    }
    if (job.deadline() instanceof Deadline.At at && at.epochMillis() <= nowMillis) {
      throw Refusal.impossible("the deadline has passed");
    }
    for (TaskGroup group : job.groups()) {
      check(group);
    }
    Optional<String> misfit = FlowFit.refusal(job, policy.get());
    if (misfit.isPresent()) {
      throw Refusal.impossible("the pool's " + misfit.get());
    }
    tryOut(job, nowMillis);
  }

  /** What a job must be beyond the rules: it has commands, and each fits into a stanza. */
  private void check(TaskGroup group) throws Refusal {
    Script script = group.script();
    if (!script.runnable()) {
      throw Refusal.bad("task " + group.name() + " has no command; expected one");
    }
    if (script.numbers().length() > NUMBER_CHARACTERS_MAX * group.count() + SHORT_MAX) {
      throw Refusal.bad("task " + group.name() + ": the numbers of its tasks are too long");
    }
    long rest = script.cleanup().length();
    for (Map.Entry<String, String> variable : script.env().entrySet()) {
      rest += variable.getKey().length() + variable.getValue().length();
    }
    for (String command : script.commands()) {
      if (command.length() + rest > limits.commandCharactersMax()) {
        throw Refusal.tooMuch(
            "a command has at most %,d characters in a pool, with its cleanup and variables"
                .formatted(limits.commandCharactersMax()));
      }
    }
  }

  /** Steps it in a world of its own: what a policy cannot stomach must not reach the real one. */
  private void tryOut(JobSpec job, long nowMillis) throws Refusal {
    List<Event> events = new ArrayList<>(market.get());
    // Whether a deadline can be met on machines that are rented depends on how many tasks there
    // are.
    int most = events.isEmpty() ? TRIED_MAX : PLANNED_MAX;
    List<TaskGroup> few = job.groups().stream().map(group -> few(group, most)).toList();
    var trial = new JobSpec(job.name(), job.folder(), job.deadline(), job.keepGoing(), few);
    List<Action> actions;
    try {
      var scheduler = new Scheduler(policy.get(), List.of());
      events.add(new Event.JobSubmitted(1, trial));
      actions = scheduler.step(new Batch(1, nowMillis, events)).actions();
      scheduler.policy().explain(scheduler.world());
    } catch (StackOverflowError e) {
      throw Refusal.impossible(
          "the pool's policy cannot deal with this job: it is nested too deep");
    } catch (RuntimeException e) {
      throw Refusal.impossible("the pool's policy cannot deal with this job: " + e.getMessage());
    }
    for (Action action : actions) {
      if (action instanceof Action.Reject reject) {
        throw Refusal.impossible(reject.reason().text(nowMillis));
      }
    }
  }

  private static TaskGroup few(TaskGroup group, int most) {
    boolean alike = group.script().commands().size() == 1;
    return group.withCount(alike ? Math.min(group.count(), most) : group.count());
  }
}
