package io.windhover.manager;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.JobSpec;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Where what tasks save is kept, and what of it nobody needs any more. Workers write there; the
 * manager only says where, and who has finished. A task has one place for all its attempts, also
 * when its job is edited meanwhile and goes by another number.
 */
final class CheckpointKeeping {
  private final World world;
  private final Origins origins;
  private String store = "";
  private CheckpointSweep sweep = place -> {};

  CheckpointKeeping(World world, Origins origins) {
    this.world = world;
    this.origins = origins;
  }

  /** From now on it is kept there. */
  void keepIn(String address, CheckpointSweep remover) {
    store = address;
    sweep = remover;
  }

  /** The address of the store; empty when there is none. */
  String store() {
    return store;
  }

  /** The job, with the word whether anybody keeps what its tasks save. */
  JobSpec told(JobSpec spec) {
    boolean saves = spec.groups().stream().anyMatch(group -> group.checkpointEveryMillis() > 0);
    return spec.stored(saves && !store.isEmpty());
  }

  /** The place of a task in the store. */
  String shelf(Group group, int index) {
    return place(group.job()) + "/" + group.spec().name() + "/" + index;
  }

  private String place(Job job) {
    Job first = job;
    while (first.replacesAnother() && world.hasJob(first.replaces())) {
      first = world.job(first.replaces());
    }
    String origin = origins.of(first.id());
    return (origin.isEmpty() ? "state" : origin) + "/" + first.id();
  }

  /** What a step was about is on disk: nobody will go on from what those have saved that ended. */
  void stepped(Batch batch) {
    if (store.isEmpty()) {
      return;
    }
    Set<String> over = new LinkedHashSet<>();
    for (Event event : batch.events()) {
      if (event instanceof Event.AttemptFinished finished) {
        finished(finished.attempt(), over);
      } else if (event instanceof Event.JobCancelled cancelled && world.hasJob(cancelled.job())) {
        cancelled(world.newest(world.job(cancelled.job())), over);
      }
    }
    over.forEach(sweep::remove);
  }

  private void finished(AttemptId id, Set<String> over) {
    if (!world.hasJob(id.task().job())) {
      return;
    }
    Group group = world.job(id.task().job()).groupOf(id.task());
    int index = id.task().index() - group.firstIndex();
    if (group.spec().checkpointEveryMillis() > 0 && group.state(index) == TaskState.SUCCEEDED) {
      over.add(shelf(group, index));
    }
  }

  private void cancelled(Job job, Set<String> over) {
    if (job.cancelled()) {
      placeOf(job).ifPresent(over::add);
    }
  }

  /** The place of all tasks of a job, if any of them saves. */
  Optional<String> placeOf(Job job) {
    boolean saves =
        job.spec().groups().stream().anyMatch(group -> group.checkpointEveryMillis() > 0);
    return saves && !store.isEmpty() ? Optional.of(place(job)) : Optional.empty();
  }

  /** Nobody will go on from what lies there. */
  void sweep(String place) {
    sweep.remove(place);
  }
}
