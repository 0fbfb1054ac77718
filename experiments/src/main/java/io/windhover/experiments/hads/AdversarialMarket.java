package io.windhover.experiments.hads;

import io.windhover.core.chance.Chance;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.MachineView;
import io.windhover.simulator.LeasedMachine;
import io.windhover.simulator.cloud.MarketProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * A market that means harm: it freezes and thaws types at the worst moments it can find, from a
 * seed. It looks at what runs and strikes a millisecond before an attempt would end, takes all
 * types at once, thaws late in the run, when triggers are near, and freezes again soon after.
 */
public final class AdversarialMarket implements MarketProcess {
  private static final long LOOK_MILLIS = 15_000;
  private static final long AGAIN_MILLIS = 200_000;

  private final SplittableRandom chance;
  private final TreeSet<String> off = new TreeSet<>();
  private final int strikePercent;
  private final int thawPercent;
  private final boolean allAtOnce;
  private long nextMillis;
  private boolean strikes;

  public AdversarialMarket(long seed) {
    chance = Chance.stream(seed, "adversarial market", 0);
    strikePercent = 2 + chance.nextInt(30);
    thawPercent = chance.nextInt(40);
    allAtOnce = chance.nextInt(3) == 0;
    nextMillis = 1 + chance.nextLong(200_000);
  }

  @Override
  public long nextMillis() {
    return nextMillis;
  }

  @Override
  public List<Event> happen(long nowMillis, List<LeasedMachine> spots) {
    List<Event> events = new ArrayList<>();
    long again = 1 + chance.nextLong(LOOK_MILLIS);
    if (strikes) {
      strikes = false;
      freeze(spots, events);
      again = 1 + chance.nextLong(AGAIN_MILLIS);
    } else if (!off.isEmpty() && chance.nextInt(100) < thawPercent) {
      thaw(spots, events);
      // Often it freezes again just as something that thawed is about to end.
      strikes = chance.nextInt(3) > 0;
      again = strikes ? untilJustBeforeAnEnd(nowMillis, spots) : again;
    } else if (chance.nextInt(100) < strikePercent) {
      strikes = true;
      again = untilJustBeforeAnEnd(nowMillis, spots);
    }
    nextMillis = nowMillis + again;
    return events;
  }

  /** A millisecond before an attempt that runs now would end, if nothing held it up. */
  private long untilJustBeforeAnEnd(long nowMillis, List<LeasedMachine> spots) {
    List<AttemptView> running = new ArrayList<>();
    for (LeasedMachine machine : spots) {
      running.addAll(machine.attempts());
    }
    if (running.isEmpty()) {
      return 1 + chance.nextLong(LOOK_MILLIS);
    }
    AttemptView victim = running.get(chance.nextInt(running.size()));
    long run = victim.group().spec().runtime().millisOn(victim.machine().spec().type()).orElse(1);
    return Math.max(1, run - victim.ranMillis(nowMillis) - 1);
  }

  private void freeze(List<LeasedMachine> spots, List<Event> events) {
    SortedSet<String> types = typesUp(spots);
    if (types.isEmpty()) {
      return;
    }
    List<String> choice = List.copyOf(types);
    String one = choice.get(chance.nextInt(choice.size()));
    for (LeasedMachine machine : spots) {
      String type = machine.spec().type();
      if (!allAtOnce && !type.equals(one)) {
        continue;
      }
      off.add(type);
      if (machine.state() == MachineView.State.REQUESTED) {
        events.add(new MachineChange.LaunchRefused(machine.id(), "no spot capacity for " + type));
      } else if (machine.state() != MachineView.State.HIBERNATED) {
        events.add(new MachineChange.Hibernated(machine.id()));
      }
    }
  }

  private void thaw(List<LeasedMachine> spots, List<Event> events) {
    List<String> frozen = List.copyOf(off);
    String one = frozen.get(chance.nextInt(frozen.size()));
    for (LeasedMachine machine : spots) {
      String type = machine.spec().type();
      boolean meant = allAtOnce || type.equals(one);
      if (meant && machine.state() == MachineView.State.HIBERNATED) {
        events.add(new MachineChange.Resumed(machine.id()));
      }
    }
    if (allAtOnce) {
      off.clear();
    } else {
      off.remove(one);
    }
  }

  private static SortedSet<String> typesUp(List<LeasedMachine> spots) {
    TreeSet<String> types = new TreeSet<>();
    for (LeasedMachine machine : spots) {
      if (machine.state() != MachineView.State.HIBERNATED) {
        types.add(machine.spec().type());
      }
    }
    return types;
  }

  @Override
  public boolean sells(String type) {
    return !off.contains(type);
  }
}
