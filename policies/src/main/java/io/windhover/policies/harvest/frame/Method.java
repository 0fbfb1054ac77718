package io.windhover.policies.harvest.frame;

import io.windhover.core.policy.Trait;
import java.util.SortedSet;
import java.util.TreeSet;

/** How one of the harvest policies puts tasks on machines; it keeps nothing but settings. */
public interface Method {
  /** The name by which job files choose it. */
  String name();

  default SortedSet<Trait> traits() {
    return new TreeSet<>();
  }

  default int liveAttemptsMax() {
    return 1;
  }

  /** Starts what is to start now. */
  void place(Turn turn);
}
