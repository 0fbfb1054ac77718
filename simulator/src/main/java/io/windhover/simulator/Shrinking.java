package io.windhover.simulator;

import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Need;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Machine;
import io.windhover.core.step.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What becomes of attempts when their machines shrink. Decided when all that happens at an instant
 * is known: an attempt that ends at that instant has ended, whatever becomes of its machine.
 */
final class Shrinking {
  private final KillOrder order;
  private final Courses courses;
  private final Map<Integer, MachineChange> changes = new TreeMap<>();

  Shrinking(KillOrder order, Courses courses) {
    this.order = order;
    this.courses = courses;
  }

  /** A machine without cores is none: that is an eviction. */
  MachineChange noted(MachineChange.Resized resized) {
    MachineChange change =
        resized.cores() > 0 ? resized : new MachineChange.Lost(resized.machine(), "evicted");
    changes.put(resized.machine(), change);
    return change;
  }

  /** Adds the ends of those that have lost their room to what happens at this instant. */
  void settle(World world, long nowMillis, List<Event> events) {
    if (changes.isEmpty()) {
      return;
    }
    Set<AttemptId> ended = new HashSet<>();
    for (Event event : events) {
      if (event instanceof Event.AttemptFinished || event instanceof Event.AttemptFailed) {
        ended.add(((Event.AttemptChange) event).attempt());
      }
    }
    for (MachineChange change : changes.values()) {
      Machine machine = world.machine(change.machine()).orElse(null);
      if (machine != null && change instanceof MachineChange.Lost) {
        courses.strike(machine);
      } else if (machine != null && change instanceof MachineChange.Resized resized) {
        fit(machine, resized, ended, nowMillis, events);
      }
    }
    changes.clear();
  }

  private void fit(
      Machine machine,
      MachineChange.Resized room,
      Set<AttemptId> ended,
      long nowMillis,
      List<Event> events) {
    List<Attempt> running = new ArrayList<>();
    int cores = 0;
    long memoryBytes = 0;
    for (Attempt attempt : machine.attempts()) {
      if (!ended.contains(attempt.id())) {
        running.add(attempt);
        cores += attempt.group().spec().need().cores();
        memoryBytes += attempt.group().spec().need().memoryBytes();
      }
    }
    if (order == KillOrder.NONE) {
      return;
    }
    running.sort(order.comparator());
    for (Attempt attempt : running) {
      if (cores <= room.cores() && memoryBytes <= room.memoryBytes()) {
        return;
      }
      Need need = attempt.group().spec().need();
      cores -= need.cores();
      memoryBytes -= need.memoryBytes();
      courses.strike(attempt.id());
      events.add(
          new Event.AttemptFailed(
              attempt.id(),
              new Failure.NoRoom("the machine shrank"),
              attempt.ranMillis(nowMillis)));
    }
  }
}
