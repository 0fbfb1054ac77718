package io.windhover.virtual;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Source;
import io.windhover.capacity.testkit.MachinePlace;
import io.windhover.capacity.testkit.SourceContract;
import io.windhover.core.model.MachineSpec;
import io.windhover.rental.SimulatedSource;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The source of the tests in virtual time keeps what every source keeps. */
class SimulatedSourceContractTest extends SourceContract {
  @Override
  protected MachinePlace place() {
    return new VirtualPlace();
  }

  private static final class VirtualPlace implements MachinePlace, SimulatedSource.Machines {
    private static final long LONG_ENOUGH_MILLIS = 60_000;

    private final Timeline timeline = new Timeline();
    private final List<DialIn> dialIns = new ArrayList<>();
    private final SimulatedSource cloud;

    VirtualPlace() {
      timeline.at(1_000, () -> {});
      timeline.playNextMoment(); // Nothing is charged for since the beginning of time.
      cloud =
          new SimulatedSource(timeline, Cloud.steady(5_000), Renting.OFFERS, this, answer -> {});
    }

    @Override
    public Source open(String mark) {
      return cloud.account(mark);
    }

    @Override
    public List<DialIn> dialledIn() {
      return dialIns;
    }

    @Override
    public boolean until(BooleanSupplier condition) {
      long endMillis = timeline.nowMillis() + LONG_ENOUGH_MILLIS;
      timeline.at(endMillis, () -> {});
      while (!condition.getAsBoolean() && timeline.nowMillis() < endMillis) {
        timeline.playNextMoment();
      }
      return condition.getAsBoolean();
    }

    @Override
    public void close() {
      cloud.open().forEach(cloud::release);
    }

    @Override
    public void boot(LeaseOrder order, MachineSpec spec) {
      dialIns.add(new DialIn(order.lease(), order.joinSecret()));
    }

    @Override
    public void freeze(String lease) {}

    @Override
    public void thaw(String lease) {}

    @Override
    public void resize(String lease, int cores, long memoryBytes) {}

    @Override
    public void end(String lease) {}
  }
}
