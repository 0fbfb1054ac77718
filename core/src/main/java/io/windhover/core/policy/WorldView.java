package io.windhover.core.policy;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What a policy sees: read-only, and every iteration ordered. It is the live world, not a copy: do
 * not keep it beyond the call. Requested machines and assigned tasks show at once, before the world
 * outside has confirmed them.
 */
public interface WorldView {
  long nowMillis();

  /** Jobs that are not over, by id. */
  Collection<? extends JobView> liveJobs();

  /**
   * A job by id, also when it is over; fails for an id that was never used, and for a job that was
   * over long ago and has left the world.
   */
  JobView job(int id);

  /** Whether there is such a job, and it has not left. */
  boolean hasJob(int id);

  /**
   * Groups with tasks that could start now: higher priority first, then first come first served.
   */
  Collection<? extends GroupView> readyGroups();

  /** Every machine that is there, asked for or hibernated, by id. */
  Collection<? extends MachineView> machines();

  /** Machines that take new tasks and have a free core, by id. */
  Collection<? extends MachineView> machinesWithRoom();

  /** Machines that take orders before they have room for them, and can be given more; by id. */
  Collection<? extends MachineView> machinesTakingAhead();

  Optional<? extends AttemptView> attempt(AttemptId id);

  /** A machine that is there, asked for or hibernated. */
  Optional<? extends MachineView> machine(int id);

  /** What can be rented, in catalogue order. */
  List<Offer> offers();

  Optional<Offer> offer(String name);

  /**
   * How much may be rented, whatever is offered; a launch beyond it is refused. Machines that are
   * too old are given back without being asked for.
   */
  Limits limits();

  /** The id that the next launched machine must have. */
  int nextMachineId();

  /** The identity the next attempt of this task must have. */
  AttemptId nextAttempt(TaskId task);

  /** All leases so far, ended or running, in nano-dollars. */
  long spentNanos();

  /** What the policy remembered last time. */
  Memory memory();
}
