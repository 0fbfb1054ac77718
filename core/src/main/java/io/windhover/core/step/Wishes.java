package io.windhover.core.step;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.ActionSink;
import io.windhover.core.policy.MachineView;

/**
 * Assumes that what was wished is done: requested machines and assigned tasks show at once, and a
 * refusal comes back later as a fact.
 */
final class Wishes implements ActionSink {
  private final World world;
  private final Facts facts;

  Wishes(World world, Facts facts) {
    this.world = world;
    this.facts = facts;
  }

  void assume(Action action) {
    action.carryOut(this);
  }

  @Override
  public void checkpoint(Action.Checkpoint checkpoint) {
    Attempt attempt = world.attempt(checkpoint.attempt()).orElseThrow();
    attempt.checkpointsAsked++;
    attempt.checkpointing = true;
  }

  @Override
  public void wakeAt(Action.WakeAt wake) {
    world.timers().add(wake.atMillis());
  }

  @Override
  public void launch(Action.Launch launch) {
    Offer offer = world.offer(launch.offer()).orElseThrow();
    world.addMachine(new Machine(launch.machine(), offer, world.nowMillis()));
  }

  @Override
  public void release(Action.Release release) {
    world.machine(release.machine()).ifPresent(facts.machines()::release);
  }

  @Override
  public void drain(Action.Drain drain) {
    Machine machine = world.machine(drain.machine()).orElseThrow();
    machine.drain();
    world.refresh(machine);
  }

  @Override
  public void assign(Action.Assign assign) {
    AttemptId id = assign.attempt();
    Group group = world.job(id.task().job()).groupOf(id.task());
    int index = id.task().index() - group.firstIndex();
    if (group.state(index) == TaskState.WAITING) {
      group.move(index, TaskState.RUNNING);
    }
    group.attempts[index] = id.number();
    Machine machine = world.machine(assign.machine()).orElseThrow();
    world.addAttempt(new Attempt(id, group, machine, world.nowMillis()));
    world.refresh(group);
  }

  @Override
  public void stop(Action.Stop stop) {
    Attempt attempt = world.attempt(stop.attempt()).orElseThrow();
    attempt.stopping = true;
    // A frozen machine cannot answer, and cannot do anything either: the attempt is as good as
    // gone. Should the machine thaw, the driver ends the process before anything
    // else runs there.
    if (attempt.machine().state() == MachineView.State.HIBERNATED) {
      facts.lost(attempt);
    }
  }

  @Override
  public void reject(Action.Reject reject) {
    Job job = world.job(reject.job());
    job.rejection = reject.reason().text(job.submittedAtMillis());
    job.cancelWaiting();
    world.refresh(job);
    world.closeIfOver(job);
  }
}
