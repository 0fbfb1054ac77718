package io.windhover.simulator;

import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.model.AttemptId;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Machine;
import io.windhover.simulator.Agenda.Due;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The courses that running attempts take: when each will end, and the checkpoint it is writing. */
final class Courses {
  /** A whole task in the millionths that are counted as safe. */
  private static final long WHOLE = 1_000_000;

  private static final class Course {
    final int machine;
    final long runMillis;
    Due end;
    @Nullable Due dump;
    long frozenAtMillis;

    Course(int machine, long runMillis, Due end) {
      this.machine = machine;
      this.runMillis = runMillis;
      this.end = end;
    }
  }

  private final Agenda agenda;
  private final Map<AttemptId, Course> courses = new LinkedHashMap<>();

  /** Of frozen attempts; their dues are struck, and come later by as long as they stood. */
  private final Map<AttemptId, Course> frozen = new LinkedHashMap<>();

  /** Running and frozen attempts, so that nobody looks through all of them for a machine's. */
  private final Map<Integer, Set<AttemptId>> onMachine = new HashMap<>();

  Courses(Agenda agenda) {
    this.agenda = agenda;
  }

  /** What earlier attempts made safe is not run again. */
  void start(Attempt attempt, Fate.Outcome outcome, long nowMillis) {
    AttemptId id = attempt.id();
    long full = outcome.runMillis();
    long runMillis =
        attempt.startParts() == 0
            ? full
            : Math.max(1, full - Math.multiplyExact(full, (long) attempt.startParts()) / WHOLE);
    Event end =
        outcome.exitCode() == 0
            ? new Event.AttemptFinished(id, runMillis)
            : new Event.AttemptFailed(id, new Failure.Exited(outcome.exitCode()), runMillis);
    Due due = agenda.put(nowMillis + runMillis, end);
    int machine = attempt.machine().id();
    courses.put(id, new Course(machine, runMillis, due));
    onMachine.computeIfAbsent(machine, any -> new LinkedHashSet<>()).add(id);
  }

  /** The attempt stands still while it writes; what it has done so far will then be safe. */
  void checkpoint(AttemptId id, long dumpMillis, long nowMillis) {
    Course course = courses.get(id);
    if (course == null) {
      return;
    }
    long progress = course.runMillis - (course.end.atMillis - nowMillis);
    course.end = moved(course.end, course.end.atMillis + dumpMillis);
    course.dump =
        agenda.put(
            nowMillis + dumpMillis, new Event.AttemptCheckpointed(id, progress, dumpMillis, 0));
  }

  private Due moved(Due due, long atMillis) {
    due.struck = true;
    return agenda.put(atMillis, due.what);
  }

  void freeze(Machine machine, long nowMillis) {
    for (Attempt attempt : machine.attempts()) {
      Course course = courses.remove(attempt.id());
      if (course != null) {
        course.end.struck = true;
        if (course.dump != null) {
          course.dump.struck = true;
        }
        frozen.put(attempt.id(), course);
        course.frozenAtMillis = nowMillis;
      }
    }
  }

  void thaw(Machine machine, long nowMillis) {
    for (Attempt attempt : machine.attempts()) {
      Course course = frozen.remove(attempt.id());
      if (course != null) {
        long stood = nowMillis - course.frozenAtMillis;
        course.end = agenda.put(course.end.atMillis + stood, course.end.what);
        if (course.dump != null) {
          course.dump = agenda.put(course.dump.atMillis + stood, course.dump.what);
        }
        courses.put(attempt.id(), course);
      }
    }
  }

  private void forget(@Nullable Course course, AttemptId id) {
    if (course == null) {
      return;
    }
    Set<AttemptId> there = onMachine.get(course.machine);
    if (there != null && there.remove(id) && there.isEmpty()) {
      onMachine.remove(course.machine);
    }
  }

  /** A report of the attempt has come in. */
  void happened(Event.AttemptChange change) {
    if (change instanceof Event.AttemptFinished || change instanceof Event.AttemptFailed) {
      forget(courses.remove(change.attempt()), change.attempt());
    } else if (change instanceof Event.AttemptCheckpointed) {
      Course course = courses.get(change.attempt());
      if (course != null) {
        course.dump = null;
      }
    }
  }

  /** What was going to end on this machine no longer will. */
  void strike(Machine machine) {
    for (Attempt attempt : machine.attempts()) {
      strike(attempt.id());
    }
  }

  /** The machine was given back, and what ran there is known to the world no more. */
  void strikeAllOn(int machine) {
    Set<AttemptId> there = onMachine.get(machine);
    if (there != null) {
      List.copyOf(there).forEach(this::strike);
    }
  }

  void strike(AttemptId attempt) {
    forget(frozen.remove(attempt), attempt);
    Course course = courses.remove(attempt);
    forget(course, attempt);
    if (course != null) {
      course.end.struck = true;
      if (course.dump != null) {
        course.dump.struck = true;
      }
    }
  }
}
