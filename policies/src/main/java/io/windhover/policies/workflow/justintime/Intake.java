package io.windhover.policies.workflow.justintime;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Brings the ledger up to date with what has happened. */
final class Intake {
  /** How long a type is left alone after it was refused. */
  private static final long SHUT_MILLIS = 60_000;

  private final Turn turn;
  private final Ledger ledger;
  private final Board board;
  private final JustInTime rule;

  /** Jobs that another rule does. */
  private final SortedSet<Integer> others;

  /** By task: where it runs. Filled when everything is entered anew. */
  private final Map<TaskId, AttemptView> found = new LinkedHashMap<>();

  Intake(Turn turn, JustInTime rule, SortedSet<Integer> others) {
    this.turn = turn;
    this.ledger = turn.ledger;
    this.board = turn.ledger.board;
    this.rule = rule;
    this.others = others;
  }

  void take(Event event) {
    if (event instanceof Event.AttemptFinished finished) {
      finished(finished);
    } else if (event instanceof Event.AttemptFailed failed) {
      failed(failed.attempt());
    } else if (event instanceof Event.JobSubmitted submitted) {
      submitted(turn.world.job(submitted.job()));
    } else if (event instanceof Event.JobCancelled cancelled) {
      again(cancelled.job());
    } else if (event instanceof Event.RetryRequested retry) {
      again(retry.job());
    } else if (event instanceof MachineChange change) {
      changed(change);
    }
  }

  /** Before anything else: what has become of tasks whose machine was given up last time. */
  void settle() {
    List<Integer> ids = List.copyOf(ledger.unsettled);
    ledger.unsettled.clear();
    ids.forEach(id -> sync(turn.world.job(id)));
  }

  /** Everything from the world alone, in which the batch has happened already. */
  void rebuild(List<Event> batch) {
    SortedSet<Integer> newcomers = new TreeSet<>();
    for (Event event : batch) {
      if (event instanceof Event.JobSubmitted submitted) {
        newcomers.add(submitted.job());
      }
    }
    List<MachineView> frozen = new ArrayList<>();
    for (MachineView machine : turn.world.machines()) {
      if (machine.state() == MachineView.State.HIBERNATED) {
        frozen.add(machine);
      } else {
        enter(machine);
        machine.attempts().forEach(attempt -> found.put(attempt.id().task(), attempt));
      }
    }
    for (JobView job : List.copyOf(turn.world.liveJobs())) {
      if (!newcomers.contains(job.id())) {
        enterAsIs(job);
        sync(job);
      }
    }
    announce(batch);
    newcomers.forEach(id -> submitted(turn.world.job(id)));
    frozen.forEach(this::leaveBehind);
  }

  /** All that come at one moment are known before the first of them is planned. */
  void announce(List<Event> batch) {
    for (Event event : batch) {
      if (event instanceof Event.JobSubmitted submitted) {
        JobView job = turn.world.job(submitted.job());
        if (isNew(job)) {
          ledger.tuning.note(ledger.classes.numberOf(job), job.submittedAtMillis());
        }
      }
    }
  }

  private boolean isNew(JobView job) {
    return !job.over() && !board.jobs.containsKey(job.id());
  }

  private void submitted(JobView job) {
    if (!isNew(job)) {
      return;
    }
    WorkClass work = ledger.classes.all.get(ledger.classes.numberOf(job));
    Plans plans = plans(job, true);
    if (others.contains(job.id())) {
      return;
    }
    long earliestMillis = job.submittedAtMillis() + earliestEndMillis(work);
    if (earliestMillis > job.deadlineAtMillis() && work.allRentable()) {
      Reason reason =
          new Reason.DeadlineImpossible(job.id(), job.deadlineAtMillis(), earliestMillis);
      if (rule.refuses()) {
        turn.actions.add(new Action.Reject(job.id(), reason));
        return;
      }
      ledger.lateFromTheStart++;
      turn.reasons.add(reason);
    }
    turn.dispatcher.adopt(ledger.tuning.habits());
    turn.dispatcher.arrive(job.id(), work, plans, job.submittedAtMillis(), turn.bookBeforeMillis());
  }

  private long earliestEndMillis(WorkClass work) {
    return new Planner(work, turn.terms(), 0).earliestEndMillis();
  }

