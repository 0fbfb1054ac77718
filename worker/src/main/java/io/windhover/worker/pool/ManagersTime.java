package io.windhover.worker.pool;

import io.windhover.host.ScaledClock;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerLink;

/**
 * Stands between a worker, which counts in real time because commands run in it, and a manager that
 * goes by a clock of another speed: every time that is said is made the other's on its way. Pauses
 * of the protocol are not said and stay real; the manager allows for that.
 *
 * @param clock the manager's
 */
record ManagersTime(ScaledClock clock) {
  /** What the manager says, in real time. */
  ToWorker heard(ToWorker message) {
    return !clock.isReal() && message instanceof ToWorker.Execute execute
        ? new ToWorker.Execute(real(execute.order()))
        : message;
  }

  private Order real(Order order) {
    return order.timed(
        clock.realSpan(order.timeoutMillis()),
        order.deadlineAtMillis() == 0
            ? 0
            : clock.realAt(order.deadlineAtMillis() - clock.originMillis()),
        clock.realSpan(order.saving().everyMillis()));
  }

  /** What the worker says, in the manager's time. */
  ToManager said(ToManager message) {
    if (message instanceof ToManager.Report report) {
      return new ToManager.Report(
          report.ref(),
          report.ending(),
          clock.span(report.ranMillis()),
          report.tail(),
          report.cleansUp());
    } else if (message instanceof ToManager.Checkpointed safe) {
      return new ToManager.Checkpointed(
          safe.ref(),
          safe.number(),
          clock.span(safe.progressMillis()),
          clock.span(safe.tookMillis()),
          safe.bytes());
    } else if (message instanceof ToManager.Slept slept) {
      return new ToManager.Slept(clock.atReal(slept.fromMillis()), clock.span(slept.millis()));
    }
    return message;
  }

  /** A wire over which the manager hears its own time. */
  WorkerLink through(WorkerLink wire) {
    return new WorkerLink() {
      @Override
      public void send(ToManager message) {
        wire.send(said(message));
      }

      @Override
      public void flush() {
        wire.flush();
      }

      @Override
      public void freeCores(int free) {
        wire.freeCores(free);
      }

      @Override
      public void close() {
        wire.close();
      }
    };
  }
}
