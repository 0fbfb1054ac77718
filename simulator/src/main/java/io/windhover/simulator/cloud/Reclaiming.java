package io.windhover.simulator.cloud;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.policy.MachineView;
import io.windhover.simulator.LeasedMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Takes types off the market and puts them back. While a type is off the market its spot machines
 * are frozen or gone and new ones are refused; one that was being launched is refused too.
 */
final class Reclaiming {
  private final Reclaim way;
  private final TreeSet<String> off = new TreeSet<>();

  /** Types that go off the market after their notice, by moment. */
  private final TreeMap<Long, List<String>> announced = new TreeMap<>();

  Reclaiming(Reclaim way) {
    this.way = way;
  }

  long nextMillis() {
    return announced.isEmpty() ? Long.MAX_VALUE : announced.firstKey();
  }

  boolean isOff(String type) {
    return off.contains(type);
  }

  /** Types that are off the market, in order. */
  List<String> off() {
    return List.copyOf(off);
  }

  /** The provider wants this type back: at once, or after the notice it gives. */
  void take(String type, long nowMillis, List<LeasedMachine> spots, List<Event> events) {
    if (!off.add(type)) {
      return;
    }
    if (way.noticeMillis() == 0) {
      reclaim(type, spots, events);
      return;
    }
    long lostAtMillis = nowMillis + way.noticeMillis();
    announced.computeIfAbsent(lostAtMillis, at -> new ArrayList<>()).add(type);
    for (LeasedMachine machine : spots) {
      if (machine.spec().type().equals(type)) {
        events.add(new MachineChange.Notice(machine.id(), lostAtMillis));
      }
    }
  }

  /** Does what was announced for this moment. */
  void fulfil(long nowMillis, List<LeasedMachine> spots, List<Event> events) {
    List<String> types = announced.remove(nowMillis);
    if (types != null) {
      types.forEach(type -> reclaim(type, spots, events));
    }
  }

  private void reclaim(String type, List<LeasedMachine> spots, List<Event> events) {
    for (LeasedMachine machine : spots) {
      if (!machine.spec().type().equals(type)) {
        continue;
      }
      if (machine.state() == MachineView.State.REQUESTED) {
        events.add(new MachineChange.LaunchRefused(machine.id(), "no spot capacity for " + type));
      } else if (!way.hibernates()) {
        events.add(new MachineChange.Lost(machine.id(), Reclaim.ENDED));
      } else if (machine.state() != MachineView.State.HIBERNATED) {
        events.add(new MachineChange.Hibernated(machine.id()));
      }
    }
  }

  /** The type can be had again, and its frozen machines go on. */
  void giveBack(String type, List<LeasedMachine> spots, List<Event> events) {
    if (!off.remove(type)) {
      return;
    }
    announced.values().forEach(types -> types.remove(type));
    for (LeasedMachine machine : spots) {
      if (machine.spec().type().equals(type) && machine.state() == MachineView.State.HIBERNATED) {
        events.add(new MachineChange.Resumed(machine.id()));
      }
    }
  }
}
