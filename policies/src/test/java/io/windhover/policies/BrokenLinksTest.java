package io.windhover.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.core.step.World;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.ForwardingCloud;
import io.windhover.simulator.LeasedMachines;
import io.windhover.simulator.RandomStories;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.testkit.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A machine that thaws has to connect again, so it is out of reach for a while in which it is
 * charged for and runs what it has: no policy may give it anything until it is back.
 */
class BrokenLinksTest {
  private static final int SEEDS = 40;

  static List<String> policies() {
    return PolicyRegistry.namesForUse();
  }

  private static Policy policy(String name) {
    Policy plain = make(name, Map.of());
    if (plain.traits().contains(Trait.RENTS_MACHINES)) {
      return plain;
    }
    try {
      return make(name, Map.of("machines", "2"));
    } catch (IllegalArgumentException rentsNothing) {
      return plain;
    }
  }

  private static Policy make(String name, Map<String, String> settings) {
    return PolicyRegistry.make(name, new TreeMap<>(settings), PolicyRegistry.Machines.COME_AND_GO);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void whoIsOutOfReachIsGivenNothing(String name) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Story story = RandomStories.governed(seed, Runs.OFFERS);
      Simulation.Settings usual = Runs.freezing(seed);
      var cloud = new BrokenLinks(usual.cloud(), 1 + 3_000 * (seed % 10));
      var settings = new Simulation.Settings(usual.offers(), cloud, 1_000_000);
      World world =
          new Simulation(policy(name), story, settings, (batch, decision, seen) -> {}).run();
      assertThat(world.sequence()).as("%s, seed %d", name, seed).isPositive();
    }
  }

  /** A provider whose machines are out of reach for a while after they have thawed. */
  private static final class BrokenLinks extends ForwardingCloud {
    private final Cloud inner;
    private final long awayMillis;
    private final TreeMap<Long, List<Integer>> back = new TreeMap<>();

    BrokenLinks(Cloud inner, long awayMillis) {
      super(inner);
      this.inner = inner;
      this.awayMillis = awayMillis;
    }

    @Override
    public long nextMillis() {
      return back.isEmpty() ? inner.nextMillis() : Math.min(back.firstKey(), inner.nextMillis());
    }

    @Override
    public List<Event> happen(long nowMillis, LeasedMachines machines) {
      List<Event> events = new ArrayList<>();
      List<Integer> reached = back.remove(nowMillis);
      if (reached != null) {
        reached.stream()
            .filter(id -> machines.machine(id).isPresent())
            .forEach(id -> events.add(new MachineChange.Back(id)));
      }
      if (inner.nextMillis() == nowMillis) {
        for (Event event : inner.happen(nowMillis, machines)) {
          events.add(event);
          if (event instanceof MachineChange.Resumed resumed) {
            events.add(new MachineChange.Away(resumed.machine()));
            back.computeIfAbsent(nowMillis + awayMillis, at -> new ArrayList<>())
                .add(resumed.machine());
          }
        }
      }
      return events;
    }
  }
}
