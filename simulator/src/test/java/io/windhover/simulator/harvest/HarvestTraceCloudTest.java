package io.windhover.simulator.harvest;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.harvest.HarvestTrace.Hvm;
import io.windhover.core.harvest.HarvestTrace.Step;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView;
import io.windhover.simulator.LeasedMachine;
import io.windhover.simulator.LeasedMachines;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Two machines of two cores at least, one of four; the second is evicted and comes again. */
final class HarvestTraceCloudTest {
  private static final HarvestTrace TRACE =
      new HarvestTrace(
          List.of(
              new Hvm("a", 2, 16, List.of(new Step(0, 4), new Step(300, 2))),
              new Hvm("b", 2, 16, List.of(new Step(0, 3), new Step(200, 0), new Step(500, 5))),
              new Hvm("c", 4, 32, List.of(new Step(400, 8)))),
          1_000);
  private static final List<Offer> OFFERS =
      HarvestTraceCloud.offers(TRACE, HarvestPrices.USUAL, 50);

  private final HarvestTraceCloud cloud = new HarvestTraceCloud(TRACE, new CheckpointCost(0, 0));
  private final TreeMap<Integer, LeasedMachine> rented = new TreeMap<>();
  private final LeasedMachines machines =
      new LeasedMachines() {
        @Override
        public List<LeasedMachine> all() {
          return List.copyOf(rented.values());
        }

        @Override
        public Optional<LeasedMachine> machine(int id) {
          return Optional.ofNullable(rented.get(id));
        }
      };

  /** Asks for a machine and answers its cores when it comes up; 0 when it is refused. */
  private int rent(int machine, Offer offer, long atMillis) {
    OptionalLong launch = cloud.launchMillis(offer, machine, atMillis);
    if (launch.isEmpty()) {
      return 0;
    }
    var ready = new MachineChange.Ready(machine, offer.machine());
    var spec = cloud.delivered(ready, atMillis + launch.getAsLong());
    rented.put(machine, new LeasedMachine(machine, spec, true, MachineView.State.READY, List.of()));
    return spec.cores();
  }

  private List<Event> happen() {
    return cloud.happen(cloud.nextMillis(), machines);
  }

  @Test
  void thereIsAnOfferForEachSizeWithAsManyMachinesAsTheTraceHas() {
    assertThat(OFFERS).extracting(Offer::name).containsExactly("hvm-2", "hvm-4");
    assertThat(OFFERS).extracting(Offer::limit).containsExactly(2, 1);
    assertThat(OFFERS.get(0).startUpMillis()).isEqualTo(50);
  }

  @Test
  void eachMachineBecomesOneOfTheTraceAndDoesAsThatDid() {
    assertThat(rent(1, OFFERS.get(0), 10)).as("a").isEqualTo(4);
    assertThat(rent(2, OFFERS.get(0), 10)).as("b").isEqualTo(3);
    assertThat(rent(3, OFFERS.get(0), 10)).as("there is no third").isZero();
    assertThat(rent(3, OFFERS.get(1), 10)).as("c is not there yet").isZero();
    assertThat(happen()).as("at 200").containsExactly(new MachineChange.Resized(2, 0, 0));
    assertThat(happen()).as("at 300").containsExactly(new MachineChange.Resized(1, 2, 16));
    assertThat(rent(4, OFFERS.get(1), 380)).as("c is there when it is up").isEqualTo(8);
    assertThat(rent(5, OFFERS.get(0), 480)).as("b has come again").isEqualTo(5);
  }

  @Test
  void whatIsGivenBackCanBeHadAgain() {
    rent(1, OFFERS.get(0), 10);
    cloud.released(1, 20);
    assertThat(rent(2, OFFERS.get(0), 30)).as("a").isEqualTo(4);
  }
}
