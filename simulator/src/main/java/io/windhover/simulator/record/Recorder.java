package io.windhover.simulator.record;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Chronicle;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.simulator.Simulation;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Listens to a run and tells what became of it. {@link #totals} is cheap enough for campaigns of
 * ten thousand runs; {@link #everything} also keeps each machine and each attempt, for pictures.
 * One object serves one run.
 */
public final class Recorder implements Simulation.Observer {
  private final Counts counts = new Counts();
  private final @Nullable Histories histories;

  private Recorder(@Nullable Histories histories) {
    this.histories = histories;
  }

  /** Keeps totals only. */
  public static Recorder totals() {
    return new Recorder(null);
  }

  /** Keeps every machine and every attempt as well. */
  public static Recorder everything() {
    return new Recorder(new Histories());
  }

  @Override
  public void stepped(Batch batch, Decision decision, World world) {
    long now = batch.atMillis();
    counts.begin(world);
    for (Event event : batch.events()) {
      counts.note(event);
      if (histories != null) {
        histories.note(event, now);
      }
    }
    for (Action action : decision.actions()) {
      counts.note(action, world);
      if (histories != null) {
        histories.note(action, world, now);
      }
    }
    counts.end();
  }

  /** What has become of the run; to be asked for once it is over. */
  public RunRecord record(World world) {
    SortedMap<String, Long> tallies = new TreeMap<>();
    List<Chronicle.Mark> marks = List.of();
    if (world.memory() instanceof Chronicle chronicle) {
      tallies.putAll(chronicle.tallies());
      marks = List.copyOf(chronicle.marks());
    }
    return new RunRecord(
        world.jobs().stream().map(Recorder::job).toList(),
        world.nowMillis(),
        world.spentNanos(),
        counts.hibernations,
        counts.freezes,
        counts.notices,
        counts.terminations,
        counts.storageNanos(),
        counts.frozenMillis(world.nowMillis()),
        counts.spotVms,
        counts.onDemandVms,
        counts.checkpoints,
        counts.recoveries,
        counts.cpuSavedMillis,
        tallies,
        marks,
        counts.use(),
        histories == null ? List.of() : histories.vms(world.nowMillis()),
        histories == null ? List.of() : histories.tasks(world));
  }

  private static JobRecord job(Job job) {
    int tasks = job.spec().taskCount();
    return new JobRecord(
        job.id(),
        job.spec().name(),
        tasks,
        job.submittedAtMillis(),
        job.endedAtMillis(),
        job.deadlineAtMillis(),
        job.count(TaskState.SUCCEEDED) == tasks);
  }
}
