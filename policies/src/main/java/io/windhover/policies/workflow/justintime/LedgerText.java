package io.windhover.policies.workflow.justintime;

/** The ledger as text, for snapshots: a line for each thing, its kind first. */
final class LedgerText {
  private LedgerText() {}

  static String of(Ledger ledger) {
    StringBuilder text = new StringBuilder();
    line(text, "runtimes", ledger.runtimes.encoded());
    line(text, "launches", ledger.launches.encoded());
    line(text, "late", Long.toString(ledger.lateFromTheStart));
    ledger.unsettled.forEach(id -> line(text, "unsettled", Integer.toString(id)));
    ledger.wakes.forEach(wake -> line(text, "wake", Long.toString(wake)));
    for (int type = 0; type < ledger.shutUntilMillis.length; type++) {
      line(text, "shut", type + " " + ledger.shutUntilMillis[type]);
    }
    ledger.classes.representatives().forEach(id -> line(text, "class", Integer.toString(id)));
    ledger.tuning.lines().forEach(one -> text.append(one).append('\n'));
    ledger.board.jobs.values().forEach(job -> job(text, ledger, job));
    ledger.board.vms.values().forEach(vm -> vm(text, vm));
    return text.toString();
  }

  private static void line(StringBuilder text, String kind, String rest) {
    text.append(kind).append(' ').append(rest).append('\n');
  }

  private static void job(StringBuilder text, Ledger ledger, LiveJob job) {
    StringBuilder states = new StringBuilder();
    StringBuilder moments = new StringBuilder();
    for (Task task : job.tasks) {
      states.append(task.state.letter);
      moments.append(' ').append(task.bookAtMillis).append(' ').append(task.promisedEndMillis);
    }
    int number = ledger.classes.all.indexOf(job.work);
    String plan = PlanText.of(job.plan);
    line(text, "job", job.id + " " + number + " " + job.submittedMillis + " " + plan);
    line(text, "tasks", states.toString() + moments);
  }

  private static void vm(StringBuilder text, Vm vm) {
    line(
        text,
        "vm",
        vm.id
            + " "
            + vm.type
            + " "
            + vm.rented
            + " "
            + vm.lanes.size()
            + " "
            + vm.requestedMillis
            + " "
            + vm.readyMillis
            + " "
            + vm.up
            + " "
            + vm.open
            + " "
            + vm.spec.cores()
            + " "
            + vm.spec.memoryBytes()
            + " "
            + vm.workedMillis
            + " "
            + vm.askedMillis
            + " "
            + vm.askAgainMillis);
    for (Lane lane : vm.lanes) {
      StringBuilder rest = new StringBuilder();
      rest.append(lane.sinceMillis).append(' ').append(lane.tailMillis);
      rest.append(' ').append(lane.limitMillis);
      Task running = lane.running;
      rest.append(' ').append(running == null ? "-" : ran(running));
      lane.booked.forEach(
          task -> rest.append(' ').append(name(task)).append('@').append(task.projectedEndMillis));
      line(text, "lane", rest.toString());
    }
  }

  private static String ran(Task task) {
    return name(task) + "@" + task.endMillis + "@" + task.expectedEndMillis;
  }

  private static String name(Task task) {
    return task.job.id + "/" + task.index;
  }
}