  private Plans plans(JobView job, boolean mayTune) {
    int number = ledger.classes.numberOf(job);
    boolean exceeded = ledger.runtimes.hasExcess() || ledger.launches.hasExcess();
    Plans plans =
        ledger.tuning.plansFor(
            number,
            ledger.classes.all,
            ledger.terms(),
            ledger.runtimes.margin(),
            (long) ledger.launches.margin(),
            rule.trusts() && !exceeded && !ledger.classes.all.get(number).guessed(),
            ledger.runtimes.isUntested(),
            mayTune);
    Rehearsed rehearsed = ledger.tuning.takeRehearsed();
    ledger.rehearsed = rehearsed == null ? ledger.rehearsed : rehearsed;
    return plans;
  }

  /** A job that has begun; nothing is decided about it yet. */
  private void enterAsIs(JobView job) {
    ledger.tuning.note(ledger.classes.numberOf(job), job.submittedAtMillis());
    board.put(
        new LiveJob(
            job.id(),
            ledger.classes.all.get(ledger.classes.numberOf(job)),
            plans(job, false).usual(),
            job.submittedAtMillis(),
            turn.bookBeforeMillis()));
  }

  private @Nullable Task taskOf(AttemptId attempt) {
    LiveJob job = board.jobs.get(attempt.task().job());
    return job == null ? null : job.tasks[attempt.task().index()];
  }

  private void finished(Event.AttemptFinished event) {
    Task task = taskOf(event.attempt());
    if (task == null || task.state != Task.State.RUNS || isOpenStill(task)) {
      return;
    }
    Lane lane = task.lane;
    if (lane != null && !task.job.work.guessed() && !lane.vm.isOwn()) {
      double estimate = (double) lane.vm.runMillis(task);
      ledger.runtimes.note(Math.min(1, (double) event.ranMillis() / estimate - 1));
    }
    turn.dispatcher.finished(task);
  }

  private boolean runsStill(Task task) {
    GroupView group = turn.world.job(task.job.id).groups().get(task.node);
    return group.liveAttempts(task.index - task.job.work.firstTasks()[task.node]) > 0;
  }

  /** The report was of an older attempt. */
  private boolean isOpenStill(Task task) {
    GroupView group = turn.world.job(task.job.id).groups().get(task.node);
    int index = task.index - task.job.work.firstTasks()[task.node];
    return group.liveAttempts(index) > 0 || group.isWaiting(index);
  }

  /** The task waits again, or its failure has skipped others. */
  private void failed(AttemptId attempt) {
    Task task = taskOf(attempt);
    if (task != null && task.state == Task.State.RUNS && !runsStill(task)) {
      turn.dispatcher.vacate(task);
      task.state = Task.State.WAITS;
      sync(turn.world.job(task.job.id));
    }
  }

  /** Cancelled, or put back by its owner. */
  private void again(int id) {
    JobView job = turn.world.job(id);
    LiveJob live = board.jobs.get(id);
    if (live == null && !job.over()) {
      enterAsIs(job);
      live = board.jobs.get(id);
    }
    if (live != null) {
      sync(job);
    }
  }

  /** Makes every task of a job what the world says it is. */
  private void sync(JobView view) {
    LiveJob job = board.jobs.get(view.id());
    if (job == null) {
      return;
    }
    for (GroupView group : view.groups()) {
      int node = group.ordinal();
      job.missingParents[node] = group.open() ? 0 : Math.max(1, job.missingParents[node]);
      int first = job.work.firstTasks()[node];
      for (int i = 0; i < group.spec().count(); i++) {
        sync(job.tasks[first + i], group, i);
      }
    }
    recount(job, view);
    if (view.over()) {
      for (Task task : job.tasks) {
        board.drop(task);
      }
      board.remove(job);
    } else {
      board.enter(job);
    }
  }

  private void sync(Task task, GroupView group, int index) {
    if (task.state == Task.State.RUNS && group.liveAttempts(index) == 0) {
      turn.dispatcher.vacate(task);
    }
    if (group.liveAttempts(index) > 0) {
      if (task.state != Task.State.RUNS) {
        board.drop(task);
        seat(task, group.task(index));
      }
    } else if (group.isWaiting(index)) {
      boolean booked = task.lane != null && task.lane.booked.contains(task);
      if (!booked) {
        task.lane = null;
      }
      board.sink(task);
      task.state = Task.State.WAITS;
      if (group.open()) {
        board.ready(task);
      }
    } else {
      board.drop(task);
      task.state = Task.State.OVER;
    }
  }

