package io.windhover.policies.workflow.frame;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings the book up to date with what has happened. */
final class Intake {
  /** How long a type is left alone after it was refused. */
  private static final long SHUT_MILLIS = 60_000;

  private final Turn turn;
  private final Book book;
  private final WorkflowSettings settings;

  Intake(Turn turn, WorkflowSettings settings) {
    this.turn = turn;
    this.book = turn.book;
    this.settings = settings;
  }

  void take(List<Event> batch) {
    batch.forEach(this::take);
  }

  private void take(Event event) {
    if (event instanceof Event.AttemptFinished finished) {
      ended(finished.attempt());
    } else if (event instanceof Event.AttemptFailed failed) {
      failed(failed.attempt());
    } else if (event instanceof Event.JobSubmitted submitted) {
      submitted(turn.world.job(submitted.job()));
    } else if (event instanceof Event.JobCancelled cancelled) {
      closed(cancelled.job());
    } else if (event instanceof Event.RetryRequested retry) {
      closed(retry.job());
      JobView view = turn.world.job(retry.job());
      if (!view.over() && !book.jobs().contains(retry.job())) {
        Rebuilding.job(book, view, turn.nowMillis);
      }
      LiveJob job = book.jobs().get(retry.job());
      if (job != null) {
        turn.upset(job);
      }
    } else if (event instanceof MachineChange change) {
      changed(change);
    }
  }

  private void submitted(JobView view) {
    if (view.over() || book.jobs().contains(view.id()) || isRefused(view)) {
      return;
    }
    ClassPlan plan = book.planning().of(view.spec(), view.submittedAtMillis());
    LiveJob job = new LiveJob(view.id(), plan, view.submittedAtMillis());
    book.jobs().put(job.id(), job);
    book.lookAt(job, turn.nowMillis);
  }

  /** A job whose deadline no plan meets is refused, or done as fast as can be. */
  boolean isRefused(JobView view) {
    ClassPlan plan = book.planning().of(view.spec(), view.submittedAtMillis());
    if (view.over() || plan.possible()) {
      return false;
    }
    Reason reason =
        new Reason.DeadlineImpossible(
            view.id(),
            view.deadlineAtMillis(),
            view.submittedAtMillis() + plan.earliestEndMillis());
    boolean refused = settings.impossible() == WorkflowSettings.Impossible.REFUSE;
    if (refused) {
      turn.actions.add(new Action.Reject(view.id(), reason));
    } else {
      turn.reasons.add(reason);
    }
    return refused;
  }

  private void ended(AttemptId attempt) {
    LiveJob job = book.jobs().get(attempt.task().job());
    Slot slot = job == null ? null : job.slots[attempt.task().index()];
    if (job == null || slot == null || !slot.running) {
      return;
    }
    book.remove(slot);
    turn.touch(slot.vm);
    JobView view = turn.world.job(job.id());
    if (view.over()) {
      closed(job.id());
    } else if (view.groups().get(slot.group).succeeded()) {
      turn.succeeded(job, view, slot.group);
    }
  }

  /** The task waits again, or its failure has skipped others. */
  private void failed(AttemptId attempt) {
    LiveJob job = book.jobs().get(attempt.task().job());
    if (job == null) {
      return;
    }
    Slot slot = job.slots[attempt.task().index()];
    if (slot != null && slot.running) {
      book.remove(slot);
      turn.touch(slot.vm);
    }
    if (turn.world.job(job.id()).over()) {
      closed(job.id());
      return;
    }
    dropWhatNoLongerWaits(job);
    turn.upset(job);
  }

  private void dropWhatNoLongerWaits(LiveJob job) {
    JobView view = turn.world.job(job.id());
    for (Slot slot : job.slots.clone()) {
      if (slot != null && !slot.running) {
        GroupView group = view.groups().get(slot.group);
        int first = job.plan().units().firstTaskByGroup()[slot.group];
        if (!group.isWaiting(slot.task - first)) {
          book.remove(slot);
          turn.touch(slot.vm);
        }
      }
    }
  }

  /** Nothing more of the job is started; what runs is waited for. */
  private void closed(int id) {
    LiveJob job = book.jobs().get(id);
    if (job == null) {
      return;
    }
    dropWhatNoLongerWaits(job);
    if (turn.world.job(id).over() || job.slotCount == 0) {
      for (Slot slot : job.slots.clone()) {
        if (slot != null) {
          book.remove(slot);
          turn.touch(slot.vm);
        }
      }
      book.stuck(job, false);
      book.jobs().remove(id);
    }
  }

  private void changed(MachineChange change) {
    Vm known = book.fleet().get(change.machine());
    MachineView machine = turn.world.machine(change.machine()).orElse(null);
    if (change instanceof MachineChange.LaunchRefused && known != null && known.offer() >= 0) {
      book.shutUntilMillis[known.offer()] = turn.nowMillis + SHUT_MILLIS;
    }
    if (machine == null) {
      if (known != null) {
        clear(known, true);
        book.drop(known);
      }
    } else if (change instanceof MachineChange.Ready && known != null && !known.up) {
      known.up = true;
      known.readyAtMillis = machine.readyAtMillis();
      book.fleet().sortAgain(known);
      turn.touch(known);
    } else if (machine.state() == MachineView.State.HIBERNATED) {
      frozen(machine, known);
    } else {
      replace(machine, known);
    }
  }

  /** Takes back the places that tasks have on the machine. */
  private void clear(Vm vm, boolean runningToo) {
    for (Slot slot : new ArrayList<>(vm.slots)) {
      if (runningToo || !slot.running) {
        book.remove(slot);
        LiveJob job = book.jobs().get(slot.job);
        if (job != null) {
          turn.upset(job);
        }
      }
    }
  }

  /** A frozen machine may never come back, so nothing waits for it. */
  void frozen(MachineView machine, @Nullable Vm known) {
    for (AttemptView attempt : machine.attempts()) {
      LiveJob job = book.jobs().get(attempt.id().task().job());
      if (job != null) {
        turn.lookAgainSoon(job);
      }
      if (machine.offer().isEmpty() && !attempt.stopping()) {
        turn.actions.add(new Action.Stop(attempt.id()));
      }
    }
    if (known != null) {
      clear(known, true);
      known.open = false;
      if (known.isRented()) {
        turn.release(known);
      }
    }
  }

  /** It thawed, or is of another size, or will be gone soon: its places are given anew. */
  private void replace(MachineView machine, @Nullable Vm known) {
    if (known != null) {
      clear(known, false);
      List.copyOf(known.slots).forEach(book::remove);
      book.drop(known);
    }
    Vm vm = Machines.of(machine, book.terms(), turn.nowMillis);
    Rebuilding.running(book, vm, machine, turn.nowMillis);
    book.add(vm);
    turn.touch(vm);
  }
}
