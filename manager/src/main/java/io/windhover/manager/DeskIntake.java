package io.windhover.manager;

import io.windhover.core.event.Event;
import io.windhover.core.step.World;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.manager.Roster.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Makes the wishes of owners and administrators into events, for the {@link Intake} of a turn. */
final class DeskIntake {
  private final Intake intake;
  private final World world;
  private final Roster roster;
  private final Owners owners;
  private final Drains drains;
  private final IntFunction<Optional<JobProgress>> kept;
  private int nextJob;

  /**
   * @param kept the numbers of a job that has left the world
   */
  DeskIntake(
      Intake intake,
      World world,
      Roster roster,
      Owners owners,
      Drains drains,
      IntFunction<Optional<JobProgress>> kept) {
    this.intake = intake;
    this.world = world;
    this.nextJob = world.nextJobId();
    this.roster = roster;
    this.owners = owners;
    this.drains = drains;
    this.kept = kept;
  }

  void take(Inbox.Wish wish) {
    String owner = wish.who().owner();
    if (wish.job() == 0) {
      int job =
          owners
              .uploaded(owner, wish.who().upload(), intake.texts)
              .orElseGet(() -> submitted(wish, owner));
      intake.afterCommit.add(() -> wish.recorded().complete(job));
    } else if (wish.job() < 0
        || wish.job() >= nextJob
        || !(owner.isEmpty() || owners.of(wish.job()).equals(owner))) {
      // Another's job looks like none.
      refuse(wish, new NoSuchJob("there is no job " + wish.job()));
    } else if (wish.job() < world.nextJobId() && !world.hasJob(wish.job())) {
      refuse(
          wish,
          kept.apply(wish.job())
              .<RuntimeException>map(JobHasLeft::new)
              .orElseGet(() -> new NoSuchJob("there is no job " + wish.job())));
    } else {
      Event event = wish.event().apply(wish.job());
      Event placed = event instanceof Event.JobAmended amended ? placed(amended) : event;
      int job = placed instanceof Event.JobAmended amended ? amended.by() : wish.job();
      intake.events.add(placed);
      intake.afterCommit.add(() -> wish.recorded().complete(job));
    }
  }

  private void refuse(Inbox.Wish wish, RuntimeException why) {
    intake.afterCommit.add(() -> wish.recorded().completeExceptionally(why));
  }

  /** A job with other tasks gets a number of its own; it belongs to whom the one before did. */
  private Event placed(Event.JobAmended wish) {
    Event.JobAmended placed = world.amending(wish.job(), wish.spec(), nextJob);
    if (placed.by() == nextJob) {
      owners.add(nextJob++, owners.of(wish.job()), "", intake.texts);
    }
    return placed;
  }

  private int submitted(Inbox.Wish wish, String owner) {
    int job = nextJob++;
    owners.add(job, owner, wish.who().upload(), intake.texts);
    intake.events.add(wish.event().apply(job));
    return job;
  }

  /** Whether an administrator wants this worker, who joins now, to be given nothing. */
  boolean isDrained(String worker) {
    return drains.has(worker);
  }

  void take(Inbox.Drain drain) {
    List<String> names = roster.all().stream().map(peer -> peer.name).toList();
    Optional<String> meant = drains.set(drain.who(), drain.wanted(), names, intake.texts);
    if (meant.isEmpty()) {
      refuse(drain, "there is no worker " + drain.who());
      return;
    }
    if (!drain.wanted() && drains.has(meant.get())) {
      String account = Drains.account(meant.get());
      refuse(drain, "all of " + account + " are drained; give to that account again");
      return;
    }
    List<String> changed = new ArrayList<>();
    for (Peer peer : roster.all()) {
      if (peer.drained != drains.has(peer.name)) {
        intake.drain(peer);
        changed.add(peer.name);
      }
    }
    intake.afterCommit.add(() -> drain.recorded().complete(changed));
  }

  private void refuse(Inbox.Drain drain, String why) {
    var none = new NoSuchWorker(why);
    intake.afterCommit.add(() -> drain.recorded().completeExceptionally(none));
  }
}
