package io.windhover.app.command;

import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.policies.PolicyRegistry;
import io.windhover.workload.PolicyChoice;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/** The policies that rent machines, by name: only they can be simulated. */
final class RentingPolicies implements Iterable<String> {
  RentingPolicies() {}

  /**
   * The policy that was chosen.
   *
   * @throws IllegalArgumentException with a line for people
   */
  static Policy make(PolicyChoice choice) {
    Policy policy = make(choice.name(), choice.settings());
    if (!rents(policy)) {
      throw new IllegalArgumentException(
          "\"%s\" rents no machines; expected one of %s"
              .formatted(choice.name(), String.join(", ", new RentingPolicies())));
    }
    return policy;
  }

  /**
   * A policy that is told only to warn of impossible deadlines does such jobs as fast as it can.
   */
  static boolean onlyWarns(PolicyChoice choice) {
    return "warn".equals(choice.settings().get("impossible"));
  }

  private static Policy make(String name, Map<String, String> settings) {
    return PolicyRegistry.make(name, new TreeMap<>(settings), PolicyRegistry.Machines.COME_AND_GO);
  }

  private static boolean rents(Policy policy) {
    return policy.traits().contains(Trait.RENTS_MACHINES);
  }

  @Override
  public Iterator<String> iterator() {
    return PolicyRegistry.names().stream().filter(name -> rents(make(name, Map.of()))).iterator();
  }
}
