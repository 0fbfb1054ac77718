package io.windhover.policies.workflow.frame;

import io.windhover.core.policy.Action;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** One decision in the making: places are given, tasks started, machines rented and given back. */
final class Turn {
  /** A unit that comes to its time within a minute can still use what would be given back now. */
  static final long LOOP_MILLIS = 60_000;

  final WorldView world;
  final Book book;
  final long nowMillis;
  final List<Action> actions = new ArrayList<>();
  final List<Reason> reasons = new ArrayList<>();
  private final Method method;
  private final Yard yard;
  private final List<Vm> touched = new ArrayList<>();

  /** Jobs of tasks that will wait again as soon as this decision is done. */
  private final List<LiveJob> later = new ArrayList<>();

  /** What this decision starts; for the world it waits until the decision is done. */
  final List<Slot> begun = new ArrayList<>();

  private int launched;
  private boolean released;

  Turn(WorldView world, Book book, Method method) {
    this.world = world;
    this.book = book;
    this.method = method;
    this.nowMillis = world.nowMillis();
    this.yard = new Yard(book, nowMillis);
  }

  /** The machine may have something to start, or nothing to do any more. */
  void touch(Vm vm) {
    if (!vm.touched) {
      vm.touched = true;
      touched.add(vm);
    }
  }

  /** Gives places to what has come to its time. */
  void placeDue(boolean stuckToo) {
    if (method.followsLoad()) {
      new LoadLoop(this).run();
      return;
    }
    if (stuckToo) {
      placeStuck();
    }
    for (LiveJob job = book.takeDue(nowMillis); job != null; job = book.takeDue(nowMillis)) {
      place(job, nowMillis);
    }
  }

  private void placeStuck() {
    for (int id : List.copyOf(book.stuck())) {
      LiveJob job = book.jobs().get(id);
      if (job != null) {
        place(job, nowMillis);
      }
    }
  }

  /** Gives places to those units of the job that are ready or whose time has come. */
  void place(LiveJob job, long aheadMillis) {
    JobView view = world.job(job.id());
    refresh(job, view);
    if (method.placesWholeJobs()) {
      placeWhole(job, view);
      return;
    }
    Units units = job.plan().units();
    long lag = book.terms().lagMillisMax();
    long next = Long.MAX_VALUE;
    boolean stuck = false;
    boolean[] blocked = new boolean[units.size()];
    for (int unit = 0; unit < units.size(); unit++) {
      if (job.left(view, unit) == 0) {
        continue;
      }
      blocked[unit] = isBlocked(units, unit, blocked);
      if (blocked[unit]) {
        continue;
      }
      long dueAt = job.fromMillis(unit) - lag;
      boolean ready = isReady(job, view, unit);
      if (ready || dueAt <= aheadMillis) {
        boolean mayRent = dueAt <= nowMillis || (ready && method.rentsWhenReady());
        boolean left = place(job, view, unit, mayRent) > 0;
        blocked[unit] = left && mayRent;
        stuck |= blocked[unit];
        next = left && !mayRent ? Math.min(next, dueAt) : next;
      } else {
        next = Math.min(next, dueAt);
      }
    }
    book.stuck(job, stuck);
    book.lookAt(job, next);
  }

  /**
   * What comes after something that can have no place now has none either. It would keep a machine
   * waiting that may have to go before what it waits for can have one.
   */
  private static boolean isBlocked(Units units, int unit, boolean[] blocked) {
    for (int parent : units.real().parents(unit)) {
      if (blocked[parent]) {
        return true;
      }
    }
    return false;
  }

  /** Plans what is left of the job again, if something has happened to it. */
  void refresh(LiveJob job, JobView view) {
    if (job.upset) {
      job.upset = false;
      takeBack(job);
      planAgain(job, view, false);
    } else if (job.eased) {
      planAgain(job, view, true);
    }
    job.eased = false;
  }

