package io.windhover.policies.workflow.justintime;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Two tasks of an hour, one after the other, that could wait for hours, and idle machines paid by
 * the hour: one until 60 minutes, the other until 90. Another hour is paid when an hour and a half
 * of work has no room elsewhere.
 */
class FillingTest {
  private static final long MINUTE = 60_000;
  private static final MachineSpec SPEC =
      new MachineSpec("slow", "slow", List.of(), 1, 0, 1_000_000_000L);
  private static final Terms TERMS =
      new Terms(
          VmTypes.of(
              List.of(
                  new Offer(
                      "slow",
                      Market.ON_DEMAND,
                      SPEC,
                      9,
                      9,
                      0,
                      10 * MINUTE,
                      Billing.perPeriod(60 * MINUTE)))),
          new int[] {1});
  private static final Habits HABITS = Habits.USUAL.extending(1.5);

  private final Board board = new Board(1);
  private final List<String> started = new ArrayList<>();
  private final Orders orders =
      new EasyOrders() {
        @Override
        public void start(Task task, Lane lane) {
          started.add("job %d on %d".formatted(task.job.id, lane.vm.id));
        }
      };
  private final Filling filling = new Filling(board, TERMS, orders);
  private final LiveJob job = job(1, 60);

  private static LiveJob job(int id, long minutes) {
    long[] millis = {minutes * MINUTE};
    long[] bookBefore = {10 * MINUTE};
    return TwoInARow.job(id, TERMS, millis, 600 * MINUTE, Reserve.NONE, bookBefore);
  }

  private Vm machine(int id, long requestedMinute) {
    long requested = requestedMinute * MINUTE;
    Vm vm = new Vm(id, 0, true, SPEC, 1, requested, requested + 10 * MINUTE);
    vm.up = true;
    vm.lanes.get(0).measure(requested + 10 * MINUTE);
    board.add(vm);
    return vm;
  }

  /** The job has come and both machines are idle. */
  private List<Lane> idleLanes() {
    board.put(job);
    board.ready(job.tasks[0]);
    return List.of(machine(1, 0).lanes.get(0), machine(2, 30).lanes.get(0));
  }

  @Test
  void whatOthersHaveRoomForIsNoReasonToPayOn() {
    List<Lane> lanes = idleLanes();

    // Of 120 minutes the second has room for 35; for the second, the first has room for 5.
    assertThat(filling.pick(lanes.get(0), 55 * MINUTE, HABITS)).isNull();
    assertThat(filling.pick(lanes.get(1), 55 * MINUTE, HABITS)).isSameAs(job.tasks[0]);
  }

  @Test
  void aMachineThatHasGotATaskHasNoRoomForOthers() {
    List<Lane> lanes = idleLanes();
    assertThat(filling.pick(lanes.get(0), 55 * MINUTE, HABITS)).isNull();

    Task task = job(2, 60).tasks[0];
    task.state = Task.State.RUNS;
    task.endMillis = 90 * MINUTE;
    task.expectedEndMillis = task.endMillis;
    lanes.get(1).running = task;
    lanes.get(1).measure(55 * MINUTE);
    filling.changed();

    assertThat(filling.pick(lanes.get(0), 55 * MINUTE, HABITS)).isSameAs(job.tasks[0]);
  }

  /** Two jobs, four tasks of 45 minutes; machines that are paid until 80 and 90 minutes. */
  private Dispatcher withTwoMachines(double extensionMinutes) {
    Habits habits = Habits.USUAL.extending(extensionMinutes / 60);
    var dispatcher = new Dispatcher(board, TERMS, orders, habits);
    for (Vm vm : List.of(machine(1, 20), machine(2, 30))) {
      dispatcher.at(40 * MINUTE);
      dispatcher.up(vm);
    }
    dispatcher.enter(job(1, 45));
    dispatcher.enter(job(2, 45));
    return dispatcher;
  }

  /** At 55 the first leaves 145 of 180 minutes; with its task it has room for 40, not 25. */
  @Test
  void whoHasGotATaskIsCountedAnew() {
    Dispatcher dispatcher = withTwoMachines(142);
    dispatcher.at(55 * MINUTE);
    dispatcher.act();
    assertThat(started).containsExactly("job 1 on 1");
  }

  /** At 50 machines have room for 30 and 40 minutes, at 55 for 25 and 35. */
  @Test
  void roomIsCountedAnewWhenTimeHasGoneBy() {
    Dispatcher dispatcher = withTwoMachines(152);
    dispatcher.at(50 * MINUTE);
    dispatcher.act();
    assertThat(started).isEmpty();

    board.fresh = true;
    dispatcher.at(55 * MINUTE);
    dispatcher.act();
    assertThat(started).containsExactly("job 1 on 2");
  }
}
