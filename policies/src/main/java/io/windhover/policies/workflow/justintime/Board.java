package io.windhover.policies.workflow.justintime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Where everything stands: live jobs, machines, what floats, and what must be booked when. */
final class Board {
  /** Of more jobs than this only what floats is counted. */
  private static final int COUNTED_JOBS_MAX = 2_000;

  private final List<Task> justReady = new ArrayList<>();
  final TreeMap<Integer, LiveJob> jobs = new TreeMap<>();
  final TreeMap<Integer, Vm> vms = new TreeMap<>();
  final List<List<Vm>> vmsByType = new ArrayList<>();

  final IdleLanes idle = new IdleLanes();

  /** By planned type, what no type can hold last. */
  final List<TreeSet<Task>> floating = new ArrayList<>();

  final long[] floatingMillis;
  private int floatingCount;
  private final long[] unplacedMillis;
  private long countedAtMillis = -1;

  /**
   * May hold a task at a moment that is no longer its own, or more than once: with a million of
   * them, an order that can be searched takes too long to keep.
   */
  private final PriorityQueue<Task.Due> toBook = new PriorityQueue<>();

  /** Tasks of live jobs that have not succeeded. */
  private final LiveJob.Tally open = new LiveJob.Tally();

  /** How many tasks and machines have been looked at, as a measure of the effort. */
  long looks;

  /** Something floats, or can start, that could not before. */
  boolean fresh;

  Board(int types) {
    floatingMillis = new long[types + 1];
    unplacedMillis = new long[types];
    for (int type = 0; type <= types; type++) {
      vmsByType.add(new ArrayList<>());
      floating.add(new TreeSet<>(Task.URGENCY));
    }
  }

  private int slot(int type) {
    return type < 0 ? floatingMillis.length - 1 : type;
  }

  void add(Vm vm) {
    vms.put(vm.id, vm);
    vmsByType.get(slot(vm.type)).add(vm);
  }

  void remove(Vm vm) {
    vms.remove(vm.id);
    vmsByType.get(slot(vm.type)).remove(vm);
    vm.lanes.forEach(idle::remove);
  }

  void enter(LiveJob job) {
    put(job);
    for (Task task : job.tasks) {
      if (task.type >= 0 && task.isOpen()) {
        bookAgain(task);
      }
    }
  }

  /** It is live from now on. */
  void put(LiveJob job) {
    jobs.put(job.id, job);
    job.countIn(open);
  }

  void remove(LiveJob job) {
    jobs.remove(job.id);
    job.countIn(null);
  }

  /** Its parents are done, or it waits again. */
  void ready(Task task) {
    task.state = Task.State.READY;
    fresh = true;
    justReady.add(task);
    if (task.lane == null) {
      if (!task.floating) {
        task.floating = true;
        floating.get(slot(task.type)).add(task);
        floatingMillis[slot(task.type)] += task.runMillis;
        floatingCount++;
      }
    }
  }

  void sink(Task task) {
    if (task.floating) {
      task.floating = false;
      floating.get(slot(task.type)).remove(task);
      floatingMillis[slot(task.type)] -= task.runMillis;
      floatingCount--;
    }
  }

  /** It is to be booked again, having lost its place. */
  void bookAgain(Task task) {
    if (task.queuedAtMillis != task.bookAtMillis) {
      task.queuedAtMillis = task.bookAtMillis;
      toBook.add(new Task.Due(task.bookAtMillis, task));
    }
  }

  /** Nothing could be had for it: it is looked at again at the given moment. */
  void bookLater(Task task, long atMillis) {
    task.bookAtMillis = atMillis;
    bookAgain(task);
  }

  /** The task that must be booked first; null when all are. */
  @Nullable Task nextToBook() {
    while (!toBook.isEmpty()) {
      Task task = toBook.element().task();
      boolean current = toBook.element().atMillis() == task.bookAtMillis;
      if (current && task.isOpen() && task.lane == null && jobs.get(task.job.id) == task.job) {
        return task;
      }
      toBook.remove();
      if (current) {
        task.queuedAtMillis = Task.NOT_QUEUED;
      }
    }
    return null;
  }

  void drop(Task task) {
    sink(task);
    Lane lane = task.lane;
    if (lane != null && task.state != Task.State.RUNS) {
      lane.booked.remove(task);
      lane.limitPlaces();
      task.lane = null;
    }
  }

  /**
   * How long all tasks that are planned on the type and have no place yet would take; counted once
   * for each moment.
   */
  long unplacedMillis(int type, long nowMillis) {
    if (jobs.size() > COUNTED_JOBS_MAX) {
      return floatingMillis[type];
    }
    if (countedAtMillis != nowMillis) {
      Arrays.fill(unplacedMillis, 0);
      for (LiveJob job : jobs.values()) {
        looks += job.tasks.length;
        for (Task task : job.tasks) {
          if (task.type >= 0 && task.isOpen() && task.lane == null) {
            unplacedMillis[task.type] += task.runMillis;
          }
        }
      }
      countedAtMillis = nowMillis;
    }
    return unplacedMillis[type];
  }

  boolean floats() {
    return floatingCount > 0;
  }

  /** What has become ready since this was last asked and still floats, the most urgent first. */
  List<Task> takeJustReady() {
    List<Task> taken = new ArrayList<>();
    for (Task task : justReady) {
      if (task.floating && task.type >= 0) {
        taken.add(task);
      }
    }
    justReady.clear();
    taken.sort(Task.URGENCY);
    return taken;
  }

  /** Whether live jobs have more tasks than this that have not succeeded. */
  boolean hasMoreOpenThan(long tasks) {
    return open.tasks > tasks;
  }

  /** What floats and could be rented for, the most urgent first. */
  List<Task> allFloating() {
    List<Task> all = new ArrayList<>();
    for (TreeSet<Task> tasks : floating.subList(0, floating.size() - 1)) {
      all.addAll(tasks);
    }
    all.sort(Task.URGENCY);
    return all;
  }
}