  /** What has not started gives up its place, lest a task wait behind one that needs its result. */
  private void takeBack(LiveJob job) {
    for (Slot slot : job.slots.clone()) {
      if (slot != null && !slot.running) {
        book.remove(slot);
        touch(slot.vm);
      }
    }
  }

  private void placeWhole(LiveJob job, JobView view) {
    JobDesk desk = new JobDesk(this, job, view);
    method.placeWhole(desk);
    desk.close();
  }

  static boolean isReady(LiveJob job, JobView view, int unit) {
    for (int parent : job.plan().units().real().parents(unit)) {
      for (int group : job.plan().units().groupsByUnit()[parent]) {
        if (!view.groups().get(group).succeeded()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Answers how many tasks of the unit still have no place. */
  int place(LiveJob job, JobView view, int unit, boolean mayRent) {
    int left = job.left(view, unit);
    int from = 0;
    while (left > 0) {
      int[] groups = job.unplaced(view, unit);
      Asked asked =
          new Asked(
              job,
              unit,
              job.earliestMillis(view, unit, nowMillis),
              job.toMillis(unit),
              mayRent,
              groups,
              nowMillis + book.terms().lagMillisMax());
      Place place = method.place(asked, yard);
      if (place == null) {
        return left;
      }
      Vm vm = place.vm() == null ? launch(place.type()) : place.vm();
      from = give(asked, view, vm, place.startMillis(), from);
      if (method.plansAgain()
          && place.endMillis() > asked.byMillis()
          && place.endMillis() <= asked.latestMillis()) {
        Delay.followers(job, view, unit, place.endMillis(), asked.frontMillis());
      }
      left -= groups.length;
    }
    return left;
  }

  Vm launch(int type) {
    int id = world.nextMachineId() + launched++;
    Vm vm = Machines.launched(id, type, book.terms(), nowMillis);
    book.add(vm);
    actions.add(new Action.Launch(id, book.terms().types().offer(type).name()));
    return vm;
  }

  /** A place for each task of a bundle, one after the other; answers where to look next. */
  int give(Asked asked, JobView view, Vm vm, long startMillis, int fromIndex) {
    long start = startMillis;
    int index = fromIndex;
    for (int number : asked.groups()) {
      GroupView group = view.groups().get(number);
      int first = asked.job().plan().units().firstTaskByGroup()[number];
      index = asked.groups().length == 1 ? fromIndex : 0;
      while (!group.isWaiting(index) || asked.job().slots[first + index] != null) {
        index++;
      }
      Asked one = asked.groups().length == 1 ? asked : asked.only(number);
      long end = start + vm.runMillis(one, book.terms());
      book.put(new Slot(asked.job().id(), number, first + index, vm, vm.share(one), start, end));
      start = end;
    }
    touch(vm);
    return index + 1;
  }

  private void planAgain(LiveJob job, JobView view, boolean onlyIfCheaper) {
    Units units = job.plan().units();
    long[] ends = new long[units.size()];
    for (int unit = 0; unit < ends.length; unit++) {
      ends[unit] = job.left(view, unit) > 0 ? -1 : job.endMillis(view, unit);
    }
    book.planning().planAgain(job, ends, nowMillis, onlyIfCheaper);
  }

  /** Starts what can start and gives back what nobody needs. */
  void finish() {
    for (Vm vm = book.takeIdle(nowMillis); vm != null; vm = book.takeIdle(nowMillis)) {
      touch(vm);
    }
    startTouched();
    for (Vm vm = book.takePaidEnd(nowMillis); vm != null; vm = book.takePaidEnd(nowMillis)) {
      if (!method.followsLoad()) {
        placeAhead();
      }
      if (vm.isEmpty() && isLoadFor(vm)) {
        book.keep(vm, nowMillis + LOOP_MILLIS, nowMillis);
      } else if (vm.isEmpty()) {
        release(vm);
      }
    }
    startTouched();
    for (Slot slot : begun) {
      LiveJob job = book.jobs().get(slot.job);
      if (job != null) {
        job.promisedByGroup[slot.group]--;
      }
    }
    for (LiveJob job : later) {
      job.upset = true;
      book.lookAt(job, nowMillis + 1);
    }
    if (released) {
      lookAtStuckSoon();
    }
    wake();
  }

  /**
   * An instance that the load counts on is kept for another period, unless something is ready for
   * which no instance can be had: what the load counts on may be waiting for just that.
   */
  private boolean isLoadFor(Vm vm) {
    return method.followsLoad()
        && vm.type() >= 0
        && book.stuck().isEmpty()
        && !LoadLoop.needsFewer(this, vm.type());
  }

  /** What was given back leaves room under a limit, and nothing else may ever happen. */
  private void lookAtStuckSoon() {
    for (int id : book.stuck()) {
      LiveJob job = book.jobs().get(id);
      if (job != null && job.dueAtMillis > nowMillis + 1) {
        book.lookAt(job, nowMillis + 1);
      }
    }
  }

  void lookAgainSoon(LiveJob job) {
    later.add(job);
  }

  private void startTouched() {
    List<Vm> now = new ArrayList<>(touched);
    touched.clear();
    now.sort(Comparator.comparingInt(Vm::id));
    for (Vm vm : now) {
      vm.touched = false;
      if (book.fleet().has(vm)) {
        startOn(vm);
      }
    }
  }

  private void startOn(Vm vm) {
    MachineView machine = world.machine(vm.id()).orElse(null);
    if (machine != null && machine.state() == MachineView.State.READY && !vm.isEmpty()) {
      Starting starting = new Starting(this);
      starting.mend(vm);
      starting.start(vm, machine);
    }
    if (vm.isEmpty() && vm.isRented()) {
      book.watch(vm, nowMillis);
    }
    book.expect(vm, nowMillis);
  }

  /** All tasks of a group have ended well: what comes after them may be ready now. */
  void succeeded(LiveJob job, JobView view, int group) {
    Units units = job.plan().units();
    boolean left = false;
    for (int child : units.groups().children(group)) {
      int first = units.firstTaskByGroup()[child];
      for (int task = first; task < first + units.groups().count(child); task++) {
        Slot slot = job.slots[task];
        if (slot != null) {
          touch(slot.vm);
        }
      }
      left |= job.left(view, units.unitByGroup()[child]) > 0;
    }
    if (left) {
      job.eased = method.plansAgain() && !isCheapest(job, view);
      book.lookAt(job, nowMillis);
    }
  }

  /** Whether what has no place yet is planned on its cheapest types, so cannot be cheaper. */
  private static boolean isCheapest(LiveJob job, JobView view) {
    Units units = job.plan().units();
    for (int unit = 0; unit < units.size(); unit++) {
      if (units.ladders().size(unit) > 0
          && job.type(unit) != units.ladders().type(unit, 0)
          && job.left(view, unit) > 0) {
        return false;
      }
    }
    return true;
  }

  /** What has lost its place is planned again, at once. */
  void upset(LiveJob job) {
    job.upset = true;
    book.lookAt(job, nowMillis);
  }

  /** What comes to its time soon may use what is there before that is given back. */
  private void placeAhead() {
    long ahead = nowMillis + LOOP_MILLIS;
    List<LiveJob> soon = new ArrayList<>();
    for (LiveJob job = book.takeDue(ahead); job != null; job = book.takeDue(ahead)) {
      soon.add(job);
    }
    soon.forEach(job -> place(job, ahead));
  }

  void release(Vm vm) {
    released = true;
    book.drop(vm);
    actions.add(new Action.Release(vm.id()));
  }

  private void wake() {
    long next = book.nextMillis(nowMillis);
    boolean asked = book.wakeAtMillis > nowMillis && book.wakeAtMillis <= next;
    if (next < Long.MAX_VALUE && !asked) {
      book.wakeAtMillis = Math.max(next, nowMillis + 1);
      actions.add(new Action.WakeAt(book.wakeAtMillis));
    }
  }
}
