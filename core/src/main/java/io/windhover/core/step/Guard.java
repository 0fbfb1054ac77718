package io.windhover.core.step;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.ActionSink;
import io.windhover.core.policy.MachineView;

/**
 * Checks every wish in every driver, just before it is assumed. A violation is a bug of the policy,
 * so it stops the program with the values rather than do harm.
 */
final class Guard implements ActionSink {
  private final World world;
  private final int liveAttemptsMax;

  Guard(World world, int liveAttemptsMax) {
    this.world = world;
    this.liveAttemptsMax = liveAttemptsMax;
  }

  void check(Action action) {
    action.carryOut(this);
  }

  /**
   * As {@link #check}, for what was done once. What it was done within may be counted otherwise
   * today, and a machine that was rented is rented: only what cannot be assumed is refused.
   */
  void checkRecorded(Action action) {
    if (action instanceof Action.Launch launch) {
      known(launch);
    } else {
      check(action);
    }
  }

  @Override
  public void stop(Action.Stop stop) {
    require(world.liveAttempt(stop.attempt()) != null, stop, "no such live attempt");
  }

  @Override
  public void release(Action.Release release) {
    require(world.liveMachine(release.machine()) != null, release, "no such machine");
  }

  @Override
  public void drain(Action.Drain drain) {
    require(world.liveMachine(drain.machine()) != null, drain, "no such machine");
  }

  @Override
  public void wakeAt(Action.WakeAt wake) {
    require(wake.atMillis() > world.nowMillis(), wake, "not in the future");
  }

  @Override
  public void reject(Action.Reject reject) {
    require(world.hasJob(reject.job()), reject, "no such job");
    Job job = world.job(reject.job());
    require(job.liveAttempts == 0, reject, "the job has live attempts");
    require(!job.over(), reject, "the job is over");
  }

  @Override
  public void assign(Action.Assign assign) {
    AttemptId id = assign.attempt();
    require(world.hasTask(id.task()), assign, "no such task");
    Group group = world.job(id.task().job()).groupOf(id.task());
    int index = id.task().index() - group.firstIndex();
    require(group.follows(index), assign, "what it comes after has not succeeded");
    require(!group.state(index).settled(), assign, "the task is " + group.state(index));
    require(
        !group.isWaiting(index) || group.startsLeft() > 0,
        assign,
        "only %d of its group may run at once".formatted(group.spec().parallel()));
    require(id.number() == group.attempts[index] + 1, assign, "not the next attempt");
    require(group.live[index] < liveAttemptsMax, assign, "too many live attempts of the task");
    Machine machine = world.liveMachine(assign.machine());
    if (machine == null) {
      throw violation(assign, "no such machine");
    }
    require(machine.state() == MachineView.State.READY, assign, "machine is " + machine.state());
    Need need = group.spec().need();
    if (!machine.hasRoomFor(need) && !machine.takesAhead(need)) {
      String otherwise =
          "needs %s, free %d cores, %d bytes, offers %s"
              .formatted(
                  need, machine.freeCores(), machine.freeMemoryBytes(), machine.spec().labels());
      throw violation(assign, otherwise);
    }
  }

  @Override
  public void launch(Action.Launch launch) {
    Offer offer = known(launch);
    require(world.leases().rented(offer) < offer.limit(), launch, "the limit is " + offer.limit());
    require(
        world.leases().rented(offer.market()) < offer.marketLimit(),
        launch,
        "the limit of its market is " + offer.marketLimit());
    require(
        offer.roomInMarket(0, world.leases().rentedCores(offer.market())) > 0,
        launch,
        "the limit of its market is %d cores".formatted(offer.marketCores()));
  }

  private Offer known(Action.Launch launch) {
    require(launch.machine() == world.nextMachineId(), launch, "ids follow on");
    return world
        .offer(launch.offer())
        .orElseThrow(() -> violation(launch, "there is no such offer"));
  }

  @Override
  public void checkpoint(Action.Checkpoint checkpoint) {
    Attempt attempt = world.liveAttempt(checkpoint.attempt());
    if (attempt == null) {
      throw violation(checkpoint, "no such live attempt");
    }
    require(attempt.group().savable(), checkpoint, "its work cannot be saved");
    require(!attempt.checkpointing(), checkpoint, "it is writing one");
    MachineView.State state = attempt.machine().state();
    require(state != MachineView.State.HIBERNATED, checkpoint, "its machine is hibernated");
  }

  private void require(boolean holds, Action action, String otherwise) {
    if (!holds) {
      throw violation(action, otherwise);
    }
  }

  private GuardViolation violation(Action action, String what) {
    return new GuardViolation(
        "batch %d at %d ms: %s: %s".formatted(world.sequence(), world.nowMillis(), action, what));
  }
}
