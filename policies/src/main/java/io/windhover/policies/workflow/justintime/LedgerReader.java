package io.windhover.policies.workflow.justintime;

import io.windhover.core.policy.WorldView;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads what {@link LedgerText} has written. */
final class LedgerReader {
  private final Ledger ledger;
  private final WorldView world;
  private @Nullable LiveJob newest;
  private @Nullable Vm machine;
  private int lane;

  LedgerReader(Ledger ledger, WorldView world) {
    this.ledger = ledger;
    this.world = world;
  }

  /** Whether the jobs that stand for their classes are all in the world. */
  static boolean isWhole(String text, WorldView world) {
    return text.lines()
        .map(line -> line.split(" ", -1))
        .filter(words -> words[0].equals("class"))
        .allMatch(words -> world.hasJob(Integer.parseInt(words[1])));
  }

  void line(String line) {
    String[] words = line.split(" ", -1);
    switch (words[0]) {
      case "runtimes" -> ledger.runtimes.restore(words, 1);
      case "launches" -> ledger.launches.restore(words, 1);
      case "late" -> ledger.lateFromTheStart = Long.parseLong(words[1]);
      case "unsettled" -> ledger.unsettled.add(Integer.parseInt(words[1]));
      case "wake" -> ledger.wakes.add(Long.parseLong(words[1]));
      case "shut" -> ledger.shutUntilMillis[Integer.parseInt(words[1])] = Long.parseLong(words[2]);
      case "class" -> ledger.classes.numberOf(world.job(Integer.parseInt(words[1])));
      case "job" -> job(words);
      case "tasks" -> tasks(words);
      case "vm" -> vm(words);
      case "lane" -> lane(words);
      default -> ledger.tuning.read(words, ledger.classes.all, ledger.terms());
    }
  }

  private void job(String[] words) {
    WorkClass work = ledger.classes.all.get(Integer.parseInt(words[2]));
    Planner planner = new Planner(work, ledger.terms(), 0);
    ClassPlan plan = PlanText.read(words, 4, planner);
    newest =
        new LiveJob(
            Integer.parseInt(words[1]),
            work,
            plan,
            Long.parseLong(words[3]),
            new long[ledger.types.size()]);
  }

  private void tasks(String[] words) {
    LiveJob job = Objects.requireNonNull(newest);
    for (int i = 0; i < job.tasks.length; i++) {
      Task task = job.tasks[i];
      task.bookAtMillis = Long.parseLong(words[2 + 2 * i]);
      task.promisedEndMillis = Long.parseLong(words[3 + 2 * i]);
      task.state = Task.State.of(words[1].charAt(i));
    }
    job.recount();
    for (int node = 0; node < job.missingParents.length; node++) {
      int missing = 0;
      for (int parent : job.work.dag().parents(node)) {
        missing += job.unfinished[parent] > 0 ? 1 : 0;
      }
      job.missingParents[node] = missing;
    }
    ledger.board.enter(job);
  }

  private void vm(String[] words) {
    int id = Integer.parseInt(words[1]);
    int type = Integer.parseInt(words[2]);
    var spec =
        world
            .machine(id)
            .map(machine -> machine.spec())
            .orElse(ledger.types.offer(Math.max(0, type)).machine())
            .resized(Integer.parseInt(words[9]), Long.parseLong(words[10]));
    Vm vm =
        new Vm(
            id,
            type,
            Boolean.parseBoolean(words[3]),
            spec,
            Integer.parseInt(words[4]),
            Long.parseLong(words[5]),
            Long.parseLong(words[6]));
    vm.up = Boolean.parseBoolean(words[7]);
    vm.open = Boolean.parseBoolean(words[8]);
    vm.workedMillis = Long.parseLong(words[11]);
    vm.askedMillis = Long.parseLong(words[12]);
    vm.askAgainMillis = Long.parseLong(words[13]);
    ledger.board.add(vm);
    machine = vm;
    lane = 0;
  }

  private void lane(String[] words) {
    Vm vm = Objects.requireNonNull(machine);
    Lane read = vm.lanes.get(lane++);
    read.sinceMillis = Long.parseLong(words[1]);
    read.tailMillis = Long.parseLong(words[2]);
    read.limitMillis = Long.parseLong(words[3]);
    if (!words[4].equals("-")) {
      String[] parts = words[4].split("@", -1);
      Task task = task(parts[0]);
      task.lane = read;
      task.endMillis = Long.parseLong(parts[1]);
      task.expectedEndMillis = Long.parseLong(parts[2]);
      read.running = task;
    } else if (vm.up && vm.open) {
      ledger.board.idle.add(read);
    }
    for (int i = 5; i < words.length; i++) {
      String[] parts = words[i].split("@", -1);
      Task task = task(parts[0]);
      task.projectedEndMillis = Long.parseLong(parts[1]);
      task.lane = read;
      read.booked.add(task);
    }
    read.limitPlaces();
  }

  private Task task(String name) {
    String[] parts = name.split("/", -1);
    LiveJob job = Objects.requireNonNull(ledger.board.jobs.get(Integer.parseInt(parts[0])));
    return job.tasks[Integer.parseInt(parts[1])];
  }

  /** Reads the text into an empty ledger. */
  static void read(String text, Ledger ledger, WorldView world) {
    LedgerReader reader = new LedgerReader(ledger, world);
    text.lines().forEach(reader::line);
    for (LiveJob job : ledger.board.jobs.values()) {
      for (Task task : job.tasks) {
        if (task.floats()) {
          ledger.board.ready(task);
        }
      }
    }
    ledger.board.fresh = false;
    ledger.board.takeJustReady(); // It has been looked at before it was written down.
  }
}
