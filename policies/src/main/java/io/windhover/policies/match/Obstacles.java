package io.windhover.policies.match;

import io.windhover.core.model.Need;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import java.util.List;
import java.util.Optional;

/** Finds out why a group's tasks wait. */
final class Obstacles {
  private Obstacles() {}

  static Reason.OfTasks of(WorldView world, GroupView group) {
    int job = group.job().id();
    int waiting = group.waiting();
    if (group.ready() == 0) {
      return group.open()
          ? new Reason.Throttled(job, group.ordinal(), waiting, group.spec().parallel())
          : new Reason.ComesAfter(job, group.ordinal(), waiting, unfinished(group));
    }
    if (world.machines().isEmpty()) {
      return new Reason.NoMachines(job, group.ordinal(), waiting);
    }
    return lasting(world, group)
        .orElseGet(
            () -> new Reason.NoRoomNow(job, group.ordinal(), waiting, capable(world, group)));
  }

  /** What will keep the group from running for as long as no other machine joins. */
  static Optional<Reason.OfTasks> lasting(WorldView world, GroupView group) {
    Need need = group.spec().need();
    if (capable(world, group) > 0) {
      return Optional.empty();
    }
    int job = group.job().id();
    List<String> missing =
        need.requires().stream()
            .filter(label -> world.machines().stream().noneMatch(m -> has(m, label)))
            .toList();
    if (!missing.isEmpty()) {
      return Optional.of(new Reason.NobodyOffers(job, group.ordinal(), group.waiting(), missing));
    }
    List<? extends MachineView> willing =
        world.machines().stream()
            .filter(m -> m.spec().labels().containsAll(need.requires()))
            .toList();
    return Optional.of(
        new Reason.TooLarge(
            job,
            group.ordinal(),
            group.waiting(),
            need,
            willing.stream().mapToInt(m -> m.spec().cores()).max().orElse(0),
            willing.stream().mapToLong(m -> m.spec().memoryBytes()).max().orElse(0)));
  }

  private static int capable(WorldView world, GroupView group) {
    Need need = group.spec().need();
    return (int) world.machines().stream().filter(m -> m.spec().offers(need)).count();
  }

  private static boolean has(MachineView machine, String label) {
    return machine.spec().labels().contains(label);
  }

  private static List<String> unfinished(GroupView group) {
    return group.spec().after().stream()
        .map(before -> group.job().groups().get(before))
        .filter(before -> !before.succeeded())
        .map(before -> before.spec().name())
        .toList();
  }
}