  private static void recount(LiveJob job, JobView view) {
    job.recount();
    for (GroupView group : view.groups()) {
      int missing = 0;
      for (int parent : job.work.dag().parents(group.ordinal())) {
        missing += view.groups().get(parent).succeeded() ? 0 : 1;
      }
      job.missingParents[group.ordinal()] = missing;
    }
  }

  /** Puts a task that runs already on its lane. */
  private void seat(Task task, TaskId id) {
    task.state = Task.State.RUNS;
    task.endMillis = turn.nowMillis;
    task.expectedEndMillis = turn.nowMillis;
    AttemptView known = found.get(id);
    Vm there = known == null ? null : board.vms.get(known.machine().id());
    if (known != null && there != null) {
      occupy(there, task, known);
      return;
    }
    for (Vm vm : board.vms.values()) {
      MachineView machine = turn.world.machine(vm.id).orElse(null);
      if (machine == null) {
        continue;
      }
      for (AttemptView attempt : machine.attempts()) {
        if (attempt.id().task().equals(id)) {
          occupy(vm, task, attempt);
          return;
        }
      }
    }
  }

  private void occupy(Vm vm, Task task, AttemptView attempt) {
    long left = vm.runMillis(task) - attempt.ranMillis(turn.nowMillis);
    task.endMillis = turn.nowMillis + Math.max(1, left);
    task.expectedEndMillis = task.endMillis;
    for (Lane lane : vm.lanes) {
      if (lane.running == null) {
        lane.running = task;
        task.lane = lane;
        board.idle.remove(lane);
        lane.measure(turn.nowMillis);
        return;
      }
    }
  }

  private void changed(MachineChange change) {
    Vm vm = board.vms.get(change.machine());
    MachineView machine = turn.world.machine(change.machine()).orElse(null);
    if (change instanceof MachineChange.LaunchRefused && vm != null && !vm.isOwn()) {
      ledger.shutUntilMillis[vm.type] = turn.nowMillis + SHUT_MILLIS;
    }
    if (machine == null) {
      if (vm != null) {
        lost(vm);
      }
    } else if (change instanceof MachineChange.Ready && vm != null && !vm.up) {
      long took = turn.nowMillis - vm.requestedMillis;
      ledger.launches.note((double) (took - turn.terms().lagMillis(vm.type)));
      turn.dispatcher.up(vm);
    } else {
      if (vm != null) {
        lost(vm);
      }
      enter(machine);
    }
  }

  /** What ran or was booked there looks for another place; what still runs is found again. */
  private void lost(Vm vm) {
    List<Integer> touched = new ArrayList<>();
    for (Lane lane : vm.lanes) {
      if (lane.running != null) {
        touched.add(lane.running.job.id);
      }
    }
    turn.dispatcher.lose(vm);
    touched.forEach(id -> sync(turn.world.job(id)));
  }

  /** A machine with all that runs there; a frozen one may never come back and is not waited for. */
  private void enter(MachineView machine) {
    Vm vm = turn.entered(machine);
    if (machine.state() == MachineView.State.HIBERNATED) {
      leaveBehind(machine);
      return;
    }
    board.add(vm);
    for (Lane lane : vm.lanes) {
      lane.sinceMillis = turn.nowMillis;
      lane.measure(turn.nowMillis);
      if (vm.up && vm.open) {
        board.idle.add(lane);
      }
    }
    board.fresh = true;
    for (AttemptView attempt : machine.attempts()) {
      Task task = taskOf(attempt.id());
      if (task != null) {
        board.drop(task);
        task.state = Task.State.RUNS;
        occupy(vm, task, attempt);
      }
    }
  }

  private void leaveBehind(MachineView machine) {
    for (AttemptView attempt : machine.attempts()) {
      if (machine.offer().isEmpty()) {
        turn.actions.add(new Action.Stop(attempt.id()));
      }
      Task task = taskOf(attempt.id());
      if (task != null) {
        turn.dispatcher.vacate(task);
        ledger.unsettled.add(task.job.id);
        turn.wakeAt(turn.nowMillis + 1);
      }
    }
    if (!machine.offer().isEmpty()) {
      turn.actions.add(new Action.Release(machine.id()));
    }
  }
}
