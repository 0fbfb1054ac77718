package io.windhover.virtual;

import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.policies.PolicyRegistry;
import io.windhover.policies.PolicyRegistry.Machines;
import java.util.Map;
import java.util.TreeMap;

/** Policies of the registry, set so that they rent wherever they can. */
final class Renting {
  private Renting() {}

  static Policy policy(String name) {
    Policy plain = PolicyRegistry.make(name, new TreeMap<>(), Machines.COME_AND_GO);
    if (plain.traits().contains(Trait.RENTS_MACHINES)) {
      return plain;
    }
    try {
      return PolicyRegistry.make(
          name, new TreeMap<>(Map.of("machines", "2")), Machines.COME_AND_GO);
    } catch (IllegalArgumentException rentsNothing) {
      return plain;
    }
  }
}
