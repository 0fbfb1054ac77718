package io.windhover.policies.workflow;

import static io.windhover.policies.workflow.Stream.HOUR;
import static io.windhover.policies.workflow.Stream.job;
import static io.windhover.policies.workflow.Stream.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.TaskGroup;
import io.windhover.policies.workflow.frame.Terms;
import io.windhover.policies.workflow.frame.Units;
import io.windhover.policies.workflow.frame.WorkflowSettings;
import io.windhover.policies.workflow.plan.VmTypes;
import io.windhover.policies.workflow.scs.Chaining;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A first task, others of ten minutes side by side, and a last one. */
class ChainingTest {
  private static final Terms TERMS =
      new Terms(VmTypes.of(Stream.offers(HOUR)), WorkflowSettings.DEFAULT);

  private static final int FIRST = 0;

  private static TaskGroup standard(String name, Integer... after) {
    return task(name, List.of(after), 50, 10, 9, 9);
  }

  private static TaskGroup inMemory(String name, Integer... after) {
    return task(name, List.of(after), 500, 100, 90, 2);
  }

  private static Units chained(long endMillis, TaskGroup... groups) {
    return Chaining.of(Units.plain(job(endMillis, groups), TERMS), 0, endMillis);
  }

  @Test
  void tasksWithTheSameNeighboursAndPreferenceFollowEachOther() {
    Units units =
        chained(
            HOUR,
            standard("a"),
            standard("b", 0),
            inMemory("c", 0),
            standard("d", 0),
            standard("e", 1, 2, 3));

    assertThat(units.ordered().parents(2)).containsExactly(FIRST);
    assertThat(units.ordered().parents(3)).containsExactly(FIRST, 1);
  }

  @Test
  void onlyAsLongAsThereIsTime() {
    Units units =
        chained(HOUR / 2, standard("a"), standard("b", 0), standard("c", 0), standard("d", 1, 2));

    assertThat(units.ordered().parents(2)).containsExactly(FIRST);
  }

  @Test
  void othersBesideThemDoNotTouchThem() {
    Units units =
        chained(
            HOUR,
            standard("a"),
            standard("b", 0),
            standard("c"),
            standard("d", 0),
            standard("e", 1, 3));

    assertThat(units.ordered().parents(2)).isEmpty();
    assertThat(units.ordered().parents(3)).containsExactly(FIRST, 1);
  }

  @Test
  void anArrayIsNotChained() {
    TaskGroup array = array(standard("b", 0));
    Units units =
        chained(
            HOUR, standard("a"), array, standard("c", 0), standard("d", 0), standard("e", 1, 2, 3));

    assertThat(units.ordered().parents(1)).containsExactly(FIRST);
    assertThat(units.ordered().parents(2)).containsExactly(FIRST);
    assertThat(units.ordered().parents(3)).containsExactly(FIRST, 2);
  }

  private static TaskGroup array(TaskGroup one) {
    return new TaskGroup(
        one.name(),
        3,
        one.script(),
        one.kind(),
        one.need(),
        one.after(),
        one.runtime(),
        0,
        true,
        0,
        0,
        0);
  }
}
