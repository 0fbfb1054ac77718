package io.windhover.policies.workflow.frame;

import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
import io.windhover.core.policy.WorldView;
import io.windhover.core.policy.WrittenMemory;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The book as text, for snapshots: a line for each job with its units' types and windows, a line
 * for each machine, and after it one for each place on it. What follows from the world and the
 * settings is left out.
 */
final class BookText {
  private static final int FORM = 1;

  private final Book book;
  private final WorldView world;
  private @Nullable Vm newest;

  private BookText(Book book, WorldView world) {
    this.book = book;
    this.world = world;
  }

  static String of(Book book) {
    MemoryWriter text = new MemoryWriter(book.planning().policy(), FORM);
    text.line("wake", book.wakeAtMillis);
    for (int type = 0; type < book.shutUntilMillis.length; type++) {
      if (book.shutUntilMillis[type] > 0) {
        text.line("shut", book.terms().types().offer(type).name(), book.shutUntilMillis[type]);
      }
    }
    book.jobs().values().forEach(job -> write(job, text));
    book.fleet().all().forEach(vm -> write(vm, text));
    return text.text();
  }

  private static void write(LiveJob job, MemoryWriter text) {
    WorkflowSettings settings = job.plan().settings();
    text.line("job", job.id(), settings.runtimeMarginMillionths(), settings.lagMarginMillionths());
    text.and(job.dueAtMillis, job.stuck, job.upset, job.mendedAtMillis);
    for (int unit = 0; unit < job.plan().units().size(); unit++) {
      text.and(job.type(unit), job.isMoved(unit), job.fromMillis(unit), job.toMillis(unit));
    }
  }

  private static void write(Vm vm, MemoryWriter text) {
    text.line("vm", vm.id(), vm.offer(), vm.readyAtMillis);
    text.and(vm.watchedAtMillis, vm.expectedAtMillis, vm.up);
    for (Slot slot : vm.slots) {
      text.line("place", slot.job, slot.group, slot.task, slot.share);
      text.and(slot.startMillis, slot.endMillis, slot.running);
    }
  }

  static Memory recalled(String policy, String encoded) {
    return WrittenMemory.of(encoded, policy, FORM);
  }

  /**
   * Reads it again into an empty book. Machines that have gone meanwhile are entered too, so that
   * the event that says so finds them.
   *
   * @return whether it could be read; if not, the book is not to be used
   */
  static boolean read(String text, Book book, WorldView world) {
    BookText reader = new BookText(book, world);
    if (!MemoryReader.read(text, book.planning().policy(), FORM, reader::take)) {
      return false;
    }
    for (Vm known : book.fleet().all()) {
      book.expectAgain(known);
      if (known.isEmpty() && known.isRented() && known.watchedAtMillis >= 0) {
        book.watchAgain(known);
      }
    }
    return true;
  }

  private void take(MemoryReader line) {
    switch (line.kind()) {
      case "wake" -> book.wakeAtMillis = line.nextLong();
      case "shut" -> {
        int type = book.terms().types().indexOf(line.nextText());
        long untilMillis = line.nextLong();
        if (type >= 0) {
          book.shutUntilMillis[type] = untilMillis;
        }
      }
      case "job" -> takeJob(line);
      case "vm" -> takeVm(line);
      case "place" -> takePlace(line);
      default -> throw line.unknown();
    }
  }

  /** A job that has left the world is over: neither it nor its places matter any more. */
  private void takeJob(MemoryReader line) {
    int id = line.nextInt();
    if (!world.hasJob(id)) {
      line.skip();
      return;
    }
    JobView view = world.job(id);
    ClassPlan plan = plan(view, line.nextInt(), line.nextInt());
    LiveJob job = new LiveJob(view.id(), plan, view.submittedAtMillis());
    book.jobs().put(job.id(), job);
    book.lookAt(job, line.nextLong());
    book.stuck(job, line.nextBoolean());
    job.upset = line.nextBoolean();
    job.mendedAtMillis = line.nextLong();
    for (int unit = 0; unit < plan.units().size(); unit++) {
      job.restore(unit, line.nextInt(), line.nextBoolean(), line.nextLong(), line.nextLong());
    }
  }

  /** With the margins it was made with; those may have changed. */
  private ClassPlan plan(JobView view, int runtimeMargin, int lagMargin) {
    WorkflowSettings now = book.terms().settings();
    WorkflowSettings then = new WorkflowSettings(now.impossible(), runtimeMargin, lagMargin);
    Planning planning =
        then.equals(now)
            ? book.planning()
            : book.planning().under(new Terms(book.terms().types(), then));
    return planning.of(view.spec(), view.submittedAtMillis());
  }

  private void takeVm(MemoryReader line) {
    int id = line.nextInt();
    int offer = line.nextInt();
    MachineView machine = world.machine(id).orElse(null);
    Vm vm =
        machine == null
            ? Machines.gone(id, offer)
            : Machines.of(machine, book.terms(), world.nowMillis());
    vm.readyAtMillis = line.nextLong();
    vm.watchedAtMillis = line.nextLong();
    vm.expectedAtMillis = line.nextLong();
    vm.up = line.nextBoolean();
    vm.freeAtMillis = vm.readyAtMillis;
    book.add(vm);
    newest = vm;
  }

  private void takePlace(MemoryReader line) {
    Slot slot =
        new Slot(
            line.nextInt(),
            line.nextInt(),
            line.nextInt(),
            Objects.requireNonNull(newest),
            line.nextInt(),
            line.nextLong(),
            line.nextLong());
    slot.running = line.nextBoolean();
    if (world.hasJob(slot.job)) {
      book.put(slot);
    }
  }
}
