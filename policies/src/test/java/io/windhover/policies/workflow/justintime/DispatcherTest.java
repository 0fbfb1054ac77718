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
 * Two tasks in a row, each an hour on slow machines and half an hour on fast ones; 145 minutes for
 * both, and ten for a launch. All are planned on slow machines, as late as may be.
 */
class DispatcherTest {
  private static final long MINUTE = 60_000;
  private static final Terms TERMS =
      new Terms(
          VmTypes.of(List.of(offer("slow", 1_000_000_000L), offer("fast", 3_000_000_000L))),
          new int[] {1, 1});
  private static final long[] BOOK_BEFORE = {10 * MINUTE, 10 * MINUTE};

  private static Offer offer(String name, long price) {
    var machine = new MachineSpec(name, name, List.of(), 1, 0, price);
    Billing hourly = Billing.perPeriod(60 * MINUTE);
    return new Offer(name, Market.ON_DEMAND, machine, 9, 9, 0, 10 * MINUTE, hourly);
  }

  /** Does nothing by itself: the story says what comes up and what ends. */
  private final class Cloud extends EasyOrders {
    final List<Vm> launched = new ArrayList<>();
    final List<String> started = new ArrayList<>();
    long lagMarginMillis;

    @Override
    public Vm launch(int type) {
      MachineSpec spec = TERMS.types().offer(type).machine();
      long ready = now + TERMS.lagMillis(type) + lagMarginMillis;
      Vm vm = new Vm(launched.size() + 1, type, true, spec, 1, now, ready);
      launched.add(vm);
      board.add(vm);
      return vm;
    }

    @Override
    public void start(Task task, Lane lane) {
      started.add("%d on %s at %d".formatted(task.index, lane.vm.spec.type(), now / MINUTE));
    }

    @Override
    public long lagMarginMillis() {
      return lagMarginMillis;
    }
  }

  private final Board board = new Board(TERMS.size());
  private final Cloud cloud = new Cloud();
  private final Dispatcher dispatcher = new Dispatcher(board, TERMS, cloud, Habits.USUAL);
  private final LiveJob job = job();
  private long now;

  private static LiveJob job() {
    return job(1, Reserve.least(0.2));
  }

  private static LiveJob job(int id, Reserve reserve) {
    long[] millis = {60 * MINUTE, 30 * MINUTE};
    return TwoInARow.job(id, TERMS, millis, 145 * MINUTE, reserve, BOOK_BEFORE);
  }

  private void at(long minute, Runnable event) {
    now = minute * MINUTE;
    dispatcher.at(now);
    event.run();
    dispatcher.act();
  }

  private void untilTheFirstTaskRuns() {
    at(0, () -> dispatcher.enter(job));
    at(3, () -> {});
    at(13, () -> dispatcher.up(cloud.launched.get(0)));
    at(63, () -> {});
  }

  @Test
  void whatIsOnTimeGoesOnWhereItIsBooked() {
    untilTheFirstTaskRuns();
    at(73, () -> dispatcher.finished(job.tasks[0]));
    assertThat(cloud.started).containsExactly("0 on slow at 13", "1 on slow at 73");
    assertThat(cloud.launched).hasSize(1);
  }

  /** On the slow machine it would end at 160, on a fast one that is asked for now at 140. */
  @Test
  void aTaskThatItsParentHasMadeLateIsDoneInAHurry() {
    untilTheFirstTaskRuns();
    at(100, () -> dispatcher.finished(job.tasks[0]));
    at(110, () -> dispatcher.up(cloud.launched.get(1)));
    assertThat(cloud.started).containsExactly("0 on slow at 13", "1 on fast at 110");
  }

  /**
   * The machine for the second task is on its way and may come later than is known. That alone is
   * no reason to ask for another, which would come later still.
   */
  @Test
  void aMachineOnItsWayIsWaitedFor() {
    untilTheFirstTaskRuns();
    Task second = job.tasks[1];
    Lane first = second.lane;
    assertThat(first).isNotNull();
    first.booked.remove(second);
    cloud.lagMarginMillis = 20 * MINUTE;
    Vm coming = cloud.launch(0);
    coming.lanes.get(0).booked.add(second);
    second.lane = coming.lanes.get(0);
    at(73, () -> dispatcher.finished(job.tasks[0]));
    assertThat(second.lane).isSameAs(coming.lanes.get(0));
    assertThat(cloud.launched).hasSize(2);
  }

  /**
   * A plan that keeps nothing back has no time for a launch that takes longer than is known, but it
   * is the plan: nothing faster and dearer is rented for that.
   */
  @Test
  void aPlanThatKeepsNothingBackCountsOnLaunchesAsTheyAreKnown() {
    cloud.lagMarginMillis = 2 * MINUTE;
    LiveJob exact = job(2, Reserve.NONE);
    at(0, () -> dispatcher.enter(exact));
    at(15, () -> {});
    assertThat(cloud.launched).hasSize(1).allMatch(vm -> vm.type == 0);
  }
}
