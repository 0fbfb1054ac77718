package io.windhover.manager;

import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.core.event.MachineChange;
import io.windhover.core.step.Machine;
import io.windhover.core.step.World;
import java.util.LinkedHashMap;
import java.util.Map;

/** Notices that a source gives of what will become of machines, changes and takes back. */
final class LeaseNotices {
  private final World world;
  private final LeaseIds ids;

  /** When a notice was last heard of, by machine. */
  private final Map<Integer, Long> heardAtMillis = new LinkedHashMap<>();

  LeaseNotices(World world, LeaseIds ids) {
    this.world = world;
    this.ids = ids;
  }

  /** A machine was seen, perhaps with a notice. */
  void seen(Machine machine, Sighting seen, Intake intake) {
    boolean known =
        seen.noticeMillis() == machine.noticeMillis() && seen.coming() == machine.coming();
    if (seen.noticeMillis() != Long.MAX_VALUE && !known) {
      heardAtMillis.put(machine.id(), intake.nowMillis());
      intake.events.add(new MachineChange.Notice(machine.id(), seen.noticeMillis(), seen.coming()));
    }
  }

  /**
   * A machine of which no notice is shown any more keeps none. Only a survey that was asked for
   * after the notice was heard of says so: other news may have been on their way for long.
   */
  void surveyed(SourceAnswer.Surveyed survey, Intake intake) {
    for (Sighting seen : survey.sightings()) {
      ids.machine(seen.lease())
          .filter(machine -> machine.noticeMillis() != Long.MAX_VALUE)
          .filter(machine -> seen.noticeMillis() == Long.MAX_VALUE)
          .map(Machine::id)
          .filter(id -> heardAtMillis.getOrDefault(id, -1L) < survey.begunAtMillis())
          .ifPresent(id -> intake.events.add(MachineChange.Notice.withdrawn(id)));
    }
    heardAtMillis.keySet().removeIf(id -> world.machine(id).isEmpty());
  }
}
