package io.windhover.virtual;

import io.windhover.core.chance.Chance;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.LeasedMachine;
import io.windhover.simulator.LeasedMachines;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A provider that does to its machines all that providers do, from a seed and the machine's number
 * alone: late and refused launches, and to those of the spot market freezes with and without a
 * notice, resizes, evictions and ends with and without a notice. What freezes thaws in the end.
 */
final class RestlessCloud implements Cloud {
  private static final long REFUSAL_MILLIS = 1000;
  private static final int NOTICE_MILLIS_MAX = 8_000;

  private final long seed;
  private final TreeMap<Long, List<MachineChange>> agenda = new TreeMap<>();

  RestlessCloud(long seed) {
    this.seed = seed;
  }

  @Override
  public OptionalLong launchMillis(Offer offer, int machine, long nowMillis) {
    SplittableRandom chance = Chance.stream(seed, "restless", machine);
    if (chance.nextInt(8) == 0) {
      return OptionalLong.empty();
    }
    long launchMillis = offer.startUpMillis() + chance.nextInt(3_000);
    if (offer.isSpot()) {
      unrest(offer.machine(), machine, nowMillis + launchMillis, chance);
    }
    return OptionalLong.of(launchMillis);
  }

  private void unrest(MachineSpec spec, int machine, long readyAtMillis, SplittableRandom chance) {
    long at = readyAtMillis;
    for (int i = chance.nextInt(6); i > 0; i--) {
      at += 1 + chance.nextInt(15_000);
      int kind = chance.nextInt(12);
      boolean noticed = chance.nextBoolean();
      long doneAt = noticed ? at + 1 + chance.nextInt(NOTICE_MILLIS_MAX) : at;
      if (kind >= 6) {
        int cores = 1 + chance.nextInt(spec.cores() + 2);
        put(at, new MachineChange.Resized(machine, cores, spec.memoryBytes()));
      } else if (kind >= 2) {
        if (noticed) {
          put(at, new MachineChange.Notice(machine, doneAt, Coming.HIBERNATED));
        }
        put(doneAt, new MachineChange.Hibernated(machine));
        at = doneAt + 1 + chance.nextInt(40_000);
        put(at, new MachineChange.Resumed(machine));
      } else if (noticed) {
        put(at, new MachineChange.Notice(machine, doneAt, Coming.ENDED));
        put(doneAt, new MachineChange.Lost(machine, "ended by the provider"));
        return;
      } else {
        put(at, new MachineChange.Resized(machine, 0, 0));
        return;
      }
    }
  }

  private void put(long atMillis, MachineChange change) {
    agenda.computeIfAbsent(atMillis, at -> new ArrayList<>()).add(change);
  }

  @Override
  public long refusalMillis() {
    return REFUSAL_MILLIS;
  }

  @Override
  public long dumpMillis(long memoryBytes) {
    return 0;
  }

  @Override
  public long nextMillis() {
    return agenda.isEmpty() ? NEVER_MILLIS : agenda.firstKey();
  }

  @Override
  public List<Event> happen(long nowMillis, LeasedMachines machines) {
    List<Event> events = new ArrayList<>();
    for (MachineChange change : agenda.pollFirstEntry().getValue()) {
      machines
          .machine(change.machine())
          .filter(machine -> changes(machine, change))
          .ifPresent(machine -> events.add(change));
    }
    return events;
  }

  private static boolean changes(LeasedMachine machine, MachineChange change) {
    return machine.state() != MachineView.State.REQUESTED
        && !(change instanceof MachineChange.Resized resized
            && resized.cores() == machine.spec().cores());
  }
}
