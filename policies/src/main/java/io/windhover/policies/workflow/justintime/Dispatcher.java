package io.windhover.policies.workflow.justintime;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides what runs where and what is rented, one moment at a time.
 *
 * <p>A task whose parents are done floats: any idle machine that is paid for takes it. A task that
 * still has no machine when its latest start is but a launch away is booked: on the machine, there
 * already or to be asked for, that adds least to the bill and ends it in time. So nothing is rented
 * before it must be, what is rented is filled with what floats, and no task starts later than its
 * plan allows: new jobs never take what is booked, because their own latest starts lie at least a
 * launch ahead.
 */
final class Dispatcher {
  /** By how many nano-dollars a new machine must beat what is there. */
  private static final double TRIFLE_NANOS = 1e-3;

  /** How long to wait when no machine can be had at all. */
  private static final long RETRY_MILLIS = 60_000;

  /** Reports come a little late even when all goes as estimated. */
  private static final long TOLERATED_MILLIS = 1_000;

  final Board board;
  private final Terms terms;
  private final Orders orders;
  private final Filling filling;
  private final Booking booking;
  private Habits habits;
  private long nowMillis;

  Dispatcher(Board board, Terms terms, Orders orders, Habits habits) {
    this.board = board;
    this.terms = terms;
    this.orders = orders;
    this.habits = habits;
    this.filling = new Filling(board, terms, orders);
    this.booking = new Booking(board, terms, orders);
  }

  void adopt(Habits newHabits) {
    habits = newHabits;
  }

  void at(long newNowMillis) {
    nowMillis = newNowMillis;
  }

  /** A new job: booked whole where that is cheap, else task by task as they come due. */
  void arrive(int id, WorkClass work, Plans plans, long submittedMillis, long[] bookBefore) {
    if (habits.whole() > 0) {
      double limitNanos = habits.whole() * plans.usualNanos();
      Lane lane = booking.wholly(work, plans, nowMillis, submittedMillis, limitNanos);
      ClassPlan plan = lane == null ? null : plans.whole().get(lane.vm.type);
      if (lane != null && plan != null) {
        LiveJob job = new LiveJob(id, work, plan, submittedMillis, bookBefore);
        for (int node : plan.order()) {
          Task task = job.tasks[work.firstTasks()[node]];
          lane.booked.add(task);
          task.lane = lane;
        }
        enter(job);
        lane.measure(nowMillis);
        return;
      }
    }
    enter(new LiveJob(id, work, plans.usual(), submittedMillis, bookBefore));
  }

  /** A job whose plan is made. */
  void enter(LiveJob job) {
    board.enter(job);
    for (int node = 0; node < job.missingParents.length; node++) {
      if (job.missingParents[node] == 0) {
        open(job, node);
      }
    }
  }

  private void open(LiveJob job, int node) {
    int first = job.work.firstTasks()[node];
    for (int i = 0; i < job.work.dag().count(node); i++) {
      Task task = job.tasks[first + i];
      if (task.state == Task.State.WAITS) {
        board.ready(task);
      }
    }
  }

  void up(Vm vm) {
    vm.up = true;
    vm.readyMillis = nowMillis;
    vm.askedMillis = nowMillis;
    for (Lane lane : vm.lanes) {
      lane.sinceMillis = nowMillis;
      lane.measure(nowMillis);
      board.idle.add(lane);
    }
  }

  /** The task on the lane has succeeded. */
  void finished(Task task) {
    vacate(task);
    LiveJob job = task.job;
    if (job.settle(task)) {
      for (int child : job.work.dag().children(task.node)) {
        if (--job.missingParents[child] == 0) {
          open(job, child);
          lookAgain(job, child);
        }
      }
    }
    if (job.isOver()) {
      board.remove(job);
    }
  }

  /** What its parents have made late may need another place. */
  private void lookAgain(LiveJob job, int node) {
    int first = job.work.firstTasks()[node];
    for (int i = 0; i < job.work.dag().count(node); i++) {
      Lane lane = job.tasks[first + i].lane;
      if (lane != null) {
        lookAgain(lane);
      }
    }
  }

  /** What could start there but for what is before it, and would end too late, is booked anew. */
  private void lookAgain(Lane lane) {
    Vm vm = lane.vm;
    long end = nowMillis;
    if (!vm.up && !vm.isOwn()) {
      end = Math.max(end, vm.requestedMillis + terms.lagMillis(vm.type));
    }
    end = lane.running == null ? end : Math.max(end, lane.running.expectedEndMillis);
    List<Task> late = new ArrayList<>();
    for (Task task : lane.booked) {
      long start =
          task.state == Task.State.READY ? end : Math.max(end, task.job.startsAtMillis(task));
      if (start == Long.MAX_VALUE) {
        break;
      }
      long ends = start + vm.runMillis(task);
      boolean isLate = ends > task.latestEndMillis + TOLERATED_MILLIS;
      if (task.state == Task.State.READY && task.type >= 0 && isLate) {
        late.add(task);
      } else {
        end = ends;
      }
    }
    for (Task task : late) {
      lane.booked.remove(task);
      unseat(task);
    }
    if (!late.isEmpty()) {
      lane.measure(nowMillis);
    }
  }

  /** A machine that takes no more tasks goes back once it is empty. */
  private void leave(Vm vm) {
    if (!vm.open && vm.rented && vm.up && vm.isEmpty()) {
      board.remove(vm);
      orders.release(vm);
    }
  }

  /** Frees the lane on which the task ran. */
  void vacate(Task task) {
    Lane lane = task.lane;
    task.lane = null;
    if (lane != null && lane.running == task) {
      lane.running = null;
      lane.vm.workedMillis += nowMillis - lane.sinceMillis;
      lane.sinceMillis = nowMillis;
      lane.measure(nowMillis);
      lookAgain(lane);
      if (lane.vm.up && lane.vm.open) {
        board.idle.add(lane);
      }
      leave(lane.vm);
    }
  }

