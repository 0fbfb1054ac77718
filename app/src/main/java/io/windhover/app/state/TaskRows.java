package io.windhover.app.state;

import io.windhover.core.model.TaskId;
import io.windhover.core.model.TaskNumbers;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.store.Store.Result;
import io.windhover.store.StoreView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Makes the rows of a job's tasks, in order and one at a time: results are read task by task beside
 * the tasks themselves, so that a million of them need no memory.
 */
public final class TaskRows {
  /**
   * Which tasks are wanted.
   *
   * @param state in small letters; empty for all
   * @param first index within the job of the first task
   * @param last index within the job of the last task
   */
  public record Wanted(String state, int first, int last) {
    public Wanted from(int task) {
      return new Wanted(state, Math.max(first, task), last);
    }

    boolean takes(TaskState candidate) {
      return state.isEmpty() || state.equals(candidate.name().toLowerCase(Locale.ROOT));
    }
  }

  private final World world;
  private final Job job;
  private final long nowMillis;
  private final FileLines places;
  private final Map<TaskId, Attempt> live = new TreeMap<>();

  public TaskRows(World world, int job, FileLines places) {
    this.world = world;
    this.job = world.job(job);
    this.nowMillis = world.nowMillis();
    this.places = places;
    for (Attempt attempt : world.attempts()) {
      if (attempt.id().task().job() == job) {
        live.put(attempt.id().task(), attempt);
      }
    }
  }

  /** The wanted tasks, at most so many; answers where to go on, or -1 when there are no more. */
  public int choose(Wanted wanted, int most, List<Integer> chosen) {
    for (Group group : job.groups()) {
      int end = group.firstIndex() + group.spec().count();
      int from = Math.max(wanted.first(), group.firstIndex());
      for (int task = from; task < end && task <= wanted.last(); task++) {
        if (wanted.takes(group.state(task - group.firstIndex()))) {
          if (chosen.size() == most) {
            return task;
          }
          chosen.add(task);
        }
      }
    }
    return -1;
  }

  /** Rows of these tasks, in ascending order, to whoever wants them. */
  public void each(List<Integer> tasks, StoreView results, Consumer<TaskRow> consumer) {
    if (tasks.isEmpty()) {
      return;
    }
    var merge = new Merge(tasks, consumer);
    if (job.replacesAnother()) {
      // Some are recorded under the numbers of before the edit, so they are sorted in memory.
      ResultsToday.each(world, results, merge::takeAny);
      merge.end();
      return;
    }
    results.resultsByTask(job.id(), tasks.get(0), tasks.get(tasks.size() - 1), merge::take);
    merge.end();
  }

  /** Goes through tasks and results side by side. */
  private final class Merge {
    private final List<Integer> tasks;
    private final Consumer<TaskRow> consumer;
    private final List<Result> ofTask = new ArrayList<>();
    private final Map<Integer, List<Result>> inAnyOrder = new TreeMap<>();
    private int next;
    private int numbersOf = -1;
    private Optional<TaskNumbers> numbers = Optional.empty();

    Merge(List<Integer> tasks, Consumer<TaskRow> consumer) {
      this.tasks = tasks;
      this.consumer = consumer;
    }

    void take(Result result) {
      while (next < tasks.size() && tasks.get(next) < result.task()) {
        tell();
      }
      if (next < tasks.size() && tasks.get(next) == result.task()) {
        ofTask.add(result);
      }
    }

    /** A result of some task; they are kept until the end, for they come as they were recorded. */
    void takeAny(Result result) {
      if (result.job() == job.id()) {
        inAnyOrder.computeIfAbsent(result.task(), task -> new ArrayList<>()).add(result);
      }
    }

    void end() {
      while (next < tasks.size()) {
        tell();
      }
    }

    private void tell() {
      var task = new TaskId(job.id(), tasks.get(next));
      Group group = job.groupOf(task);
      if (group.ordinal() != numbersOf) {
        numbersOf = group.ordinal();
        numbers = TaskNumbers.of(group.spec().script());
      }
      int index = task.index() - group.firstIndex();
      ofTask.addAll(inAnyOrder.getOrDefault(task.index(), List.of()));
      consumer.accept(TaskRow.of(group, index, numbers, places, ofTask, live.get(task), nowMillis));
      ofTask.clear();
      next++;
    }
  }
}
