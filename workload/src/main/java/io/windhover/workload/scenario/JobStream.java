package io.windhover.workload.scenario;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * Jobs that come one after the other.
 *
 * @param seed of its own, so that the jobs stay the same while all other chance changes
 */
public record JobStream(List<JobClass> classes, Arrivals arrivals, OptionalLong seed)
    implements WorkChoice {
  public JobStream {
    classes = List.copyOf(classes);
    if (classes.isEmpty()) {
      throw new IllegalArgumentException("a stream has jobs of some class");
    }
  }

  /** All jobs of a class are one object, so that policies can tell them by it. */
  List<Submission> submissions(long runSeed) {
    long workSeed = seed.orElse(runSeed);
    List<JobSpec> specs = kinds(runSeed);
    SplittableRandom chance = Chance.stream(workSeed, "classes", 0);
    List<Submission> submissions = new ArrayList<>();
    for (long atMillis : arrivals.millis(workSeed)) {
      submissions.add(new Submission(atMillis, specs.get(pick(chance.nextDouble()))));
    }
    return submissions;
  }

  /** A job of each class. */
  List<JobSpec> kinds(long runSeed) {
    long workSeed = seed.orElse(runSeed);
    List<JobSpec> specs = new ArrayList<>();
    for (int c = 0; c < classes.size(); c++) {
      specs.add(classes.get(c).spec(workSeed + c));
    }
    return specs;
  }

  /** Whether nothing about the jobs is left to chance, or all of it hangs on a seed of its own. */
  boolean sameForEverySeed() {
    boolean written =
        classes.size() == 1
            && classes.get(0).sameForEverySeed()
            && arrivals instanceof Arrivals.Listed;
    return written || seed.isPresent();
  }

  /** The same with another deadline for every class. */
  JobStream due(Deadline deadline) {
    return new JobStream(classes.stream().map(one -> one.due(deadline)).toList(), arrivals, seed);
  }

  /** The same with other tasks for classes that come from files. */
  public JobStream withFileTasks(UnaryOperator<List<TaskGroup>> other) {
    return new JobStream(
        classes.stream().map(one -> one.withFileTasks(other)).toList(), arrivals, seed);
  }

  private int pick(double even) {
    double left = even * classes.stream().mapToDouble(JobClass::weight).sum();
    for (int c = 0; c < classes.size(); c++) {
      left -= classes.get(c).weight();
      if (left < 0) {
        return c;
      }
    }
    return classes.size() - 1;
  }
}
