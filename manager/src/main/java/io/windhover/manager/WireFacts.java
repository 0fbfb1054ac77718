package io.windhover.manager;

import io.windhover.core.event.Failure;
import io.windhover.core.model.JobRules;
import io.windhover.core.model.MachineSpec;
import io.windhover.wire.Ending;
import io.windhover.wire.WorkerProfile;
import java.util.List;

/** Translation of the wire's words into those of the core, for {@link Intake}. */
final class WireFacts {
  private WireFacts() {}

  /** The machine of a worker. */
  static MachineSpec spec(String worker, WorkerProfile profile) {
    return new MachineSpec(worker, "", labels(profile), profile.cores(), profile.memoryBytes(), 0)
        .taking(profile.ordersAhead());
  }

  /** The machine of a worker that was rented: type, price and labels are those of the offer. */
  static MachineSpec spec(String worker, WorkerProfile profile, MachineSpec offered) {
    return new MachineSpec(
        worker,
        offered.type(),
        offered.labels(),
        profile.cores(),
        profile.memoryBytes(),
        offered.pricePerHourNanos(),
        offered.minimumCores(),
        offered.harvestedCorePerHourNanos(),
        profile.ordersAhead());
  }

  /** What a worker offers; what is no label could be required by nobody and is left out. */
  static List<String> labels(WorkerProfile profile) {
    return profile.labels().stream().filter(JobRules::isLabel).toList();
  }

  static String text(Ending ending) {
    return ending instanceof Ending.Exited exited && exited.code() == 0
        ? "exit 0"
        : failure(ending).text();
  }

  static Failure failure(Ending ending) {
    if (ending instanceof Ending.Exited exited) {
      return new Failure.Exited(exited.code());
    } else if (ending instanceof Ending.TimedOut) {
      return new Failure.TimedOut();
    } else if (ending instanceof Ending.NotStarted notStarted) {
      return new Failure.NotStarted(notStarted.why());
    } else if (ending instanceof Ending.NoRoom noRoom) {
      return new Failure.NoRoom(noRoom.why());
    }
    return new Failure.Stopped();
  }
}
