package io.windhover.app.cloud;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.Machine;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is still to be paid, about: the work that is left by its runtimes, at what a core costs of
 * the machines that are rented now, or else of the cheapest that is offered. It knows nothing of
 * what may still befall machines, or of time that nobody uses.
 */
final class MoneyToCome {
  private static final double HOUR_MILLIS = 3_600_000;

  private MoneyToCome() {}

  /** Nano-dollars; empty when tasks are left whose runtime nobody knows, or nothing is offered. */
  static OptionalLong nanos(World world, long nowMillis) {
    Optional<MachineSpec> likely = likely(world);
    if (likely.isEmpty()) {
      return OptionalLong.empty();
    }
    double coreMillis = 0;
    for (Job job : world.jobs().stream().filter(job -> !job.over()).toList()) {
      for (Group group : job.groups()) {
        int left = group.count(TaskState.WAITING) + group.count(TaskState.RUNNING);
        OptionalLong each = millis(group.spec(), likely.get());
        if (left > 0 && each.isEmpty()) {
          return OptionalLong.empty();
        }
        coreMillis += (double) left * each.orElse(0) * group.spec().need().cores();
      }
    }
    coreMillis = Math.max(0, coreMillis - done(world, likely.get(), nowMillis));
    return OptionalLong.of(
        Math.round(coreMillis * nanosPerCoreHour(world, likely.get()) / HOUR_MILLIS));
  }

  private static OptionalLong millis(TaskGroup group, MachineSpec machine) {
    return group.runtime().millisOn(machine.type());
  }

  /** What was done already of what runs, in the time of cores. */
  private static double done(World world, MachineSpec likely, long nowMillis) {
    double coreMillis = 0;
    for (Machine machine : world.machines()) {
      for (Attempt attempt : machine.attempts()) {
        long ranMillis =
            attempt.startedAtMillis() < 0 ? 0 : Math.max(0, nowMillis - attempt.startedAtMillis());
        TaskGroup group = attempt.group().spec();
        coreMillis +=
            (double) Math.min(ranMillis, millis(group, likely).orElse(0)) * group.need().cores();
      }
    }
    return coreMillis;
  }

  private static Optional<MachineSpec> likely(World world) {
    return world.machines().stream()
        .filter(machine -> !machine.offer().isEmpty())
        .map(Machine::spec)
        .findFirst()
        .or(
            () ->
                world.offers().stream()
                    .map(Offer::machine)
                    .min(Comparator.comparingDouble(MoneyToCome::perCore)));
  }

  private static double nanosPerCoreHour(World world, MachineSpec likely) {
    return world.machines().stream()
        .filter(machine -> !machine.offer().isEmpty())
        .mapToDouble(machine -> perCore(machine.spec()))
        .average()
        .orElse(perCore(likely));
  }

  private static double perCore(MachineSpec spec) {
    return spec.pricePerHourNanos() / (double) Math.max(1, spec.cores());
  }
}
