package io.windhover.workload.scenario;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.TaskTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * Jobs of a stream that are alike.
 *
 * @param weight how often one comes, beside the weights of the other classes
 * @param retries how often a task may fail and be tried again; what the file says when empty
 */
public record JobClass(
    String name, Source source, Deadline deadline, double weight, OptionalInt retries) {
  /** Where the tasks of a class come from. */
  public sealed interface Source {}

  /**
   * Of a kind that papers use, with task times drawn from a seed.
   *
   * @param draw that seed; the work's own, plus the class's place in the list, when empty
   */
  public record Generated(Application application, OptionalLong draw) implements Source {}

  /** As a file says. */
  public record Given(List<TaskGroup> groups) implements Source {
    public Given {
      groups = List.copyOf(groups);
    }
  }

  boolean sameForEverySeed() {
    return !(source instanceof Generated generated) || generated.draw().isPresent();
  }

  /** The same with another deadline. */
  JobClass due(Deadline other) {
    return new JobClass(name, source, other, weight, retries);
  }

  /** The same with other tasks, if they come from a file. */
  JobClass withFileTasks(UnaryOperator<List<TaskGroup>> other) {
    return source instanceof Given given
        ? new JobClass(name, new Given(other.apply(given.groups())), deadline, weight, retries)
        : this;
  }

  /** Every job of the class. */
  JobSpec spec(long drawSeed) {
    List<TaskGroup> groups = new ArrayList<>();
    for (TaskGroup group : groups(drawSeed)) {
      groups.add(retries.isPresent() ? group.withRetries(retries.getAsInt()) : group);
    }
    return new JobSpec(name, "", deadline, false, groups);
  }

  private List<TaskGroup> groups(long drawSeed) {
    if (source instanceof Given given) {
      return given.groups();
    }
    var generated = (Generated) source;
    long seed = generated.draw().orElse(drawSeed);
    return generated.application().job(TaskTimes.SCS, seed, deadline).groups();
  }
}
