package io.windhover.manager;

import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
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
  private static final int REFUSALS_MAX = 3;
  private static final int REST_DOUBLINGS_MAX = 5;

  private final World world;
  private final Roster roster;
  private final Outbox outbox;
  private final ManagerLink link;
  private final Origins origins;
  private final RentedMachines rentals;
  private final ManagerSettings settings;
  private final long nowMillis;

  final List<Event> events = new ArrayList<>();
  final List<Result> results = new ArrayList<>();
  final Map<String, String> texts = new LinkedHashMap<>();
  final List<Runnable> afterCommit = new ArrayList<>();
  private final Set<AttemptId> settled = new LinkedHashSet<>();
  private final Set<TaskId> succeeded = new LinkedHashSet<>();
  private final DeskIntake desk;
  final MachineIntake machines;

  Intake(
      World world,
      Roster roster,
      Outbox outbox,
      ManagerLink link,
      Owners owners,
      Origins origins,
      Drains drains,
      RentedMachines rentals,
      ManagerSettings settings,
      long nowMillis) {
    this.world = world;
    this.roster = roster;
    this.outbox = outbox;
    this.link = link;
    this.origins = origins;
    this.rentals = rentals;
    this.settings = settings;
    this.nowMillis = nowMillis;
    this.desk = new DeskIntake(this, world, roster, owners, drains, owners::kept);
    this.machines =
        new MachineIntake(
            this,
            world,
            roster,
            outbox,
            link,
            origins,
            rentals,
            desk::isDrained,
            settings,
            nowMillis);
  }

  long nowMillis() {
    return nowMillis;
  }

  /** Whether an attempt has ended in this turn. */
  boolean isSettled(AttemptId attempt) {
    return settled.contains(attempt);
  }

  boolean ofOwners() {
    return events.stream().anyMatch(event -> event instanceof Event.Arrival);
  }

  void take(Inbox.Item item) {
    if (item instanceof Inbox.FromWorker from) {
      take(from.worker(), from.message());
    } else if (item instanceof Inbox.WorkerGone gone) {
      roster.named(gone.worker()).ifPresent(peer -> machines.lose(peer, "gone"));
    } else if (item instanceof Inbox.WorkerAway away) {
      roster.named(away.worker()).ifPresent(machines::away);
    } else if (item instanceof Inbox.RollCall) {
      List<Peer> peers = List.copyOf(roster.all());
      afterCommit.add(() -> peers.forEach(peer -> link.send(peer.name, new ToWorker.JoinAgain())));
    } else if (item instanceof Inbox.Look look) {
      afterCommit.add(() -> look.look().accept(nowMillis));
    } else if (item instanceof Inbox.Note note) {
      texts.put(note.key(), note.value());
    } else if (item instanceof Inbox.Retire retire) {
      roster
          .named(retire.worker())
          .ifPresent(peer -> events.add(new MachineChange.Notice(peer.machine, nowMillis)));
    } else if (item instanceof Inbox.FromSource from) {
      rentals.take(from.answer(), this, nowMillis);
    } else if (item instanceof Inbox.Limit limit) {
      if (!world.limits().equals(limit.limits())) {
        events.add(new Event.LimitsChanged(limit.limits()));
      }
      afterCommit.add(() -> limit.recorded().complete(limit.limits()));
    } else if (item instanceof Inbox.Drain drain) {
      desk.take(drain);
    } else if (item instanceof Inbox.Wish wish) {
      desk.take(wish);
    }
  }

  /** Takes the moments that have come at which the policy wished to be asked. */
  void takeTimers() {
    for (long wake : world.wakeTimesMillis()) {
      if (wake > nowMillis) {
        break;
      }
      events.add(new Event.TimerFired(wake));
    }
  }

  void drain(Peer peer) {
    peer.drained = !peer.drained;
    events.add(new MachineChange.Drained(peer.machine, peer.drained));
  }

  private void take(String worker, ToManager message) {
    if (message instanceof ToManager.Join join) {
      machines.join(worker, join);
      return;
    }
    Optional<Peer> known = roster.named(worker).filter(peer -> peer.joined);
    if (known.isEmpty()) {
      afterCommit.add(() -> link.send(worker, new ToWorker.JoinAgain()));
      return;
    }
    Peer peer = known.get();
    peer.speaks(nowMillis);
    if (peer.frozen) {
      // Said before it froze, or it has thawed: then it joins again.
      afterCommit.add(() -> link.send(worker, new ToWorker.JoinAgain()));
    }
    if (message instanceof ToManager.Report report) {
      report(peer, report);
    } else if (message instanceof ToManager.Started started) {
      own(peer, started.ref())
          .ifPresent(
              attempt -> {
                taken(peer, attempt);
                events.add(new Event.AttemptStarted(attempt.id()));
              });
    } else if (message instanceof ToManager.Taken taken) {
      own(peer, taken.ref()).ifPresent(attempt -> taken(peer, attempt));
    } else if (message instanceof ToManager.Refused refused) {
      own(peer, refused.ref()).ifPresent(attempt -> refused(peer, attempt, refused.why()));
    } else if (message instanceof ToManager.Cleaned cleaned) {
      machines.cleaned(peer, cleaned.ref());
    } else if (message instanceof ToManager.Checkpointed done) {
      checkpointed(peer, done);
    } else if (message instanceof ToManager.Busy presence) {
      machines.busy(peer, presence.busy());
    } else if (message instanceof ToManager.Resized resized) {
      machines.resize(peer, resized.cores(), resized.memoryBytes());
    } else if (message instanceof ToManager.Slept slept) {
      machines.slept(peer, slept);
    } else if (message instanceof ToManager.Heartbeat heartbeat) {
      boolean unsure = HeldCheck.mustSayAll(world, outbox, settled, peer, heartbeat.held());
      ToWorker answer = unsure ? new ToWorker.JoinAgain() : new ToWorker.Welcome();
      afterCommit.add(() -> link.send(worker, answer));
    } else if (message instanceof ToManager.Leave) {
      machines.lose(peer, "left");
    }
  }

  /** Of an attempt that is no longer this worker's it is history, and only answered. */
  private void checkpointed(Peer peer, ToManager.Checkpointed done) {
    own(peer, done.ref())
        .ifPresent(
            attempt -> {
              outbox.checkpointAnswered(attempt.id(), done.number());
              if (attempt.checkpointing() || done.progressMillis() > attempt.checkpointedMillis()) {
                events.add(
                    new Event.AttemptCheckpointed(
                        attempt.id(), done.progressMillis(), done.tookMillis(), done.bytes()));
              }
            });
    afterCommit.add(() -> link.send(peer.name, new ToWorker.CheckpointKnown(done.ref())));
  }

  private void taken(Peer peer, Attempt attempt) {
    peer.refusals = 0;
    outbox.taken(attempt.id());
  }

  /**
   * The task goes back to the queue, and a policy may well choose the same machine again: one that
   * refuses again and again is left alone for a while, longer each time.
   */
  private void refused(Peer peer, Attempt attempt, String why) {
    end(attempt, new Failure.NoRoom(why), 0, "", peer.name);
    peer.refusals++;
    if (peer.refusals >= REFUSALS_MAX && !peer.rests()) {
      int doublings = Math.min(peer.refusals - REFUSALS_MAX, REST_DOUBLINGS_MAX);
      machines.rests(peer, nowMillis + (settings.resendMillis() << doublings));
    }
  }

  private void report(Peer peer, ToManager.Report report) {
    AttemptId id = Origins.id(report.ref());
    boolean ours = origins.isOurs(report.ref());
    Optional<Attempt> live = ours ? world.attempt(id) : Optional.empty();
    boolean own = live.isPresent() && live.get().machine().id() == peer.machine;
    if (!own || settled.contains(id)) {
      // What this worker was not given is answered, so that it falls silent, and goes nowhere.
      if (ours && roster.isLate(peer, id)) {
        String detail =
            detail(WireFacts.text(report.ending()), peer.name, report.ranMillis(), report.tail());
        results.add(result(id, "late", detail));
      }
    } else if (report.ending() instanceof Ending.Exited exited && exited.code() == 0) {
      settled.add(id);
      outbox.settled(id);
      peer.refusals = 0;
      cleansUp(report, id);
      events.add(new Event.AttemptFinished(id, report.ranMillis()));
      String detail =
          detail(
              "exit 0", peer.name, report.ranMillis(), settings.tellsWhere() ? report.tail() : "");
      // Of two replicas that end well in one turn the first one counts.
      boolean counts = wanted(live.get()) && succeeded.add(id.task());
      results.add(result(id, counts ? Result.SUCCEEDED : "ended", detail));
    } else {
      cleansUp(report, id);
      end(
          live.get(),
          WireFacts.failure(report.ending()),
          report.ranMillis(),
          report.tail(),
          peer.name);
    }
    afterCommit.add(() -> link.send(peer.name, new ToWorker.Acknowledge(report.ref())));
  }

  private void cleansUp(ToManager.Report report, AttemptId id) {
    if (report.cleansUp()) {
      events.add(new Event.AttemptCleansUp(id));
    }
  }

  /** Its result still counts; that of a cancelled task does not. */
  private static boolean wanted(Attempt attempt) {
    int index = attempt.id().task().index() - attempt.group().firstIndex();
    return attempt.group().state(index) == TaskState.RUNNING;
  }

  private void end(Attempt attempt, Failure failure, long ranMillis, String tail, String worker) {
    AttemptId id = attempt.id();
    if (settled.add(id)) {
      outbox.settled(id);
      events.add(new Event.AttemptFailed(id, failure, ranMillis));
      String outcome = failure.countsAgainstTask() ? "failed" : "ended";
      results.add(result(id, outcome, detail(failure.text(), worker, ranMillis, tail)));
    }
  }

  private static String detail(String how, String worker, long ranMillis, String tail) {
    return new ResultText(how, worker, ranMillis, tail).write();
  }

  /** An order that was said often enough without an answer. */
  void giveUp(AttemptId id) {
    world
        .attempt(id)
        .ifPresent(
            attempt -> {
              String worker = attempt.machine().spec().name();
              end(attempt, new Failure.NoRoom("the order was never taken"), 0, "", worker);
              afterCommit.add(() -> link.send(worker, new ToWorker.Cancel(origins.ref(id))));
            });
  }

  private Optional<Attempt> own(Peer peer, AttemptRef ref) {
    AttemptId id = Origins.id(ref);
    return world
        .attempt(id)
        .filter(attempt -> attempt.machine().id() == peer.machine && !settled.contains(id))
        .filter(attempt -> origins.isOurs(ref));
  }

  private Result result(AttemptId id, String outcome, String detail) {
    return new Result(id.task().job(), id.task().index(), id.number(), outcome, nowMillis, detail);
  }
}
