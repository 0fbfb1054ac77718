package io.windhover.experiments.scs;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.TaskGroup;
import io.windhover.experiments.paper.BadData;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import io.windhover.workload.generate.PegasusShape;
import io.windhover.workload.generate.TaskTimes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Scientific workflows with runtimes on one type only, and what they take on the paper's types. */
final class Workflows {
  /** About the smallest of the gallery's files. */
  private static final int DRAWN_TASKS = 30;

  /** A stream of larger ones takes too long for what it tells. */
  private static final int TASKS_MAX = 110;

  private Workflows() {}

  /** The five of the Pegasus gallery, drawn. */
  static List<JobSpec> drawn() {
    List<JobSpec> jobs = new ArrayList<>();
    for (PegasusShape shape : PegasusShape.values()) {
      jobs.add(shape.draw(DRAWN_TASKS, 1));
    }
    return jobs;
  }

  /** The files that are not too large, by name. */
  static List<JobSpec> read(Path folder) {
    List<JobSpec> jobs = new ArrayList<>();
    for (Path file : files(folder)) {
      try {
        JobSpec job = JobFileReader.read(file).spec();
        if (job.taskCount() <= TASKS_MAX) {
          jobs.add(new JobSpec(nameOf(file), "", job.deadline(), job.keepGoing(), job.groups()));
        }
      } catch (JobFileException e) {
        throw new BadData(e.getMessage() == null ? file + ": unreadable" : e.getMessage(), e);
      }
    }
    return jobs;
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).filter(Workflows::isWorkflow).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      throw new BadData(folder + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static boolean isWorkflow(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    return name.endsWith(".xml") || name.endsWith(".json");
  }

  private static String nameOf(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.lastIndexOf('.'));
  }

  /**
   * The same on the paper's types: the known runtime is that on the standard type, and each kind of
   * task draws how much faster or slower it is on the others.
   */
  static JobSpec onTypes(JobSpec job, long seed, Deadline deadline) {
    List<TaskGroup> groups = new ArrayList<>();
    for (TaskGroup group : job.groups()) {
      long standardMillis = Math.max(1, group.runtime().anyTypeMillis());
      groups.add(
          group
              .withNeed(new Need(List.of(), 1, 0))
              .withRuntime(TaskTimes.scaled(standardMillis, seed, group.kind())));
    }
    return new JobSpec(job.name(), "", deadline, job.keepGoing(), groups);
  }
}
