package io.windhover.simulator.cloud;

import io.windhover.core.event.Event;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Offer;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.LeasedMachine;
import io.windhover.simulator.LeasedMachines;
import java.util.List;
import java.util.OptionalLong;

/**
 * A provider with a spot market. Launches take as long as their offers say. A spot type that the
 * market does not sell now is refused at once.
 */
public final class ModelledCloud implements Cloud {
  private static final long REFUSAL_MILLIS = 1000;

  private final MarketProcess market;
  private final CheckpointCost checkpoints;

  public ModelledCloud(MarketProcess market, CheckpointCost checkpoints) {
    this.market = market;
    this.checkpoints = checkpoints;
  }

  @Override
  public OptionalLong launchMillis(Offer offer, int machine, long nowMillis) {
    if (!offer.isSpot()) {
      return OptionalLong.of(offer.startUpMillis());
    }
    String type = offer.machine().type();
    if (!market.sells(type)) {
      return OptionalLong.empty();
    }
    market.launched(machine, type, nowMillis + offer.startUpMillis());
    return OptionalLong.of(offer.startUpMillis());
  }

  @Override
  public long refusalMillis() {
    return REFUSAL_MILLIS;
  }

  @Override
  public long dumpMillis(long memoryBytes) {
    return checkpoints.dumpMillis(memoryBytes);
  }

  @Override
  public long nextMillis() {
    return market.nextMillis();
  }

  @Override
  public List<Event> happen(long nowMillis, LeasedMachines machines) {
    return market.happen(nowMillis, machines.all().stream().filter(LeasedMachine::spot).toList());
  }
}
