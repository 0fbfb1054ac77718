package io.windhover.policies.workflow.justintime;

import io.windhover.core.policy.MemoryWriter;

/** The ledger as text, for snapshots. */
final class LedgerText {
  static final String POLICY = "just-in-time";
  static final int FORM = 1;

  private LedgerText() {}

  static String of(Ledger ledger) {
    MemoryWriter text = new MemoryWriter(POLICY, FORM);
    ledger.runtimes.write(text, "runtimes");
    ledger.launches.write(text, "launches");
    text.line("late", ledger.lateFromTheStart);
    ledger.unsettled.forEach(id -> text.line("unsettled", id));
    ledger.wakes.forEach(wake -> text.line("wake", wake));
    for (int type = 0; type < ledger.shutUntilMillis.length; type++) {
      text.line("shut", type, ledger.shutUntilMillis[type]);
    }
    ledger.classes.write(text);
    ledger.tuning.write(text);
    ledger.board.jobs.values().forEach(job -> write(text, job));
    ledger.board.vms.values().forEach(vm -> write(text, vm));
    return text.text();
  }

  private static void write(MemoryWriter text, LiveJob job) {
    text.line("job", job.id, job.submittedMillis);
    PlanText.write(job.plan, text);
    text.line("tasks");
    for (Task task : job.tasks) {
      text.and(task.state, task.bookAtMillis, task.promisedEndMillis);
    }
  }

  private static void write(MemoryWriter text, Vm vm) {
    text.line("vm", vm.id, vm.type, vm.spec.cores(), vm.spec.memoryBytes());
    text.and(vm.rented, vm.lanes.size(), vm.requestedMillis, vm.readyMillis, vm.up, vm.open);
    text.and(vm.workedMillis, vm.askedMillis, vm.askAgainMillis);
    for (Lane lane : vm.lanes) {
      text.line("lane", lane.sinceMillis, lane.tailMillis, lane.limitMillis);
      Task running = lane.running;
      text.and(running != null);
      if (running != null) {
        text.and(running.job.id, running.index, running.endMillis, running.expectedEndMillis);
      }
      for (Task task : lane.booked) {
        text.and(task.job.id, task.index, task.projectedEndMillis);
      }
    }
  }
}
