package io.windhover.policies.workflow.ensemble;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.workflow.plan.Portion;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What one rule sees: its own jobs and machines, and how many machines the others have. */
final class Part implements Portion {
  private final WorldView world;
  private final Cast cast;
  private final int rule;
  private final int launched;
  private final SortedMap<String, Integer> rentedElsewhere = new TreeMap<>();

  /** Of the world as it is after what this decision has asked for already. */
  Part(WorldView world, Cast cast, int rule, List<Action> decided) {
    this.world = world;
    this.cast = cast;
    this.rule = rule;
    int launches = 0;
    for (Action action : decided) {
      if (action instanceof Action.Launch launch) {
        launches++;
        countElsewhere(launch.offer());
      }
    }
    this.launched = launches;
    if (!cast.isAlone()) {
      for (MachineView machine : world.machines()) {
        if (!machine.offer().isEmpty() && cast.ruleOfMachine(machine.id()) != rule) {
          countElsewhere(machine.offer());
        }
      }
    }
  }

  private void countElsewhere(String offer) {
    rentedElsewhere.merge(offer, 1, Integer::sum);
  }

  @Override
  public Memory memory() {
    return cast.memories.get(rule);
  }

  @Override
  public long nowMillis() {
    return world.nowMillis();
  }

  @Override
  public Collection<? extends JobView> liveJobs() {
    return cast.isAlone()
        ? world.liveJobs()
        : world.liveJobs().stream().filter(job -> cast.ruleOfJob(job.id()) == rule).toList();
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
    return world.readyGroups().stream()
        .filter(group -> cast.ruleOfJob(group.task(0).job()) == rule)
        .toList();
  }

  @Override
  public Collection<? extends MachineView> machines() {
    return cast.isAlone() ? world.machines() : ours(world.machines());
  }

  @Override
  public Collection<? extends MachineView> machinesWithRoom() {
    return ours(world.machinesWithRoom());
  }

  @Override
  public Collection<? extends MachineView> machinesTakingAhead() {
    return ours(world.machinesTakingAhead());
  }

  private List<? extends MachineView> ours(Collection<? extends MachineView> machines) {
    return machines.stream().filter(one -> cast.ruleOfMachine(one.id()) == rule).toList();
  }

  @Override
  public Optional<? extends AttemptView> attempt(AttemptId id) {
    return world.attempt(id);
  }

  @Override
  public Optional<? extends MachineView> machine(int id) {
    return cast.ruleOfMachine(id) == rule ? world.machine(id) : Optional.empty();
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
    return world.nextMachineId() + launched;
  }

  @Override
  public AttemptId nextAttempt(TaskId task) {
    return world.nextAttempt(task);
  }

  @Override
  public long spentNanos() {
    return world.spentNanos();
  }

  @Override
  public int rentedElsewhere(String offer) {
    return rentedElsewhere.getOrDefault(offer, 0);
  }
}
