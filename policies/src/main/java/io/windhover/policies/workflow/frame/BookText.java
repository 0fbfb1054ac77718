package io.windhover.policies.workflow.frame;

import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.WorldView;

/**
 * The book as text, for snapshots: a line for each job with its units' types and windows, a line
 * for each machine, and after it one for each place on it. What follows from the world and the
 * settings is left out.
 */
final class BookText {
  /** Before each margin at the end of a job's line. */
  private static final String MARGINS = "@";

  private BookText() {}

  static String of(Book book) {
    StringBuilder text = new StringBuilder();
    text.append("wake ").append(book.wakeAtMillis).append('\n');
    for (int type = 0; type < book.shutUntilMillis.length; type++) {
      if (book.shutUntilMillis[type] > 0) {
        String offer = book.terms().types().offer(type).name();
        text.append("shut ").append(book.shutUntilMillis[type]).append(' ').append(offer);
        text.append('\n');
      }
    }
    book.jobs().values().forEach(job -> job(job, text));
    book.fleet().all().forEach(vm -> vm(vm, text));
    return text.toString();
  }

  private static void job(LiveJob job, StringBuilder text) {
    text.append("job ").append(job.id()).append(' ').append(job.dueAtMillis);
    text.append(job.stuck ? " stuck " : " flows ").append(job.upset ? "upset " : "calm ");
    text.append(job.mendedAtMillis);
    for (int unit = 0; unit < job.plan().units().size(); unit++) {
      text.append(' ').append(job.type(unit)).append(job.isMoved(unit) ? " moved " : " as-is ");
      text.append(job.fromMillis(unit)).append(' ').append(job.toMillis(unit));
    }
    WorkflowSettings settings = job.plan().settings();
    text.append(' ').append(MARGINS).append(settings.runtimeMarginMillionths());
    text.append(MARGINS).append(settings.lagMarginMillionths()).append('\n');
  }

  private static void vm(Vm vm, StringBuilder text) {
    text.append("vm ").append(vm.id()).append(' ').append(vm.readyAtMillis).append(' ');
    text.append(vm.watchedAtMillis).append(' ').append(vm.expectedAtMillis);
    text.append(vm.up ? " up " : " coming ").append(vm.offer()).append('\n');
    for (Slot slot : vm.slots) {
      text.append(slot.running ? "runs " : "place ").append(slot.job).append(' ');
      text.append(slot.group).append(' ').append(slot.task).append(' ').append(slot.share);
      text.append(' ').append(slot.startMillis).append(' ').append(slot.endMillis).append('\n');
    }
  }

  /**
   * Reads it again. Machines that have gone meanwhile are entered too, so that the event that says
   * so finds them.
   */
  static void read(String text, Book book, WorldView world) {
    Vm vm = null;
    for (String line : text.split("\n", -1)) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "wake" -> book.wakeAtMillis = Long.parseLong(words[1]);
        case "shut" -> {
          int type = book.terms().types().indexOf(line.split(" ", 3)[2]);
          if (type >= 0) {
            book.shutUntilMillis[type] = Long.parseLong(words[1]);
          }
        }
        case "job" -> readJob(words, book, world);
        case "vm" -> vm = readVm(words, book, world);
        case "runs", "place" -> {
          if (vm != null) {
            readSlot(words, book, vm);
          }
        }
        default -> {}
      }
    }
    for (Vm known : book.fleet().all()) {
      book.expectAgain(known);
      if (known.isEmpty() && known.isRented()) {
        book.watchAgain(known);
      }
    }
  }

  private static void readJob(String[] words, Book book, WorldView world) {
    JobView view = world.job(Integer.parseInt(words[1]));
    ClassPlan plan = plan(words[words.length - 1], book, view);
    LiveJob job = new LiveJob(view.id(), plan, view.submittedAtMillis());
    job.upset = words[4].equals("upset");
    job.mendedAtMillis = Long.parseLong(words[5]);
    for (int unit = 0; unit < plan.units().size() && words.length > 9 + 4 * unit; unit++) {
      int at = 6 + 4 * unit;
      job.restore(
          unit,
          Integer.parseInt(words[at]),
          words[at + 1].equals("moved"),
          Long.parseLong(words[at + 2]),
          Long.parseLong(words[at + 3]));
    }
    book.jobs().put(job.id(), job);
    book.stuck(job, words[3].equals("stuck"));
    book.lookAt(job, Long.parseLong(words[2]));
  }

  /** With the margins it was made with; those may have changed. */
  private static ClassPlan plan(String last, Book book, JobView view) {
    String[] margins = last.split(MARGINS, -1);
    WorkflowSettings now = book.terms().settings();
    WorkflowSettings then =
        margins.length < 3
            ? now
            : new WorkflowSettings(
                now.impossible(), Integer.parseInt(margins[1]), Integer.parseInt(margins[2]));
    Planning planning =
        then.equals(now)
            ? book.planning()
            : book.planning().under(new Terms(book.terms().types(), then));
    return planning.of(view.spec(), view.submittedAtMillis());
  }

  private static Vm readVm(String[] words, Book book, WorldView world) {
    int id = Integer.parseInt(words[1]);
    MachineView machine = world.machine(id).orElse(null);
    Vm vm =
        machine == null
            ? Machines.gone(id, Integer.parseInt(words[6]))
            : Machines.of(machine, book.terms(), world.nowMillis());
    vm.readyAtMillis = Long.parseLong(words[2]);
    vm.watchedAtMillis = Long.parseLong(words[3]);
    vm.expectedAtMillis = Long.parseLong(words[4]);
    vm.up = words[5].equals("up");
    vm.freeAtMillis = vm.readyAtMillis;
    book.add(vm);
    return vm;
  }

  private static void readSlot(String[] words, Book book, Vm vm) {
    Slot slot =
        new Slot(
            Integer.parseInt(words[1]),
            Integer.parseInt(words[2]),
            Integer.parseInt(words[3]),
            vm,
            Integer.parseInt(words[4]),
            Long.parseLong(words[5]),
            Long.parseLong(words[6]));
    slot.running = words[0].equals("runs");
    book.put(slot);
  }
}
