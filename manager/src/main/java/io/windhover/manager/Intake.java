package io.windhover.manager;

import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.TaskId;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.manager.Roster.Peer;
import io.windhover.store.Store.Result;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes one turn's messages into events. Nothing is said to anybody here: answers are kept until
 * what they answer is written down.
 */
final class Intake {
  private final World world;
  private final Roster roster;
  private final Outbox outbox;
  private final ManagerLink link;
  private final long nowMillis;

  final List<Event> events = new ArrayList<>();
  final List<Result> results = new ArrayList<>();
  final Map<String, String> texts = new LinkedHashMap<>();
  final List<Runnable> afterCommit = new ArrayList<>();
  private final Set<AttemptId> settled = new LinkedHashSet<>();
  private int nextMachine;
  private int nextJob;

  Intake(World world, Roster roster, Outbox outbox, ManagerLink link, long nowMillis) {
    this.world = world;
    this.roster = roster;
    this.outbox = outbox;
    this.link = link;
    this.nowMillis = nowMillis;
    this.nextMachine = world.nextMachineId();
    this.nextJob = world.nextJobId();
  }

  boolean ofOwners() {
    return events.stream().anyMatch(event -> event instanceof Event.Arrival);
  }

  void take(Inbox.Item item) {
    if (item instanceof Inbox.FromWorker from) {
      take(from.worker(), from.message());
    } else if (item instanceof Inbox.WorkerGone gone) {
      roster.named(gone.worker()).ifPresent(peer -> lose(peer, "gone"));
    } else if (item instanceof Inbox.Retire retire) {
      roster
          .named(retire.worker())
          .ifPresent(peer -> events.add(new Event.MachineNotice(peer.machine, nowMillis)));
    } else if (item instanceof Inbox.Wish wish) {
      take(wish);
    }
  }

  private void take(Inbox.Wish wish) {
    boolean isNew = wish.job() == 0;
    if (!isNew && (wish.job() < 0 || wish.job() >= nextJob)) {
      afterCommit.add(
          () ->
              wish.recorded()
                  .completeExceptionally(new NoSuchJob("there is no job " + wish.job())));
      return;
    }
    int job = isNew ? nextJob++ : wish.job();
    events.add(wish.event().apply(job));
    afterCommit.add(() -> wish.recorded().complete(job));
  }

  private void take(String worker, ToManager message) {
    if (message instanceof ToManager.Join join) {
      join(worker, join);
      return;
    }
    Optional<Peer> known = roster.named(worker).filter(peer -> peer.joined);
    if (known.isEmpty()) {
      afterCommit.add(() -> link.send(worker, new ToWorker.JoinAgain()));
      return;
    }
    Peer peer = known.get();
    peer.heardAtMillis = nowMillis;
    if (message instanceof ToManager.Report report) {
      report(peer, report);
    } else if (message instanceof ToManager.Started started) {
      own(peer, started.ref())
          .ifPresent(
              attempt -> {
                outbox.taken(attempt.id());
                events.add(new Event.AttemptStarted(attempt.id()));
              });
    } else if (message instanceof ToManager.Taken taken) {
      own(peer, taken.ref()).ifPresent(attempt -> outbox.taken(attempt.id()));
    } else if (message instanceof ToManager.Refused refused) {
      own(peer, refused.ref())
          .ifPresent(attempt -> end(attempt, new Failure.NoRoom(refused.why()), 0, ""));
    } else if (message instanceof ToManager.Heartbeat) {
      afterCommit.add(() -> link.send(worker, new ToWorker.Welcome()));
    } else if (message instanceof ToManager.Leave) {
      lose(peer, "left");
    }
  }

  private void join(String worker, ToManager.Join join) {
    Optional<Peer> known = roster.named(worker);
    if (known.isPresent() && known.get().session.equals(join.profile().session())) {
      known.get().heardAtMillis = nowMillis;
      known.get().joined = true;
      reconcile(known.get(), join.held());
    } else {
      known.ifPresent(peer -> lose(peer, "restarted"));
      Peer peer = new Peer(worker, join.profile().session(), nextMachine++, nowMillis);
      peer.joined = true;
      roster.add(peer);
      texts.put(Roster.sessionKey(peer.machine), peer.session);
      events.add(new Event.MachineReady(peer.machine, spec(worker, join)));
      reconcile(peer, join.held());
    }
    afterCommit.add(() -> link.send(worker, new ToWorker.Welcome()));
  }

  private static MachineSpec spec(String worker, ToManager.Join join) {
    return new MachineSpec(
        worker,
        "",
        join.profile().labels(),
        join.profile().cores(),
        join.profile().memoryBytes(),
        0);
  }

