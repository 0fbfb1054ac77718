package io.windhover.experiments.scs;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.WorldView;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The same world with another memory; what is decided in it is not done. */
record Forgetful(WorldView world, Memory memory) implements WorldView {
  @Override
  public long nowMillis() {
    return world.nowMillis();
  }

  @Override
  public Collection<? extends JobView> liveJobs() {
    return world.liveJobs();
  }

  @Override
  public JobView job(int id) {
    return world.job(id);
  }

  @Override
  public boolean hasJob(int id) {
    return world.hasJob(id);
  }

  @Override
  public Collection<? extends GroupView> readyGroups() {
    return world.readyGroups();
  }

  @Override
  public Collection<? extends MachineView> machines() {
    return world.machines();
  }

  @Override
  public Collection<? extends MachineView> machinesWithRoom() {
    return world.machinesWithRoom();
  }

  @Override
  public Collection<? extends MachineView> machinesTakingAhead() {
    return world.machinesTakingAhead();
  }

  @Override
  public Optional<? extends AttemptView> attempt(AttemptId id) {
    return world.attempt(id);
  }

  @Override
  public Optional<? extends MachineView> machine(int id) {
    return world.machine(id);
  }

  @Override
  public List<Offer> offers() {
    return world.offers();
  }

  @Override
  public Optional<Offer> offer(String name) {
    return world.offer(name);
  }

  @Override
  public Limits limits() {
    return world.limits();
  }

  @Override
  public int nextMachineId() {
    return world.nextMachineId();
  }

  @Override
  public AttemptId nextAttempt(TaskId task) {
    return world.nextAttempt(task);
  }

  @Override
  public long spentNanos() {
    return world.spentNanos();
  }
}
