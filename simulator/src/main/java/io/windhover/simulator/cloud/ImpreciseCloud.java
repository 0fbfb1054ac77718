package io.windhover.simulator.cloud;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Offer;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.ForwardingCloud;
import io.windhover.simulator.LeasedMachines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Machines of another provider that come sooner or later than said, and die. */
final class ImpreciseCloud extends ForwardingCloud {
  private final Imprecision imprecision;
  private final Cloud inner;
  private final long seed;

  /** Machines by the moment of their death, in the order of their launches. */
  private final TreeMap<Long, List<Integer>> deaths = new TreeMap<>();

  private final Map<Integer, Long> deathOf = new LinkedHashMap<>();

  ImpreciseCloud(Imprecision imprecision, Cloud inner, long seed) {
    super(inner);
    this.imprecision = imprecision;
    this.inner = inner;
    this.seed = seed;
  }

  @Override
  public OptionalLong launchMillis(Offer offer, int machine, long nowMillis) {
    OptionalLong planned = inner.launchMillis(offer, machine, nowMillis);
    if (planned.isEmpty()) {
      return planned;
    }
    long lagMillis = imprecision.lagMillis(planned.getAsLong(), machine, seed);
    long lifeMillis = imprecision.lifeMillis(machine, seed);
    if (lifeMillis < Long.MAX_VALUE) {
      // A machine that dies as it comes up was up for a moment.
      long deathMillis = nowMillis + lagMillis + Math.max(1, lifeMillis);
      deaths.computeIfAbsent(deathMillis, at -> new ArrayList<>()).add(machine);
      deathOf.put(machine, deathMillis);
    }
    return OptionalLong.of(lagMillis);
  }

  @Override
  public void released(int machine, long nowMillis) {
    forget(machine);
    inner.released(machine, nowMillis);
  }

  private void forget(int machine) {
    Long deathMillis = deathOf.remove(machine);
    if (deathMillis != null) {
      List<Integer> then = deaths.get(deathMillis);
      if (then != null && then.remove((Integer) machine) && then.isEmpty()) {
        deaths.remove(deathMillis);
      }
    }
  }

  @Override
  public long nextMillis() {
    return deaths.isEmpty() ? inner.nextMillis() : Math.min(deaths.firstKey(), inner.nextMillis());
  }

  @Override
  public List<Event> happen(long nowMillis, LeasedMachines machines) {
    List<Event> events = new ArrayList<>();
    if (inner.nextMillis() == nowMillis) {
      events.addAll(inner.happen(nowMillis, machines));
    }
    for (Event event : events) {
      if (event instanceof MachineChange.Lost lost) {
        forget(lost.machine());
      } else if (event instanceof MachineChange.LaunchRefused refused) {
        forget(refused.machine());
      }
    }
    List<Integer> dying = deaths.remove(nowMillis);
    if (dying != null) {
      for (int machine : dying) {
        deathOf.remove(machine);
        inner.released(machine, nowMillis);
        events.add(new MachineChange.Lost(machine, Imprecision.MACHINE_FAILED));
      }
    }
    return events;
  }
}
