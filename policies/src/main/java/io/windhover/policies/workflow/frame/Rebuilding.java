package io.windhover.policies.workflow.frame;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.workflow.plan.Dag;
import java.util.SortedSet;

/** Makes a book of nothing but the world, as after the memory was lost. */
final class Rebuilding {
  private static final long WHOLE = 1_000_000;

  private Rebuilding() {}

  static void everything(Book book, WorldView world, SortedSet<Integer> refused) {
    for (JobView view : world.liveJobs()) {
      if (!refused.contains(view.id())) {
        job(book, view, world.nowMillis());
      }
    }
    for (MachineView machine : world.machines()) {
      Vm vm = Machines.of(machine, book.terms(), world.nowMillis());
      running(book, vm, machine, world.nowMillis());
      book.add(vm);
    }
  }

  /** What is left of the job is planned again when it is next looked at, which is at once. */
  static void job(Book book, JobView view, long nowMillis) {
    ClassPlan plan = book.planning().of(view.spec(), view.submittedAtMillis());
    LiveJob job = new LiveJob(view.id(), plan, view.submittedAtMillis());
    job.upset = true;
    book.jobs().put(job.id(), job);
    book.lookAt(job, nowMillis);
  }

  /** Enters what runs on the machine, which is not in the book yet. */
  static void running(Book book, Vm vm, MachineView machine, long nowMillis) {
    for (AttemptView attempt : machine.attempts()) {
      int group = attempt.group().ordinal();
      long full = runMillis(book, vm, attempt);
      long rest = full - full / WHOLE * attempt.startParts() - attempt.ranMillis(nowMillis);
      Slot slot =
          new Slot(
              attempt.id().task().job(),
              group,
              attempt.id().task().index(),
              vm,
              Terms.share(attempt.group().spec().need(), machine.spec()),
              Math.max(0, attempt.startedAtMillis()),
              nowMillis + Math.max(1, rest));
      slot.running = true;
      vm.put(slot);
    }
  }

  /** What the class's plan has, if it is the same; asking the description anew takes longer. */
  private static long runMillis(Book book, Vm vm, AttemptView attempt) {
    LiveJob job = book.jobs().get(attempt.id().task().job());
    MachineSpec spec = vm.spec();
    long known = Dag.NEVER_MILLIS;
    if (job != null
        && vm.type() != Vm.OTHER
        && spec.type().equals(book.terms().types().offer(vm.type()).machine().type())) {
      known = job.plan().units().groups().millis(attempt.group().ordinal(), vm.type());
    }
    return known < Dag.NEVER_MILLIS ? known : book.terms().runMillis(attempt.group().spec(), spec);
  }
}
