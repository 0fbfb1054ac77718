package io.windhover.core.testkit;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.TaskId;
import java.util.Arrays;
import java.util.List;

/** Jobs, machines and attempts in as few words as a test wants to spend on them. */
public final class Specs {
  private Specs() {}

  public static Tasks tasks(String name, int count) {
    return new Tasks(name, count);
  }

  public static JobSpec job(Tasks... groups) {
    return job(new Deadline.None(), false, groups);
  }

  public static JobSpec keepGoing(Tasks... groups) {
    return job(new Deadline.None(), true, groups);
  }

  public static JobSpec job(Deadline deadline, boolean keepGoing, Tasks... groups) {
    return new JobSpec(
            "job", "/", deadline, keepGoing, Arrays.stream(groups).map(Tasks::group).toList())
        .saved();
  }

  /** A machine of one's own with 16 GB of memory. */
  public static MachineSpec machine(String name, int cores, String... labels) {
    return new MachineSpec(name, "", List.of(labels), cores, gigabytes(16), 0);
  }

  public static MachineSpec priced(String name, int cores, long pricePerHourNanos) {
    return new MachineSpec(name, "", List.of(), cores, gigabytes(16), pricePerHourNanos);
  }

  public static long gigabytes(long count) {
    return count * 1_000_000_000L;
  }

  /** The task written as in {@code 37/99}. */
  public static TaskId task(String text) {
    int slash = text.indexOf('/');
    return new TaskId(
        Integer.parseInt(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
  }

  /** The attempt written as in {@code 37/99#2}. */
  public static AttemptId attempt(String text) {
    int hash = text.indexOf('#');
    return new AttemptId(task(text.substring(0, hash)), Integer.parseInt(text.substring(hash + 1)));
  }
}
