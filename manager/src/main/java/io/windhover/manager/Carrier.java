package io.windhover.manager;

import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.ActionSink;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.World;
import java.util.List;
import java.util.Optional;

/** Carries out what a turn has decided, once it is written down. */
final class Carrier implements ActionSink {
  private final World world;
  private final Roster roster;
  private final Outbox outbox;
  private final RentedMachines rentals;
  private final List<Event> confirmed;
  private final long nowMillis;

  /**
   * Carries out one decision.
   *
   * @param confirmed takes what the next turn has to know of
   */
  Carrier(
      World world,
      Roster roster,
      Outbox outbox,
      RentedMachines rentals,
      List<Event> confirmed,
      long nowMillis) {
    this.world = world;
    this.roster = roster;
    this.outbox = outbox;
    this.rentals = rentals;
    this.confirmed = confirmed;
    this.nowMillis = nowMillis;
  }

  @Override
  public void assign(Action.Assign assign) {
    roster
        .on(assign.machine())
        .ifPresent(peer -> outbox.order(assign.attempt(), peer.name, nowMillis));
  }

  /**
   * A worker that is away hears of it when it is back. On a frozen machine nothing can answer: the
   * world has given the attempt up already, and that is confirmed in the machine's place.
   */
  @Override
  public void stop(Action.Stop stop) {
    Optional<Attempt> live = world.attempt(stop.attempt());
    if (live.isEmpty()) {
      confirmed.add(new Event.AttemptFailed(stop.attempt(), new Failure.Stopped(), 0));
    }
    live.map(Attempt::machine)
        .flatMap(machine -> roster.on(machine.id()))
        .filter(peer -> !peer.isAway())
        .ifPresent(peer -> outbox.cancel(stop.attempt(), peer.name, nowMillis));
  }

  /** The world has noted it; the manager asks the world when to turn next. */
  @Override
  public void wakeAt(Action.WakeAt wake) {}

  /** The world has noted it, and whoever asks for the job is told. */
  @Override
  public void reject(Action.Reject reject) {}

  /** The world has noted it, and gives the machine nothing new. */
  @Override
  public void drain(Action.Drain drain) {}

  @Override
  public void launch(Action.Launch launch) {
    rentals.launch(launch.machine(), nowMillis);
  }

  /** The worker is told nothing: its machine ends. */
  @Override
  public void release(Action.Release release) {
    roster.on(release.machine()).ifPresent(roster::remove);
    if (rentals.release(release.machine())) {
      confirmed.add(MachineChange.LeaseEnded.neverRented(release.machine()));
    }
  }

  /** A worker that is away hears of it when it is back. */
  @Override
  public void checkpoint(Action.Checkpoint checkpoint) {
    world
        .attempt(checkpoint.attempt())
        .map(Attempt::machine)
        .flatMap(machine -> roster.on(machine.id()))
        .filter(peer -> !peer.isAway())
        .ifPresent(peer -> outbox.checkpoint(checkpoint.attempt(), peer.name, nowMillis));
  }
}
