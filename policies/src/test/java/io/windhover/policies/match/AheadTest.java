package io.windhover.policies.match;

import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.gigabytes;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.machine;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.policy.Action;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.Snapshots;
import io.windhover.core.testkit.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two machines of one core, which take eight orders before they have room for them. */
class AheadTest {
  private static final int AHEAD = 8;

  private final Match match = new Match(Match.Impossible.WAITS);
  private Scheduler scheduler = new Scheduler(match, List.of());
  private long now;

  AheadTest() {
    happens(joins(1), joins(2));
  }

  private static Event joins(int id) {
    return new MachineChange.Ready(id, machine("w" + id, 1).taking(AHEAD));
  }

  private List<Action> happens(Event... events) {
    return scheduler
        .step(new Batch(scheduler.world().sequence() + 1, now, List.of(events)))
        .actions();
  }

  private List<Action> submits(Tasks... groups) {
    return happens(new Event.JobSubmitted(scheduler.world().nextJobId(), job(groups)));
  }

  private List<Action> finishes(String attempt, long ranMillis) {
    return happens(new Event.AttemptFinished(attempt(attempt), ranMillis));
  }

  private int has(int machine) {
    return scheduler.world().machine(machine).orElseThrow().attempts().size();
  }

  @Test
  void briefTasksAreGivenBeforeThereIsRoom() {
    assertThat(submits(tasks("a", 1000))).hasSize(2);

    finishes("1/0#1", 3);

    assertThat(has(1)).isEqualTo(1 + AHEAD);
    assertThat(has(2)).isEqualTo(1 + AHEAD);
    assertThat(finishes("1/1#1", 3)).as("one for one").hasSize(1);
  }

  @Test
  void nothingIsGivenAheadBeforeItIsKnownHowLongTasksTake() {
    submits(tasks("a", 1000));

    assertThat(has(1) + has(2)).isEqualTo(2);
  }

  @Test
  void theMoreTimeTasksTakeTheFewerAreGiven() {
    submits(tasks("a", 1000));

    finishes("1/0#1", 200);

    assertThat(has(1)).as("500 ms of work").isEqualTo(1 + 2);
  }

  @Test
  void longTasksAreNotGivenAhead() {
    submits(tasks("a", 1000));

    finishes("1/0#1", 501);

    assertThat(has(1) + has(2)).isEqualTo(2);
  }

  @Test
  void theLastTasksAreGivenOneByOne() {
    submits(tasks("a", 10));

    finishes("1/0#1", 1);
    assertThat(List.of(has(1), has(2))).as("half of the 8 left between them").containsOnly(1 + 2);

    assertThat(finishes("1/1#1", 1)).as("3 are left").isEmpty();
    assertThat(finishes("1/4#1", 1)).isEmpty();
    assertThat(finishes("1/6#1", 1)).as("the second machine has room").hasSize(1);
  }

  @Test
  void whatIsCleanedUpIsNotGivenAhead() {
    submits(tasks("a", 1000).cleanup("reboot"));

    finishes("1/0#1", 1);

    assertThat(has(1) + has(2)).isEqualTo(2);
  }

  @Test
  void whatHasOutputsToCopyIsNotGivenAhead() {
    submits(tasks("a", 1000).outputs("https://host/slow"));

    finishes("1/0#1", 1);

    assertThat(has(1) + has(2)).isEqualTo(2);
  }

  @Test
  void nothingIsPutBehindALongTask() {
    submits(tasks("long", 1), tasks("a", 1000));

    finishes("1/1#1", 1);

    assertThat(has(1)).isEqualTo(1);
    assertThat(has(2)).isEqualTo(1 + AHEAD);
  }

  @Test
  void nothingMoreIsPutBehindATaskThatTurnsOutToBeLong() {
    submits(tasks("a", 1000));
    finishes("1/0#1", 1);
    now = 10_000;
    Event givenBack = new Event.AttemptFailed(attempt("1/10#1"), new Failure.Stopped(), 0);
    assertThat(scheduler.world().attempt(attempt("1/10#1"))).isPresent();

    happens(givenBack);

    assertThat(has(1) + has(2)).isEqualTo(2 + 2 * AHEAD - 1);
  }

  @Test
  void coresThatTasksLeaveFreeForWantOfMemoryAreLeftToOthers() {
    happens(new MachineChange.Ready(3, machine("w3", 4).taking(AHEAD)));
    submits(tasks("heavy", 1000).memoryBytes(gigabytes(12)));

    finishes("1/0#1", 1);

    assertThat(has(1)).as("a core, and memory for it").isEqualTo(1 + AHEAD);
    assertThat(has(3)).as("four cores, and memory for one task").isEqualTo(1);
  }

  @Test
  void coresThatLargeTasksLeaveFreeAreLeftToOthers() {
    happens(new MachineChange.Ready(3, machine("w3", 4).taking(AHEAD)));
    happens(new MachineChange.Ready(4, machine("w4", 6).taking(AHEAD)));
    submits(tasks("three cores each", 1000).cores(3));

    finishes("1/0#1", 1);

    assertThat(has(3)).isEqualTo(1);
    assertThat(has(4)).isEqualTo(2 + AHEAD);
  }

  @Test
  void nobodyIsServedBeforeOneWhoWaitsForRoom() {
    submits(tasks("a", 1000));
    finishes("1/0#1", 1);
    submits(tasks("urgent", 1).priority(1));

    assertThat(finishes("1/1#1", 1)).as("not known to be brief, and first in turn").isEmpty();
  }

  @Test
  void aRestoredWorldGoesOnInTheSameWay() {
    submits(tasks("a", 1000));
    finishes("1/0#1", 120);
    List<String> decided = new ArrayList<>();
    for (Scheduler each : List.of(scheduler, restored())) {
      scheduler = each;
      decided.add(IntStream.of(3, 4).mapToObj(i -> finishes("1/" + i + "#1", 9)).toList() + "");
    }

    assertThat(decided.get(1)).isEqualTo(decided.get(0));
  }

  private Scheduler restored() {
    return new Scheduler(match, Snapshots.restore(Snapshots.of(scheduler.world()), match));
  }
}
