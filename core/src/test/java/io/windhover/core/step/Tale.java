package io.windhover.core.step;

import static io.windhover.core.testkit.Specs.attempt;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import io.windhover.core.testkit.Specs;
import java.util.List;

/**
 * A small story told to the real step: facts at a moment, then what the policy wishes in answer.
 * After every step the counts of every job must add up to its tasks.
 */
final class Tale implements Policy {
  private final int liveAttemptsMax;
  private final Scheduler scheduler;
  private List<Action> wishes = List.of();

  Tale() {
    this(1);
  }

  Tale(int liveAttemptsMax, Offer... offers) {
    this.liveAttemptsMax = liveAttemptsMax;
    this.scheduler = new Scheduler(this, List.of(offers));
  }

  /** One batch in which these facts become known and the policy wishes nothing. */
  Decision at(long millis, Event... facts) {
    return at(millis, List.of(facts));
  }

  Decision at(long millis, List<Event> facts, Action... wished) {
    wishes = List.of(wished);
    Decision decision = scheduler.step(new Batch(world().sequence() + 1, millis, facts));
    world().jobs().forEach(Tale::countsAddUp);
    return decision;
  }

  /** One batch without facts, in which the policy starts these attempts on one machine. */
  Decision assign(long millis, int machine, String... attempts) {
    return at(
        millis,
        List.of(),
        List.of(attempts).stream().map(a -> assign(a, machine)).toArray(Action[]::new));
  }

  Scheduler scheduler() {
    return scheduler;
  }

  World world() {
    return scheduler.world();
  }

  Job job() {
    return world().job(1);
  }

  TaskState state(String task) {
    TaskId id = Specs.task(task);
    Group group = world().job(id.job()).groupOf(id);
    return group.state(id.index() - group.firstIndex());
  }

  /** The tasks that could start now, in the order in which they would be offered. */
  List<String> ready() {
    return world().readyGroups().stream()
        .flatMap(
            group -> {
              List<String> tasks = new java.util.ArrayList<>();
              group.readyIndexes().forEachRemaining((int i) -> tasks.add(group.task(i).toString()));
              return tasks.stream();
            })
        .toList();
  }

  private static void countsAddUp(Job job) {
    int all = 0;
    for (TaskState state : TaskState.values()) {
      int inGroups = job.groups().stream().mapToInt(group -> group.count(state)).sum();
      if (inGroups != job.count(state)) {
        throw new AssertionError(state + ": job " + job.count(state) + ", groups " + inGroups);
      }
      all += inGroups;
    }
    if (all != job.spec().taskCount()) {
      throw new AssertionError(all + " of " + job.spec().taskCount() + " tasks accounted for");
    }
  }

  static Action assign(String attempt, int machine) {
    return new Action.Assign(attempt(attempt), machine);
  }

  static Action stop(String attempt) {
    return new Action.Stop(attempt(attempt));
  }

  static Event started(String attempt) {
    return new Event.AttemptStarted(attempt(attempt));
  }

  static Event finished(String attempt) {
    return new Event.AttemptFinished(attempt(attempt), 1);
  }

  static Event failed(String attempt) {
    return failed(attempt, new Failure.Exited(1));
  }

  static Event failed(String attempt, Failure failure) {
    return new Event.AttemptFailed(attempt(attempt), failure, 1);
  }

  static Event ready(int machine, int cores) {
    return new MachineChange.Ready(machine, Specs.machine("w" + machine, cores));
  }

  static Event lost(int machine) {
    return new MachineChange.Lost(machine, "vanished");
  }

  @Override
  public String name() {
    return "told";
  }

  @Override
  public int liveAttemptsMax() {
    return liveAttemptsMax;
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    return Decision.of(wishes);
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return List.of();
  }
}
