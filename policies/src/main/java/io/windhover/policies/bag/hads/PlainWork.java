package io.windhover.policies.bag.hads;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.MachineView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Work that HADS has no plan for: jobs without a deadline, with unknown runtimes, with groups that
 * come after others, or with tasks of several cores; and tasks of bags that no VM could take. It
 * runs first come, first served on machines of one's own and on on-demand machines rented for it,
 * the cheapest that would do; never on spot machines, which may stay frozen for ever.
 */
final class PlainWork {
  /** Machines rented for one job at most. */
  private static final int MACHINES_MAX = 20;

  /** A machine's room while this decision hands it out. */
  private static final class Room {
    final int machine;
    final MachineSpec spec;
    final boolean ready;
    int freeCores;
    long freeMemoryBytes;

    Room(int machine, MachineSpec spec, boolean ready, int freeCores, long freeMemoryBytes) {
      this.machine = machine;
      this.spec = spec;
      this.ready = ready;
      this.freeCores = freeCores;
      this.freeMemoryBytes = freeMemoryBytes;
    }

    boolean take(Need need) {
      if (need.cores() > freeCores
          || need.memoryBytes() > freeMemoryBytes
          || !spec.labels().containsAll(need.requires())) {
        return false;
      }
      freeCores -= need.cores();
      freeMemoryBytes -= need.memoryBytes();
      return true;
    }
  }

  private final Turn turn;
  private final List<Room> rooms = new ArrayList<>();
  private final List<MachineView> rented = new ArrayList<>();
  private int plainJobs;
  private int launched;

  PlainWork(Turn turn) {
    this.turn = turn;
  }

  void serve() {
    turn.world.liveJobs().forEach(job -> plainJobs += isPlain(job.id()) ? 1 : 0);
    boolean homeless = false;
    for (Bag bag : turn.memory.bags.values()) {
      homeless |= !bag.homeless.isEmpty();
    }
    if (plainJobs == 0 && !homeless && !turn.memory.plainWork) {
      return;
    }
    turn.memory.plainWork = !turn.world.liveJobs().isEmpty();
    look();
    boolean wantsMore = false;
    for (GroupView group : turn.world.readyGroups()) {
      if (isPlain(group.job().id()) && !refused(group.job().id())) {
        wantsMore |= serve(group);
      }
    }
    for (Bag bag : turn.memory.bags.values()) {
      wantsMore |= serveHomeless(bag);
    }
    if (wantsMore && !turn.launchesAllowed()) {
      turn.lookAt(0, turn.memory.quietUntilMillis);
    }
    giveBack();
  }

  private boolean refused(int job) {
    return turn.reasons.stream().anyMatch(reason -> reason.job() == job);
  }

  private boolean isPlain(int job) {
    return !turn.memory.bags.containsKey(job);
  }

  private void look() {
    for (MachineView machine : turn.world.machines()) {
      if (turn.memory.vms.containsKey(machine.id()) || releasedNow(machine.id())) {
        continue;
      }
      if (!machine.offer().isEmpty()) {
        rented.add(machine);
      }
      boolean ready = machine.state() == MachineView.State.READY;
      if (ready || machine.state() == MachineView.State.REQUESTED) {
        rooms.add(
            new Room(
                machine.id(),
                machine.spec(),
                ready,
                machine.freeCores(),
                machine.freeMemoryBytes()));
      } else if (machine.state() == MachineView.State.HIBERNATED) {
        machine.attempts().forEach(this::leaveIfDue);
      }
    }
  }

  private boolean releasedNow(int machine) {
    for (Action action : turn.actions) {
      if (action instanceof Action.Release release && release.machine() == machine) {
        return true;
      }
    }
    return false;
  }

  /** A task with a deadline does not wait for a frozen machine. */
  private void leaveIfDue(AttemptView attempt) {
    if (attempt.group().job().deadlineAtMillis() != Deadline.NEVER_MILLIS) {
      turn.actions.add(new Action.Stop(attempt.id()));
    }
  }

  /** Answers whether a task of the group is left without a machine, or has one that is coming. */
  private boolean serve(GroupView group) {
    Need need = group.spec().need();
    var ready = group.readyIndexes();
    while (ready.hasNext()) {
      Room room = roomFor(need);
      if (room == null) {
        return true;
      }
      int index = ready.nextInt();
      if (!room.ready) {
        // It will be served when the machine is up, and so will the others that fit there.
        return waitFor(group.ready(), need);
      }
      turn.actions.add(new Action.Assign(turn.world.nextAttempt(group.task(index)), room.machine));
    }
    return false;
  }

  /** Makes sure that machines are coming for this many alike tasks more. */
  private boolean waitFor(int tasks, Need need) {
    for (int i = 1; i < tasks && roomFor(need) != null; i++) {}
    return true;
  }

  private boolean serveHomeless(Bag bag) {
    boolean wantsMore = false;
    for (Integer task : List.copyOf(bag.homeless)) {
      TaskId id = new TaskId(bag.job, task);
      GroupView group = turn.job(bag).groupOf(id);
      if (!turn.canStart(bag, task)) {
        // While it runs it stays: its machine may be lost, and then it is homeless again.
        if (group.liveAttempts(task - group.task(0).index()) == 0) {
          bag.homeless.remove(task);
        }
        continue;
      }
      Room room = roomFor(group.spec().need());
      if (room == null || !room.ready) {
        wantsMore = true;
        continue;
      }
      turn.actions.add(new Action.Assign(turn.world.nextAttempt(id), room.machine));
    }
    return wantsMore;
  }

  private @Nullable Room roomFor(Need need) {
    for (Room room : rooms) {
      if (room.take(need)) {
        return room;
      }
    }
    if (!turn.launchesAllowed()
        || rented.size() + launched >= MACHINES_MAX * Math.max(1, plainJobs)) {
      return null;
    }
    for (Offer offer : turn.onDemandOffers()) {
      if (turn.left(offer) > 0 && turn.leftInMarket(offer) > 0 && offer.machine().offers(need)) {
        launched++;
        MachineSpec spec = offer.machine();
        Room room = new Room(turn.launch(offer), spec, false, spec.cores(), spec.memoryBytes());
        room.take(need);
        rooms.add(room);
        return room;
      }
    }
    return null;
  }

  /** What was rented for plain work and runs nothing goes back. */
  private void giveBack() {
    for (MachineView machine : rented) {
      boolean used = !machine.attempts().isEmpty();
      for (Room room : rooms) {
        used |= room.machine == machine.id() && room.freeCores < machine.freeCores();
      }
      if (!used) {
        turn.actions.add(new Action.Release(machine.id()));
      }
    }
  }
}