  /** Nothing more happens there; what was booked or ran there looks for another place. */
  void lose(Vm vm) {
    board.remove(vm);
    for (Lane lane : vm.lanes) {
      List<Task> orphans = new ArrayList<>(lane.booked);
      lane.booked.clear();
      if (lane.running != null) {
        lane.running.state = Task.State.READY;
        orphans.add(lane.running);
        lane.running = null;
      }
      orphans.forEach(this::unseat);
    }
  }

  /** A task that has lost its place. */
  void unseat(Task task) {
    task.lane = null;
    if (task.state == Task.State.READY) {
      board.ready(task);
    }
    if (task.type >= 0) {
      board.bookAgain(task);
    }
  }

  /** Everything that is to be done at this moment. */
  void act() {
    if (orders.isScarce()) {
      board.allFloating().forEach(this::book);
    }
    for (Task due = board.nextToBook();
        due != null && due.bookAtMillis <= nowMillis;
        due = board.nextToBook()) {
      book(due);
    }
    bookReady();
    fill();
    giveBack();
    board.fresh = false;
    Task next = board.nextToBook();
    if (next != null) {
      orders.wakeAt(Math.max(nowMillis + 1, next.bookAtMillis));
    }
  }

  private void book(Task task) {
    Lane lane = habits.eager() ? booking.earliest(task, nowMillis) : null;
    lane = lane == null ? booking.best(task, nowMillis, habits.reach(), TRIFLE_NANOS) : lane;
    if (lane == null) {
      board.bookLater(task, nowMillis + RETRY_MILLIS);
      return;
    }
    seat(task, lane);
  }

  /** Whoever is eager books what has become ready wherever it ends first. */
  private void bookReady() {
    for (Task task : board.takeJustReady()) {
      Lane lane = habits.eager() && task.floats() ? booking.earliest(task, nowMillis) : null;
      if (lane != null) {
        seat(task, lane);
      }
    }
  }

  private void seat(Task task, Lane lane) {
    board.sink(task);
    int place = booking.place() < 0 ? lane.booked.size() : booking.place();
    long readyBy = task.job.readyByMillis(task, nowMillis);
    task.job.promise(task, lane.endAt(place, readyBy, 0, nowMillis), nowMillis);
    lane.booked.add(place, task);
    task.lane = lane;
    lane.measure(nowMillis);
    board.fresh = true;
  }

  private void fill() {
    board.looks += 1 + board.idle.size();
    filling.changed();
    for (Lane lane : board.idle.now()) {
      if (lane.isIdle()
          && (lane.hasReadyBooking() || board.floats())
          && (board.fresh
              || lane.sinceMillis == nowMillis
              || lane.limitMillis <= nowMillis
              || isDue(lane.vm))) {
        Task task = filling.pick(lane, nowMillis, habits);
        if (task != null) {
          start(task, lane);
          filling.changed();
        } else if (lane.hasReadyBooking() && lane.limitMillis > nowMillis) {
          orders.wakeAt(lane.limitMillis);
        }
      }
    }
  }

  private void start(Task task, Lane lane) {
    board.sink(task);
    if (task.lane != null) {
      task.lane.booked.remove(task);
    }
    task.lane = lane;
    task.state = Task.State.RUNS;
    double run = (double) lane.vm.runMillis(task);
    task.expectedEndMillis = nowMillis + (long) run;
    task.endMillis = nowMillis + (long) Math.ceil(run * (1 + task.job.plan.reserve().margin()));
    lane.running = task;
    lane.sinceMillis = nowMillis;
    lane.vm.askAgainMillis = 0;
    board.idle.remove(lane);
    lane.measure(nowMillis);
    orders.start(task, lane);
  }

  private boolean isDue(Vm vm) {
    return !vm.isOwn()
        && terms.paidUntilMillis(vm.type, vm.requestedMillis, nowMillis) <= nowMillis;
  }

  private void giveBack() {
    for (Lane lane : board.idle.now()) {
      Vm vm = lane.vm;
      if (!vm.rented || lane.number > 0 || vm.askAgainMillis > nowMillis || !vm.isEmpty()) {
        continue;
      }
      long until =
          vm.isOwn()
              ? nowMillis
              : terms.inPeriods(vm.type)
                  ? terms.paidUntilMillis(vm.type, vm.requestedMillis, nowMillis)
                  : idleSinceMillis(vm) + habits.lingerMillis();
      if (until <= nowMillis && isWorthKeeping(vm)) {
        until = terms.paidUntilMillis(vm.type, vm.requestedMillis, nowMillis + 1);
      }
      if (until <= nowMillis) {
        board.remove(vm);
        orders.release(vm);
      } else {
        vm.askAgainMillis = until;
        orders.wakeAt(until);
      }
    }
  }

  /** What has had enough to do of late will have again. */
  private boolean isWorthKeeping(Vm vm) {
    if (vm.isOwn() || !terms.inPeriods(vm.type) || habits.keep() > 1 || board.jobs.isEmpty()) {
      return false;
    }
    double there = (double) Math.max(1, nowMillis - vm.askedMillis) * vm.lanes.size();
    boolean worth = (double) vm.workedMillis >= habits.keep() * there;
    vm.askedMillis = nowMillis;
    vm.workedMillis = 0;
    return worth;
  }

  private static long idleSinceMillis(Vm vm) {
    long since = 0;
    for (Lane lane : vm.lanes) {
      since = Math.max(since, lane.sinceMillis);
    }
    return since;
  }
}
