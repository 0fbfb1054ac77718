package io.windhover.app.state;

import io.windhover.core.policy.MachineView;
import io.windhover.core.step.LeaseBill;
import io.windhover.core.step.Machine;
import io.windhover.core.step.World;
import io.windhover.manager.LeaseBooks;
import java.util.List;
import java.util.Optional;

/**
 * Every machine that was ever rented by a run or by a pool's manager, and what it has cost.
 *
 * @param bills one for each lease, by machine
 * @param asOfMillis up to when open leases are charged here: now while somebody works on the state,
 *     else when the last step was made
 * @param live whether somebody works on the state
 */
public record RentedSoFar(List<LeaseBill> bills, World world, long asOfMillis, boolean live) {
  /** Looks at a state, beside whoever works on it or long after. */
  public static RentedSoFar of(OpenRun run, long nowMillis) {
    boolean live = run.holder().isPresent();
    World world = run.journal().world();
    long asOfMillis = live ? Math.max(nowMillis, world.nowMillis()) : world.nowMillis();
    return new RentedSoFar(
        List.copyOf(LeaseBooks.all(run.view(), run.journal().scheduler(), asOfMillis)),
        world,
        asOfMillis,
        live);
  }

  public boolean isAnyOpen() {
    return bills.stream().anyMatch(LeaseBill::isOpen);
  }

  /** How the machine of a lease stands, in a word or two. */
  public String state(LeaseBill bill) {
    if (!bill.isOpen()) {
      return "ended";
    }
    Optional<Machine> machine = world.machine(bill.machine());
    return machine.isEmpty() ? "ending" : word(machine.get().state());
  }

  private static String word(MachineView.State state) {
    return switch (state) {
      case REQUESTED -> "asked for";
      case READY -> "ready";
      case HIBERNATED -> "hibernated";
      case AWAY -> "away";
      case DRAINING -> "draining";
    };
  }

  /** How many attempts run on the machine of a lease. */
  public int tasks(LeaseBill bill) {
    return world.machine(bill.machine()).map(machine -> machine.attempts().size()).orElse(0);
  }

  /** From the request to the end, or to now. */
  public long ageMillis(LeaseBill bill) {
    long untilMillis = bill.isOpen() ? asOfMillis : bill.endedAtMillis();
    return Math.max(0, untilMillis - bill.requestedAtMillis());
  }
}
