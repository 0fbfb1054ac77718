package io.windhover.app.pool;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Scheduler;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Whether a job that somebody sent can be taken. What is accepted is on disk for good and is
 * stepped again after every restart, so nothing is accepted that has not been tried.
 */
final class JobCheck {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,199}");
  private static final int LABELS_MAX = 100;
  private static final int LABEL_CHARACTERS_MAX = 200;
  private static final int FOLDER_CHARACTERS_MAX = 4_000;
  private static final long SPAN_MILLIS_MAX = 100L * 366 * 86_400_000;
  private static final int PRIORITY_MAX = 1_000_000;

  /** Alike tasks of one group are tried in this number, at most. */
  private static final int TRIED_MAX = 100;

  private final DeskLimits limits;
  private final Supplier<Policy> policy;

  JobCheck(DeskLimits limits, Supplier<Policy> policy) {
    this.limits = limits;
    this.policy = policy;
  }

  void check(JobSpec job, long nowMillis) throws Refusal {
    require(NAME.matcher(job.name()).matches(), "a job's name is of letters, digits and . _ -");
    require(
        job.folder().length() <= FOLDER_CHARACTERS_MAX && plain(job.folder()),
        "the folder is no name of one");
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
    tryOut(job, nowMillis);
  }

  private void check(TaskGroup group) throws Refusal {
    require(NAME.matcher(group.name()).matches(), "a group's name is of letters, digits and . _ -");
    require(group.kind().length() <= LABEL_CHARACTERS_MAX, "a kind is a short text");
    require(Math.abs((long) group.priority()) <= PRIORITY_MAX, "the priority is out of range");
    require(group.timeoutMillis() <= SPAN_MILLIS_MAX, "the time-out is out of range");
    require(group.checkpointEveryMillis() <= SPAN_MILLIS_MAX, "checkpoints are out of range");
    require(group.runtime().anyTypeMillis() <= SPAN_MILLIS_MAX, "the runtime is out of range");
    require(group.runtime().millisByType().size() <= LABELS_MAX, "too many runtimes");
    for (Map.Entry<String, Long> runtime : group.runtime().millisByType().entrySet()) {
      require(runtime.getValue() >= 0 && runtime.getValue() <= SPAN_MILLIS_MAX, "bad runtime");
    }
    check(group.need());
    check(group.name(), group.script());
  }

  private static void check(Need need) throws Refusal {
    require(need.requires().size() <= LABELS_MAX, "too much is required");
    for (String label : need.requires()) {
      require(
          !label.isBlank() && label.length() <= LABEL_CHARACTERS_MAX && plain(label),
          "what is required is a short text");
    }
  }

  private void check(String group, Script script) throws Refusal {
    require(script.runnable(), "group " + group + " has no command");
    require(script.placeholder().length() <= LABEL_CHARACTERS_MAX, "the placeholder is too long");
    long rest = script.cleanup().length();
    require(plain(script.cleanup()), "a cleanup cannot hold a NUL");
    for (Map.Entry<String, String> variable : script.env().entrySet()) {
      require(
          VARIABLE.matcher(variable.getKey()).matches() && plain(variable.getValue()),
          "a variable is of letters, digits and _, its value of anything but NUL");
      rest += variable.getKey().length() + variable.getValue().length();
    }
    for (String command : script.commands()) {
      require(!command.isBlank() && plain(command), "a command is not empty and holds no NUL");
      if (command.length() + rest > limits.commandCharactersMax()) {
        throw Refusal.tooMuch(
            "a command has at most %,d characters, with its cleanup and variables"
                .formatted(limits.commandCharactersMax()));
      }
    }
  }

  private static boolean plain(String text) {
    return text.indexOf('\0') < 0;
  }

  private static void require(boolean holds, String otherwise) throws Refusal {
    if (!holds) {
      throw Refusal.bad(otherwise);
    }
  }

  /** Steps it in a world of its own: what a policy cannot stomach must not reach the real one. */
  private void tryOut(JobSpec job, long nowMillis) throws Refusal {
    List<TaskGroup> few = job.groups().stream().map(JobCheck::few).toList();
    var trial = new JobSpec(job.name(), job.folder(), job.deadline(), job.keepGoing(), few);
    List<Action> actions;
    try {
      var scheduler = new Scheduler(policy.get(), List.of());
      var submitted = new Event.JobSubmitted(1, trial);
      actions = scheduler.step(new Batch(1, nowMillis, List.of(submitted))).actions();
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

  private static TaskGroup few(TaskGroup group) {
    boolean alike = group.script().commands().size() == 1;
    return group.withCount(alike ? Math.min(group.count(), TRIED_MAX) : group.count());
  }
}
