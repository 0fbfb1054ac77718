package io.windhover.app.state;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.core.step.LeaseBill;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.World;
import io.windhover.core.words.Counted;
import io.windhover.manager.LeaseBooks;
import io.windhover.store.StoreView;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Machines that a state has rented and that nobody who takes it up could end: a command that has no
 * source of machines refuses such a state before anything in it is changed.
 */
public final class OrphanedLeases {
  private static final int NAMED_MAX = 3;

  private OrphanedLeases() {}

  /** Whether a machine may be there: what is beyond the limits was never asked for. */
  public static boolean mayBeThere(LeaseBill bill, World world) {
    return bill.isOpen()
        && (bill.readyAtMillis() >= 0
            || bill.chargedSinceMillis() >= 0
            || world.machine(bill.machine()).isEmpty()
            || world.beyondLimits(bill.machine(), Set.of()).isEmpty());
  }

  /** Refuses a state with open leases. */
  public static void refuse(String folder, StoreView store, Scheduler scheduler) {
    List<LeaseBill> open =
        LeaseBooks.all(store, scheduler, scheduler.world().nowMillis()).stream()
            .filter(bill -> mayBeThere(bill, scheduler.world()))
            .toList();
    if (!open.isEmpty()) {
      String named =
          open.stream().limit(NAMED_MAX).map(LeaseBill::lease).collect(Collectors.joining(", "));
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "%s: %s (%s%s), and nothing here can take them up or end them; expected a state in"
                  .formatted(
                      folder,
                      Counted.of(open.size(), "machine is rented", "machines are rented"),
                      named,
                      open.size() > NAMED_MAX ? ", ..." : "")
              + " which nothing is rented: go on with --cloud and the file they were rented by, or"
              + " end them with windhover cloud sweep and begin with a new folder");
    }
  }
}
