package io.windhover.experiments.slacksched;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.harvest.HarvestTrace.Hvm;
import io.windhover.core.harvest.HarvestTrace.Step;
import io.windhover.core.policy.MachineView;
import io.windhover.policies.harvest.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A trace, read by somebody who lives in it. */
final class KnownFuture implements Future {
  /** Every machine's steps until it is evicted, by its name and the moment it came. */
  private final Map<String, NavigableMap<Long, NavigableMap<Long, Integer>>> lives =
      new HashMap<>();

  KnownFuture(HarvestTrace trace) {
    for (Hvm hvm : trace.hvms()) {
      lives.put(hvm.name(), lives(hvm));
    }
  }

  private static NavigableMap<Long, NavigableMap<Long, Integer>> lives(Hvm hvm) {
    NavigableMap<Long, NavigableMap<Long, Integer>> lives = new TreeMap<>();
    int cores = 0;
    for (Step step : hvm.steps()) {
      if (cores == 0) {
        lives.put(step.atMillis(), new TreeMap<>());
      }
      lives.lastEntry().getValue().put(step.atMillis(), step.cores());
      cores = step.cores();
    }
    return lives;
  }

  @Override
  public NavigableMap<Long, Integer> coresOf(MachineView machine) {
    NavigableMap<Long, NavigableMap<Long, Integer>> its = lives.get(machine.spec().name());
    Map.Entry<Long, NavigableMap<Long, Integer>> life =
        its == null ? null : its.floorEntry(machine.readyAtMillis());
    return life == null ? new TreeMap<>() : life.getValue();
  }
}
