package io.windhover.simulator;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.step.Machine;
import java.util.Collection;

/**
 * One machine that a provider has rented out, as a {@link Cloud} sees it.
 *
 * @param spot whether it was rented on the spot market
 * @param attempts what runs on it, where anybody here knows; only a market that means harm asks
 */
public record LeasedMachine(
    int id,
    MachineSpec spec,
    boolean spot,
    MachineView.State state,
    Collection<? extends AttemptView> attempts) {
  public static LeasedMachine of(Machine machine, boolean spot) {
    return new LeasedMachine(
        machine.id(), machine.spec(), spot, machine.state(), machine.attempts());
  }
}
