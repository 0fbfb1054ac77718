package io.windhover.workload.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import java.util.List;
import java.util.TreeSet;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Drawn workflows beside the files of the Pegasus gallery, of which these numbers are. */
class PegasusShapeTest {
  @ParameterizedTest
  @CsvSource({
    // shape, wished; tasks, dependencies, first and last tasks, levels, sum and longest chain in s
    "MONTAGE,       25,   25,   45,   5, 1, 9,     227.75,    46.51",
    "MONTAGE,       50,   50,  106,   8, 1, 9,     508.64,    55.76",
    "MONTAGE,     1000, 1000, 2485, 166, 1, 9,   11378.69,   368.46",
    "EPIGENOMICS,   24,   24,   27,   1, 1, 8,   17720.15,  5581.05",
    "EPIGENOMICS,   46,   47,   54,   2, 1, 9,   41401.78,  7728.24",
    "EPIGENOMICS,  997,  997, 1234,   7, 1, 9, 3854768.81, 34044.11",
    "CYBERSHAKE,    30,   30,   52,   2, 2, 4,     760.53,   221.84",
    "CYBERSHAKE,    50,   50,   88,   4, 2, 4,    1524.56,   242.90",
    "CYBERSHAKE,  1000, 1000, 1988,   4, 2, 4,   22751.94,   255.13",
    "INSPIRAL,      30,   30,   35,   7, 1, 6,    6617.07,  1335.18",
    "INSPIRAL,      50,   50,   60,  12, 1, 6,   11761.95,  1410.80",
    "SIPHT,         29,   29,   33,  21, 1, 5,    5546.46,  4408.92",
    "SIPHT,         97,   97,  109,  73, 3, 5,   17379.73,  4474.97",
  })
  void aShapeIsThatOfTheGallerysFile(
      PegasusShape shape,
      int wished,
      int tasks,
      int edges,
      int entries,
      int exits,
      int levels,
      double sumSeconds,
      double chainSeconds) {
    for (long seed = 1; seed <= 20; seed++) {
      List<TaskGroup> groups = shape.draw(wished, seed).groups();
      assertThat(groups).hasSize(tasks);
      assertThat(edges(groups)).isCloseTo(edges, Percentage.withPercentage(6));
      assertThat(groups.stream().filter(group -> group.after().isEmpty())).hasSize(entries);
      var inner = new TreeSet<Integer>();
      groups.forEach(group -> inner.addAll(group.after()));
      assertThat(tasks - inner.size()).isEqualTo(exits);
      assertThat(longest(groups, group -> 1)).isEqualTo(levels);
      assertThat(sum(groups)).isCloseTo(sumSeconds, Percentage.withPercentage(35));
      assertThat(longest(groups, group -> seconds(group)))
          .isCloseTo(chainSeconds, Percentage.withPercentage(40));
    }
  }

  @ParameterizedTest
  @EnumSource(PegasusShape.class)
  void anySizeComesOutNearlyAsWished(PegasusShape shape) {
    for (int tasks = shape.tasksMin(); tasks < 400; tasks++) {
      JobSpec job = shape.draw(tasks, tasks);
      assertThat(job.taskCount()).as("%s of %d", shape, tasks).isCloseTo(tasks, within(2));
      assertThat(job.groups()).allMatch(group -> group.runtime().anyTypeMillis() > 0);
    }
    assertThat(shape.draw(PegasusShape.TASKS_MAX, 1).taskCount()).isCloseTo(10_000, within(2));
  }

  @ParameterizedTest
  @EnumSource(PegasusShape.class)
  void theSeedDecidesTheRuntimesAndNothingElse(PegasusShape shape) {
    JobSpec drawn = shape.draw(100, 7);
    JobSpec again = shape.draw(100, 7);
    assertThat(drawn).isEqualTo(again).isNotEqualTo(shape.draw(100, 8));
    assertThat(drawn.groups())
        .extracting(TaskGroup::after)
        .isEqualTo(shape.draw(100, 8).groups().stream().map(TaskGroup::after).toList());
  }

  /**
   * A hundred pictures, ten a row, have 90 + 90 neighbours at a side and 81 + 81 at a corner; the
   * other 58 of 400 comparisons are with the next but one.
   */
  @Test
  void picturesOfAMosaicAreComparedWithTheirNeighbours() {
    List<TaskGroup> groups = PegasusShape.MONTAGE.draw(6 + 2 * 100 + 400, 1).groups();
    List<List<Integer>> pairs =
        groups.stream().filter(g -> g.kind().equals("mDiffFit")).map(TaskGroup::after).toList();
    assertThat(pairs).hasSize(400).doesNotHaveDuplicates();
    assertThat(pairs.stream().filter(pair -> apart(pair) == 1)).hasSize(342);
    assertThat(pairs.stream().filter(pair -> apart(pair) == 2)).hasSize(58);
  }

  private static int apart(List<Integer> pair) {
    int columns = Math.abs(pair.get(0) % 10 - pair.get(1) % 10);
    int rows = Math.abs(pair.get(0) / 10 - pair.get(1) / 10);
    return Math.max(columns, rows);
  }

  @Test
  void tooSmallOrTooLargeIsRefused() {
    assertThatThrownBy(() -> PegasusShape.SIPHT.draw(12, 1))
        .hasMessage("sipht of 12 tasks; expected 13 to 10000");
    assertThatThrownBy(() -> PegasusShape.SIPHT.draw(10_001, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static int edges(List<TaskGroup> groups) {
    return groups.stream().mapToInt(group -> group.after().size()).sum();
  }

  private static double seconds(TaskGroup group) {
    return group.runtime().anyTypeMillis() / 1_000.0;
  }

  private static double sum(List<TaskGroup> groups) {
    return groups.stream().mapToDouble(PegasusShapeTest::seconds).sum();
  }

  private interface Length {
    double of(TaskGroup group);
  }

  private static double longest(List<TaskGroup> groups, Length length) {
    double[] ends = new double[groups.size()];
    double longest = 0;
    for (int g = 0; g < ends.length; g++) {
      double start = groups.get(g).after().stream().mapToDouble(p -> ends[p]).max().orElse(0);
      ends[g] = start + length.of(groups.get(g));
      longest = Math.max(longest, ends[g]);
    }
    return longest;
  }
}
