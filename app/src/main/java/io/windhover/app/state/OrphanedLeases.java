package io.windhover.app.state;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.core.step.LeaseBill;
import io.windhover.core.step.Scheduler;
import io.windhover.core.words.Counted;
import io.windhover.manager.LeaseBooks;
import io.windhover.store.StoreView;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Machines that a state has rented and that nobody who takes it up could end: a command that has no
 * source of machines refuses such a state before anything in it is changed.
 */
public final class OrphanedLeases {
  private static final int NAMED_MAX = 3;

  private OrphanedLeases() {}

  /** Refuses a state with open leases. */
  public static void refuse(String folder, StoreView store, Scheduler scheduler) {
    List<LeaseBill> open =
        LeaseBooks.all(store, scheduler, scheduler.world().nowMillis()).stream()
            .filter(LeaseBill::isOpen)
            .toList();
    if (!open.isEmpty()) {
      String named =
          open.stream().limit(NAMED_MAX).map(LeaseBill::lease).collect(Collectors.joining(", "));
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "%s: %s (%s%s), and no source is set up here that could end them; expected a state in"
                  .formatted(
                      folder,
                      Counted.of(open.size(), "machine is rented", "machines are rented"),
                      named,
                      open.size() > NAMED_MAX ? ", ..." : "")
              + " which nothing is rented, so end them where they were rented and begin with a new"
              + " folder");
    }
  }
}
