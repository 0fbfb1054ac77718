package io.windhover.core.model;

import java.util.List;
import java.util.TreeSet;

/**
 * What a machine must offer for a task to run there. Tasks with equal needs are interchangeable to
 * a policy that only matches, which is what keeps matching cheap.
 *
 * @param requires labels that must all be offered; sorted, without repeats
 */
public record Need(List<String> requires, int cores, long memoryBytes) {
  public Need {
    if (cores < 1 || memoryBytes < 0) {
      throw new IllegalArgumentException("cores " + cores + ", memory " + memoryBytes);
    }
    requires = List.copyOf(new TreeSet<>(requires));
  }
}
