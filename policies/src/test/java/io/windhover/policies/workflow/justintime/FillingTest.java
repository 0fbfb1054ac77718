package io.windhover.policies.workflow.justintime;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.policies.workflow.SingleTask;
import io.windhover.policies.workflow.plan.Dag;
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
  private final Filling filling = new Filling(board, TERMS, new Nowhere());
  private final LiveJob job = job(1, 60);
  private final List<String> started = new ArrayList<>();

  /** Everything fits, nothing is rented. */
  private final class Nowhere implements Orders {
    @Override
    public boolean isScarce() {
      return false;
    }

    @Override
    public boolean hasRoom(Task task, Vm vm) {
      return true;
    }

    @Override
    public boolean canLaunch(int type) {
      return false;
    }

    @Override
    public Vm launch(int type) {
      throw new IllegalStateException("nothing is rented here");
    }

    @Override
    public void start(Task task, Lane lane) {
      started.add("job %d on %d".formatted(task.job.id, lane.vm.id));
    }

    @Override
    public void release(Vm vm) {}

    @Override
    public void wakeAt(long atMillis) {}

    @Override
    public long lagMarginMillis() {
      return 0;
    }
  }

  private static LiveJob job(int id, long minutes) {
    TaskGroup group = SingleTask.of("a", minutes * MINUTE);
    JobSpec spec = new JobSpec("two", "", new Deadline.None(), false, List.of(group, group));
    Dag chain =
        Dag.of(
            new int[] {1, 1},
            new int[][] {{}, {0}},
            new long[][] {{minutes * MINUTE}, {minutes * MINUTE}});
    WorkClass work =
        new WorkClass(
            spec, chain, new int[] {0, 1}, new boolean[] {true, true}, 600 * MINUTE, false);
    ClassPlan plan =
        new Planner(work, TERMS, 0).windows(new int[] {0, 0}, Planner.ALL, Reserve.NONE, 0);
    return new LiveJob(id, work, plan, 0, new long[] {10 * MINUTE});
  }

  private Vm machine(int id, long requestedMinute) {
    long requested = requestedMinute * MINUTE;
    Vm vm = new Vm(id, 0, true, SPEC, 1, requested, requested + 10 * MINUTE);
    vm.up = true;
    vm.lanes.get(0).measure(requested + 10 * MINUTE);
    board.add(vm);
    return vm;
  }

  private void theJobComes() {
    board.put(job);
    board.ready(job.tasks[0]);
  }

  @Test
  void whatOthersHaveRoomForIsNoReasonToPayOn() {
    Vm first = machine(1, 0);
    Vm second = machine(2, 30);
    theJobComes();
    filling.changed();

    // Of 120 minutes the second has room for 35; for the second, the first has room for 5.
    assertThat(filling.pick(first.lanes.get(0), 55 * MINUTE, HABITS)).isNull();
    assertThat(filling.pick(second.lanes.get(0), 55 * MINUTE, HABITS)).isSameAs(job.tasks[0]);
  }

  @Test
  void aMachineThatHasGotATaskHasNoRoomForOthers() {
    Vm first = machine(1, 0);
    Vm second = machine(2, 30);
    theJobComes();
    filling.changed();
    assertThat(filling.pick(first.lanes.get(0), 55 * MINUTE, HABITS)).isNull();

    LiveJob other = job(2, 60);
    Task task = other.tasks[0];
    task.state = Task.State.RUNS;
    task.endMillis = 90 * MINUTE;
    task.expectedEndMillis = task.endMillis;
    second.lanes.get(0).running = task;
    second.lanes.get(0).measure(55 * MINUTE);
    filling.changed();

    assertThat(filling.pick(first.lanes.get(0), 55 * MINUTE, HABITS)).isSameAs(job.tasks[0]);
  }

  /** Two jobs, four tasks of 45 minutes; machines that are paid until 80 and 90 minutes. */
  private Dispatcher withTwoMachines(double extensionMinutes) {
    Habits habits = Habits.USUAL.extending(extensionMinutes / 60);
    var dispatcher = new Dispatcher(board, TERMS, new Nowhere(), habits);
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