  /**
   * What the worker holds against what the world thinks it has: orders it has not got are said
   * again, and what it should no longer run is ended.
   */
  private void reconcile(Peer peer, List<AttemptRef> held) {
    Set<AttemptId> holds = new LinkedHashSet<>();
    held.forEach(ref -> holds.add(id(ref)));
    for (AttemptId id : holds) {
      if (world.attempt(id).filter(a -> a.machine().id() == peer.machine).isEmpty()) {
        afterCommit.add(() -> link.send(peer.name, new ToWorker.Cancel(Outbox.ref(id))));
      }
    }
    world
        .machine(peer.machine)
        .ifPresent(
            machine ->
                machine
                    .attempts()
                    .forEach(attempt -> afterCommit.add(() -> remind(peer, attempt, holds))));
  }

  private void remind(Peer peer, Attempt attempt, Set<AttemptId> holds) {
    if (world.attempt(attempt.id()).isEmpty()) {
      return;
    }
    if (attempt.stopping()) {
      outbox.cancel(attempt.id(), peer.name, nowMillis);
    } else if (!holds.contains(attempt.id())) {
      outbox.order(attempt.id(), peer.name, nowMillis);
    }
  }

  private void report(Peer peer, ToManager.Report report) {
    AttemptId id = id(report.ref());
    Optional<Attempt> live = world.attempt(id);
    if (live.isPresent() && live.get().machine().id() != peer.machine) {
      return; // Somebody else's attempt: not this worker's to report.
    }
    if (live.isEmpty() || settled.contains(id)) {
      if (live.isEmpty() && world.hasJob(id.task().job())) {
        results.add(result(id, "late", text(report.ending())));
      }
    } else if (report.ending() instanceof Ending.Exited exited && exited.code() == 0) {
      settled.add(id);
      outbox.settled(id);
      events.add(new Event.AttemptFinished(id, report.ranMillis()));
      results.add(result(id, wanted(live.get()) ? Result.SUCCEEDED : "ended", "exit 0"));
    } else {
      end(live.get(), failure(report.ending()), report.ranMillis(), report.tail());
    }
    afterCommit.add(() -> link.send(peer.name, new ToWorker.Acknowledge(report.ref())));
  }

  /** Its result still counts; that of a cancelled task does not. */
  private static boolean wanted(Attempt attempt) {
    int index = attempt.id().task().index() - attempt.group().firstIndex();
    return attempt.group().state(index) == TaskState.RUNNING;
  }

  private void end(Attempt attempt, Failure failure, long ranMillis, String tail) {
    AttemptId id = attempt.id();
    if (settled.add(id)) {
      outbox.settled(id);
      events.add(new Event.AttemptFailed(id, failure, ranMillis));
      String outcome = failure.countsAgainstTask() ? "failed" : "ended";
      results.add(result(id, outcome, failure.text() + (tail.isEmpty() ? "" : "\n" + tail)));
    }
  }

  /** An order that was said often enough without an answer. */
  void giveUp(AttemptId id) {
    world
        .attempt(id)
        .ifPresent(
            attempt -> {
              end(attempt, new Failure.NoRoom("the order was never taken"), 0, "");
              String worker = attempt.machine().spec().name();
              afterCommit.add(() -> link.send(worker, new ToWorker.Cancel(Outbox.ref(id))));
            });
  }

  void lose(Peer peer, String why) {
    roster.remove(peer);
    events.add(new Event.MachineLost(peer.machine, why));
  }

  private Optional<Attempt> own(Peer peer, AttemptRef ref) {
    AttemptId id = id(ref);
    return world
        .attempt(id)
        .filter(attempt -> attempt.machine().id() == peer.machine && !settled.contains(id));
  }

  private Result result(AttemptId id, String outcome, String detail) {
    return new Result(id.task().job(), id.task().index(), id.number(), outcome, nowMillis, detail);
  }

  private static AttemptId id(AttemptRef ref) {
    return new AttemptId(new TaskId(ref.job(), ref.task()), ref.attempt());
  }

  private static String text(Ending ending) {
    return ending instanceof Ending.Exited exited && exited.code() == 0
        ? "exit 0"
        : failure(ending).text();
  }

  private static Failure failure(Ending ending) {
    if (ending instanceof Ending.Exited exited) {
      return new Failure.Exited(exited.code());
    } else if (ending instanceof Ending.TimedOut) {
      return new Failure.TimedOut();
    } else if (ending instanceof Ending.NotStarted notStarted) {
      return new Failure.NotStarted(notStarted.why());
    }
    return new Failure.Stopped();
  }
}
