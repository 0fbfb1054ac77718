package io.windhover.manager;

import io.windhover.core.policy.Action;
import io.windhover.core.policy.ActionSink;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.World;

/** Carries out what a turn has decided, once it is written down. */
final class Carrier implements ActionSink {
  private final World world;
  private final Roster roster;
  private final Outbox outbox;
  private final long nowMillis;

  Carrier(World world, Roster roster, Outbox outbox, long nowMillis) {
    this.world = world;
    this.roster = roster;
    this.outbox = outbox;
    this.nowMillis = nowMillis;
  }

  @Override
  public void assign(Action.Assign assign) {
    roster
        .on(assign.machine())
        .ifPresent(peer -> outbox.order(assign.attempt(), peer.name, nowMillis));
  }

  /** A worker that is away hears of it when it is back. */
  @Override
  public void stop(Action.Stop stop) {
    world
        .attempt(stop.attempt())
        .map(Attempt::machine)
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
    throw noSource(launch);
  }

  @Override
  public void release(Action.Release release) {
    throw noSource(release);
  }

  @Override
  public void checkpoint(Action.Checkpoint checkpoint) {
    throw noSource(checkpoint);
  }

  private static IllegalStateException noSource(Action action) {
    return new IllegalStateException("no source of machines is there to " + action);
  }
}
