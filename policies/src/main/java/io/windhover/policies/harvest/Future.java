package io.windhover.policies.harvest;

import io.windhover.core.policy.MachineView;
import java.util.NavigableMap;

/** What only somebody who knows the future can say. */
@FunctionalInterface
public interface Future {
  /**
   * The cores of a machine that is there, by the moments at which they change; 0 from when it is
   * gone. Moments that have passed may be left out.
   */
  NavigableMap<Long, Integer> coresOf(MachineView machine);
}
