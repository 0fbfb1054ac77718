package io.windhover.workload.generate;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The three kinds of application that SCS was judged by (its Figure 7): one task after another,
 * many side by side, and a mixture. The figure is a drawing without numbers; the sizes here are
 * ours.
 */
public enum Application {
  /** Six stages in a row. */
  PIPELINE(new int[][] {{}, {0}, {1}, {2}, {3}, {4}}),

  /** A head, four branches of two stages, a tail. */
  PARALLEL(new int[][] {{}, {0}, {0}, {0}, {0}, {1}, {2}, {3}, {4}, {5, 6, 7, 8}}),

  /** Branches of different length that part, cross and meet. */
  HYBRID(
      new int[][] {
        {}, {0}, {0}, {0}, {1}, {2}, {2, 3}, {4}, {5, 6}, {7, 8}, {6}, {9, 10},
      });

  /** Never changed. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final int[][] parents;

  Application(int[][] parents) {
    this.parents = parents;
  }

  /** As files and people write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public int tasks() {
    return parents.length;
  }

  /** A class of jobs of this application: each task is a kind of its own with times of its own. */
  public JobSpec job(TaskTimes times, long seed, Deadline deadline) {
    List<TaskGroup> groups = new ArrayList<>();
    for (int unit = 0; unit < parents.length; unit++) {
      String kind = text() + "-" + (unit + 1);
      groups.add(
          new TaskGroup(
              kind,
              1,
              Script.NONE,
              kind,
              new Need(List.of(), 1, 0),
              boxed(parents[unit]),
              times.draw(seed, text(), unit),
              0,
              true,
              0,
              0,
              0));
    }
    return new JobSpec(text(), "", deadline, false, groups);
  }

  private static List<Integer> boxed(int[] numbers) {
    List<Integer> list = new ArrayList<>();
    for (int number : numbers) {
      list.add(number);
    }
    return list;
  }
}
