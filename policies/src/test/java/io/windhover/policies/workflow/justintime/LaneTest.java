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
import java.util.List;
import org.junit.jupiter.api.Test;

/** One type; jobs of two tasks in a row, ten minutes each, due an hour after they came. */
class LaneTest {
  private static final long MINUTE = 60_000;
  private static final long[] AT_ONCE = {0};
  private static final MachineSpec MACHINE =
      new MachineSpec("only", "only", List.of(), 1, 0, 1_000_000_000L);
  private static final VmTypes TYPES =
      VmTypes.of(
          List.of(
              new Offer(
                  "only",
                  Market.ON_DEMAND,
                  MACHINE,
                  9,
                  9,
                  0,
                  10 * MINUTE,
                  Billing.perPeriod(60 * MINUTE))));
  private static final Terms TERMS = new Terms(TYPES, new int[] {1});

  private final Vm vm = new Vm(1, 0, true, MACHINE, 1, 0, 0);
  private final Lane lane = vm.lanes.get(0);

  LaneTest() {
    vm.up = true;
  }

  private static LiveJob job(int id, long submittedMillis) {
    TaskGroup group = SingleTask.of("a", 10 * MINUTE);
    JobSpec spec = new JobSpec("two", "", new Deadline.None(), false, List.of(group, group));
    Dag chain =
        Dag.of(
            new int[] {1, 1}, new int[][] {{}, {0}}, new long[][] {{10 * MINUTE}, {10 * MINUTE}});
    WorkClass work =
        new WorkClass(
            spec, chain, new int[] {0, 1}, new boolean[] {true, true}, 60 * MINUTE, false);
    ClassPlan plan =
        new Planner(work, TERMS, 0).windows(new int[] {0, 0}, Planner.ALL, Reserve.NONE, 0);
    return new LiveJob(id, work, plan, submittedMillis, AT_ONCE);
  }

  private void book(Task task) {
    lane.booked.add(task);
    task.lane = lane;
    lane.measure(0);
  }

  private int placeFor(Task task) {
    return lane.placeBefore(task, 0, 10 * MINUTE, task.latestEndMillis, 0);
  }

  @Test
  void aTaskGoesBeforeOneThatHasTimeToWait() {
    Task patient = job(1, 0).tasks[0];
    patient.state = Task.State.READY;
    book(patient);
    assertThat(placeFor(job(2, 0).tasks[0])).isZero();
    assertThat(lane.tailWith(0, 0, 10 * MINUTE, 0)).isEqualTo(20 * MINUTE);
    assertThat(lane.endAt(0, 0, 10 * MINUTE, 0)).isEqualTo(10 * MINUTE);
  }

  @Test
  void aTaskDoesNotGoBeforeOneThatOthersCountOn() {
    LiveJob job = job(1, 0);
    Task first = job.tasks[0];
    first.state = Task.State.READY;
    book(first);
    job.promise(job.tasks[1], 10 * MINUTE, 0);
    assertThat(first.promisedEndMillis).isEqualTo(10 * MINUTE);
    assertThat(placeFor(job(2, 0).tasks[0])).isEqualTo(-1);
  }

  @Test
  void aTaskNeverGoesBeforeWhatItWaitsFor() {
    LiveJob job = job(1, 0);
    Task first = job.tasks[0];
    first.state = Task.State.READY;
    book(first);
    assertThat(placeFor(job.tasks[1])).isEqualTo(-1);
  }

  @Test
  void aPromiseIsNeverLaterThanThePlanSays() {
    LiveJob job = job(1, 0);
    Task first = job.tasks[0];
    first.state = Task.State.READY;
    book(first);
    job.promise(job.tasks[1], 55 * MINUTE, 0);
    assertThat(first.promisedEndMillis).isEqualTo(50 * MINUTE);
  }
}
