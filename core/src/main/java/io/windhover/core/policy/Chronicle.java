package io.windhover.core.policy;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * A memory that can also tell people what its policy has done, for summaries and pictures. What it
 * tells never changes a decision.
 */
public interface Chronicle extends Memory {
  /**
   * A moment worth a line in a picture, such as a migration trigger.
   *
   * @param machine the machine it concerns; 0 when it concerns all
   */
  record Mark(String name, int machine, long atMillis) {}

  /** What was counted, by name: steals, migrations and the like. */
  SortedMap<String, Long> tallies();

  /** In the order in which they were set. */
  List<Mark> marks();

  /** Tasks that run on a machine or are meant for it, by machine; empty when it does not plan. */
  default SortedMap<Integer, Integer> tasksByMachine() {
    return Collections.emptySortedMap();
  }
}
