package io.windhover.simulator.cloud;

import io.windhover.core.chance.Chance;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.policy.MachineView;
import io.windhover.simulator.LeasedMachine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A market that interrupts single spot machines, each by itself, as providers publish it: so many
 * of a hundred machines of a type in a month. A machine's type stays on sale meanwhile. What
 * befalls a machine follows from the seed and the machine's number alone, whoever rented it.
 */
public final class SingleVmMarket implements MarketProcess {
  /** What is due for a machine. */
  private enum Due {
    INTERRUPTION,
    END_OF_NOTICE,
    RESUME
  }

  private record Planned(int machine, Due due) {}

  private final SortedMap<String, Double> perMilliByType;
  private final Reclaim reclaim;
  private final double frozenMeanMillis;
  private final long seed;
  private final TreeMap<Long, List<Planned>> agenda = new TreeMap<>();
  private final Map<Integer, SplittableRandom> chanceOf = new HashMap<>();

  /**
   * A market from a seed.
   *
   * @param perHourByType how often a machine of each type is interrupted in an hour that it is up;
   *     types that are missing never are
   * @param frozenMeanMillis how long a machine that froze stays so on the whole, drawn from an
   *     exponential distribution; 0 when it never comes back
   */
  public SingleVmMarket(
      SortedMap<String, Double> perHourByType, Reclaim reclaim, long frozenMeanMillis, long seed) {
    this.perMilliByType = new TreeMap<>();
    perHourByType.forEach((type, rate) -> perMilliByType.put(type, rate / 3_600_000));
    this.reclaim = reclaim;
    this.frozenMeanMillis = frozenMeanMillis;
    this.seed = seed;
  }

  @Override
  public void launched(int machine, String type, long readyAtMillis) {
    chanceOf.put(machine, Chance.stream(seed, "interruption", machine));
    planInterruption(machine, type, readyAtMillis);
  }

  private void planInterruption(int machine, String type, long fromMillis) {
    double perMilli = perMilliByType.getOrDefault(type, 0.0);
    if (perMilli > 0) {
      plan(machine, Due.INTERRUPTION, fromMillis + drawn(machine, 1 / perMilli));
    }
  }

  private void plan(int machine, Due due, long atMillis) {
    agenda.computeIfAbsent(atMillis, at -> new ArrayList<>()).add(new Planned(machine, due));
  }

  /** At least a millisecond, so that time goes on. */
  private long drawn(int machine, double meanMillis) {
    SplittableRandom chance =
        chanceOf.computeIfAbsent(machine, id -> Chance.stream(seed, "interruption", id));
    // StrictMath: the same bits on every machine.
    return Math.max(1, (long) Math.ceil(-StrictMath.log(1 - chance.nextDouble()) * meanMillis));
  }

  @Override
  public long nextMillis() {
    return agenda.isEmpty() ? Long.MAX_VALUE : agenda.firstKey();
  }

  @Override
  public List<Event> happen(long nowMillis, List<LeasedMachine> spots) {
    List<Event> events = new ArrayList<>();
    List<Planned> due = agenda.remove(nowMillis);
    if (due != null) {
      for (Planned planned : due) {
        spots.stream()
            .filter(machine -> machine.id() == planned.machine())
            .findFirst()
            .ifPresent(machine -> befall(machine, planned.due(), nowMillis, events));
      }
    }
    return events;
  }

  private void befall(LeasedMachine machine, Due due, long nowMillis, List<Event> events) {
    MachineView.State state = machine.state();
    String type = machine.spec().type();
    switch (due) {
      case INTERRUPTION -> {
        if (state == MachineView.State.REQUESTED) {
          planInterruption(machine.id(), type, nowMillis); // It comes up later than it should.
        } else if (reclaim.noticeMillis() > 0) {
          long lostAtMillis = nowMillis + reclaim.noticeMillis();
          events.add(new MachineChange.Notice(machine.id(), lostAtMillis));
          plan(machine.id(), Due.END_OF_NOTICE, lostAtMillis);
        } else {
          take(machine, nowMillis, events);
        }
      }
      case END_OF_NOTICE -> take(machine, nowMillis, events);
      case RESUME -> {
        if (state == MachineView.State.HIBERNATED) {
          events.add(new MachineChange.Resumed(machine.id()));
          planInterruption(machine.id(), type, nowMillis);
        }
      }
    }
  }

  private void take(LeasedMachine machine, long nowMillis, List<Event> events) {
    if (!reclaim.hibernates()) {
      events.add(new MachineChange.Lost(machine.id(), Reclaim.ENDED));
      return;
    }
    events.add(new MachineChange.Hibernated(machine.id()));
    if (frozenMeanMillis > 0) {
      plan(machine.id(), Due.RESUME, nowMillis + drawn(machine.id(), frozenMeanMillis));
    }
  }

  @Override
  public boolean sells(String type) {
    return true;
  }
}
