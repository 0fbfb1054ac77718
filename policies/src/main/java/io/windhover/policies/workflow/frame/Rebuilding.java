package io.windhover.policies.workflow.frame;

import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.WorldView;
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
      book.add(vm);
      running(book, vm, machine, world.nowMillis());
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

  /** Enters what runs on the machine. */
  static void running(Book book, Vm vm, MachineView machine, long nowMillis) {
    for (AttemptView attempt : machine.attempts()) {
      int group = attempt.group().ordinal();
      long full = book.terms().runMillis(attempt.group().spec(), machine.spec());
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
      book.put(slot);
    }
  }
}
