package io.windhover.policies.workflow.justintime;

import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads what {@link LedgerText} has written. */
final class LedgerReader {
  private final Ledger ledger;
  private final WorldView world;

  /** Of classes, by the number they had. */
  private final List<Integer> numbers = new ArrayList<>();

  private @Nullable LiveJob newest;
  private @Nullable Vm machine;
  private int lane;

  private LedgerReader(Ledger ledger, WorldView world) {
    this.ledger = ledger;
    this.world = world;
  }

  private void take(MemoryReader line) {
    switch (line.kind()) {
      case "runtimes" -> ledger.runtimes.take(line);
      case "launches" -> ledger.launches.take(line);
      case "late" -> ledger.lateFromTheStart = line.nextLong();
      case "unsettled" -> ledger.unsettled.add(line.nextInt());
      case "wake" -> ledger.wakes.add(line.nextLong());
      case "shut" -> ledger.shutUntilMillis[line.nextInt()] = line.nextLong();
      case "class" -> workClass(line.nextInt());
      case "widest" -> ledger.classes.takeWidest(line);
      case "job" -> job(line);
      case "tasks" -> tasks(line);
      case "vm" -> vm(line);
      case "lane" -> lane(line);
      default -> ledger.tuning.take(line, numbers::get, ledger.classes.all, ledger.terms());
    }
  }

  /** A class whose newest job has left the world is known no more. */
  private void workClass(int newestJob) {
    boolean known = world.hasJob(newestJob);
    numbers.add(known ? ledger.classes.numberOf(world.job(newestJob)) : -1);
  }

  private void job(MemoryReader line) {
    int id = line.nextInt();
    WorkClass work = ledger.classes.all.get(ledger.classes.numberOf(world.job(id)));
    long submittedMillis = line.nextLong();
    ClassPlan plan = PlanText.read(line, new Planner(work, ledger.terms(), 0));
    newest = new LiveJob(id, work, plan, submittedMillis, new long[ledger.types.size()]);
  }

  private void tasks(MemoryReader line) {
    LiveJob job = Objects.requireNonNull(newest);
    for (Task task : job.tasks) {
      task.state = Task.State.valueOf(line.nextText());
      task.bookAtMillis = line.nextLong();
      task.promisedEndMillis = line.nextLong();
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

  private void vm(MemoryReader line) {
    int id = line.nextInt();
    int type = line.nextInt();
    var spec =
        world
            .machine(id)
            .map(known -> known.spec())
            .orElse(ledger.types.offer(Math.max(0, type)).machine())
            .resized(line.nextInt(), line.nextLong());
    boolean rented = line.nextBoolean();
    int lanes = line.nextInt();
    Vm vm = new Vm(id, type, rented, spec, lanes, line.nextLong(), line.nextLong());
    vm.up = line.nextBoolean();
    vm.open = line.nextBoolean();
    vm.workedMillis = line.nextLong();
    vm.askedMillis = line.nextLong();
    vm.askAgainMillis = line.nextLong();
    ledger.board.add(vm);
    machine = vm;
    lane = 0;
  }

  private void lane(MemoryReader line) {
    Vm vm = Objects.requireNonNull(machine);
    Lane read = vm.lanes.get(lane++);
    read.sinceMillis = line.nextLong();
    read.tailMillis = line.nextLong();
    read.limitMillis = line.nextLong();
    if (line.nextBoolean()) {
      Task task = task(line);
      task.lane = read;
      task.endMillis = line.nextLong();
      task.expectedEndMillis = line.nextLong();
      read.running = task;
    } else if (vm.up && vm.open) {
      ledger.board.idle.add(read);
    }
    while (line.hasNext()) {
      Task task = task(line);
      task.projectedEndMillis = line.nextLong();
      task.lane = read;
      read.booked.add(task);
    }
    read.limitPlaces();
  }

  private Task task(MemoryReader line) {
    LiveJob job = Objects.requireNonNull(ledger.board.jobs.get(line.nextInt()));
    return job.tasks[line.nextInt()];
  }

  /**
   * Reads the text into an empty ledger.
   *
   * @return whether it could be read; if not, the ledger is not to be used
   */
  static boolean read(String text, Ledger ledger, WorldView world) {
    LedgerReader reader = new LedgerReader(ledger, world);
    if (!MemoryReader.read(text, LedgerText.POLICY, LedgerText.FORM, reader::take)) {
      return false;
    }
    for (LiveJob job : ledger.board.jobs.values()) {
      for (Task task : job.tasks) {
        if (task.floats()) {
          ledger.board.ready(task);
        }
      }
    }
    ledger.board.fresh = false;
    ledger.board.takeJustReady(); // It has been looked at before it was written down.
    return true;
  }
}
