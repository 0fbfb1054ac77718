package io.windhover.policies;

import io.windhover.core.policy.Policy;
import io.windhover.simulator.RandomStories;
import io.windhover.simulator.testkit.Runs;
import java.util.TreeMap;

/** Prints what every policy for use decides; {@link TwoProcessesTest} starts it twice. */
final class EveryPolicy {
  private EveryPolicy() {}

  public static void main(String[] arguments) {
    long seeds = Long.parseLong(arguments[0]);
    for (String name : PolicyRegistry.namesForUse()) {
      for (long seed = 1; seed <= seeds; seed++) {
        Policy policy =
            PolicyRegistry.make(name, new TreeMap<>(), PolicyRegistry.Machines.COME_AND_GO);
        System.out.println(name + " seed " + seed);
        Runs.of(
                policy,
                RandomStories.governed(seed, Runs.OFFERS),
                Runs.freezing(seed),
                (batch, decision, world) -> {})
            .log()
            .forEach(System.out::println);
      }
    }
  }
}
