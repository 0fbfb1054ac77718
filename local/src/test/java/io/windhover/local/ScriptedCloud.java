package io.windhover.local;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Offer;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.LeasedMachines;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** A provider that does to each machine what a script says, counted from when it is asked for. */
final class ScriptedCloud implements Cloud {
  /** What happens to a machine, and when. */
  record Line(long afterMillis, IntFunction<MachineChange> change) {}

  private final long launchMillis;
  private final List<Line> script;
  private final TreeMap<Long, List<MachineChange>> agenda = new TreeMap<>();

  ScriptedCloud(long launchMillis, Line... script) {
    this.launchMillis = launchMillis;
    this.script = List.of(script);
  }

  @Override
  public OptionalLong launchMillis(Offer offer, int machine, long nowMillis) {
    for (Line line : script) {
      agenda
          .computeIfAbsent(nowMillis + line.afterMillis(), at -> new ArrayList<>())
          .add(line.change().apply(machine));
    }
    return OptionalLong.of(launchMillis);
  }

  @Override
  public long refusalMillis() {
    return 0;
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
    return new ArrayList<>(agenda.pollFirstEntry().getValue());
  }
}
