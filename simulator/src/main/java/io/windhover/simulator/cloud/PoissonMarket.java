package io.windhover.simulator.cloud;

import io.windhover.core.chance.Chance;
import io.windhover.core.event.Event;
import io.windhover.core.policy.MachineView;
import io.windhover.simulator.LeasedMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * HADS's hibernation emulator (section 5.2.1): hibernations and resumes come as Poisson processes
 * and each meets all spot machines of one type. The paper leaves open which type; {@link Reading}
 * lists the answers. Every moment and every choice has a stream of its own, so two policies on one
 * seed meet events at the same moments, whatever they rent.
 */
public final class PoissonMarket implements MarketProcess {
  /** How the paper's text may be understood. */
  public enum Reading {
    /** One process for the whole run; each event picks a type in use, a resume a frozen one. */
    RUN("run"),
    /** As {@link #RUN}, but a resume picks any type in use and may so be wasted. */
    RUN_BLIND("run-blind"),
    /** A process of the full rate for each type, as in the authors' later code. */
    TYPE("type");

    private final String text;

    Reading(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /** Events of one process: the moments, and one number each to choose by. */
  private static final class Events {
    private final SplittableRandom gaps;
    private final SplittableRandom choices;
    private final double perMilli;
    private double exactMillis;
    long nextMillis;

    Events(long seed, String purpose, long entity, double perMilli) {
      this.gaps = Chance.stream(seed, purpose, entity);
      this.choices = Chance.stream(seed, purpose + " choice", entity);
      this.perMilli = perMilli;
      advance();
    }

    /** Answers the number to choose by for the event that is over. */
    double advance() {
      if (perMilli <= 0) {
        nextMillis = Long.MAX_VALUE;
        return 0;
      }
      // StrictMath: the same bits on every machine.
      exactMillis += -StrictMath.log(1 - gaps.nextDouble()) / perMilli;
      nextMillis = Math.max(nextMillis + 1, (long) Math.ceil(exactMillis));
      return choices.nextDouble();
    }
  }

  private final Reading reading;
  private final Reclaiming reclaiming;
  private final List<String> types;
  private final List<Events> hibernations = new ArrayList<>();
  private final List<Events> resumes = new ArrayList<>();

  /**
   * A market from a seed.
   *
   * @param types every type it sells; only {@link Reading#TYPE} needs to know them
   */
  public PoissonMarket(
      Reading reading,
      Reclaim reclaim,
      double hibernationsPerHour,
      double resumesPerHour,
      List<String> types,
      long seed) {
    this.reading = reading;
    this.reclaiming = new Reclaiming(reclaim);
    this.types = List.copyOf(new TreeSet<>(types));
    int processes = reading == Reading.TYPE ? this.types.size() : 1;
    for (int i = 0; i < processes; i++) {
      hibernations.add(new Events(seed, "hibernations", i, hibernationsPerHour / 3_600_000));
      resumes.add(new Events(seed, "resumes", i, resumesPerHour / 3_600_000));
    }
  }

  @Override
  public long nextMillis() {
    long next = reclaiming.nextMillis();
    for (int i = 0; i < hibernations.size(); i++) {
      next = Math.min(next, hibernations.get(i).nextMillis);
      next = Math.min(next, resumes.get(i).nextMillis);
    }
    return next;
  }

  @Override
  public List<Event> happen(long nowMillis, List<LeasedMachine> spots) {
    List<Event> events = new ArrayList<>();
    reclaiming.fulfil(nowMillis, spots, events);
    for (int i = 0; i < hibernations.size(); i++) {
      if (hibernations.get(i).nextMillis == nowMillis) {
        hibernate(i, hibernations.get(i).advance(), nowMillis, spots, events);
      }
      if (resumes.get(i).nextMillis == nowMillis) {
        resume(i, resumes.get(i).advance(), spots, events);
      }
    }
    return events;
  }

  private void hibernate(
      int process, double choice, long nowMillis, List<LeasedMachine> spots, List<Event> events) {
    if (reading == Reading.TYPE) {
      reclaiming.take(types.get(process), nowMillis, spots, events);
      return;
    }
    List<String> running = typesOf(spots, false);
    if (!running.isEmpty()) {
      reclaiming.take(pick(running, choice), nowMillis, spots, events);
    }
  }

  private void resume(int process, double choice, List<LeasedMachine> spots, List<Event> events) {
    if (reading == Reading.TYPE) {
      reclaiming.giveBack(types.get(process), spots, events);
      return;
    }
    List<String> candidates = reading == Reading.RUN ? reclaiming.off() : typesOf(spots, true);
    if (!candidates.isEmpty()) {
      reclaiming.giveBack(pick(candidates, choice), spots, events);
    }
  }

  private static List<String> typesOf(List<LeasedMachine> spots, boolean frozenToo) {
    TreeSet<String> types = new TreeSet<>();
    for (LeasedMachine machine : spots) {
      boolean frozen = machine.state() == MachineView.State.HIBERNATED;
      boolean up = machine.state() != MachineView.State.REQUESTED && !frozen;
      if (up || (frozenToo && frozen)) {
        types.add(machine.spec().type());
      }
    }
    return List.copyOf(types);
  }

  private static String pick(List<String> types, double choice) {
    return types.get((int) (choice * types.size()));
  }

  @Override
  public boolean sells(String type) {
    return !reclaiming.isOff(type);
  }
}
