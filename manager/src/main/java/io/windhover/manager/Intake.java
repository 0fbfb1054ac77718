package io.windhover.manager;

import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.model.AttemptId;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Machine;
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

  /** Longer than any worker lets a cleanup run (10 minutes) and says again that it has ended. */
  private static final long CLEANUP_MILLIS_MAX = 900_000;

  private final World world;
  private final Roster roster;
  private final Outbox outbox;
  private final ManagerLink link;
  private final Origins origins;
  private final ManagerSettings settings;
  private final long nowMillis;

  final List<Event> events = new ArrayList<>();
  final List<Result> results = new ArrayList<>();
  final Map<String, String> texts = new LinkedHashMap<>();
  final List<Runnable> afterCommit = new ArrayList<>();
  private final Set<AttemptId> settled = new LinkedHashSet<>();
  private int nextMachine;
  private final DeskIntake desk;

  Intake(
      World world,
      Roster roster,
      Outbox outbox,
      ManagerLink link,
      Owners owners,
      Origins origins,
      Drains drains,
      ManagerSettings settings,
      long nowMillis) {
    this.world = world;
    this.roster = roster;
    this.outbox = outbox;
    this.link = link;
    this.origins = origins;
    this.settings = settings;
    this.nowMillis = nowMillis;
    this.nextMachine = world.nextMachineId();
    this.desk = new DeskIntake(this, world, roster, owners, drains);
  }

  boolean ofOwners() {
    return events.stream().anyMatch(event -> event instanceof Event.Arrival);
  }

  void take(Inbox.Item item) {
    if (item instanceof Inbox.FromWorker from) {
      take(from.worker(), from.message());
    } else if (item instanceof Inbox.WorkerGone gone) {
      roster.named(gone.worker()).ifPresent(peer -> lose(peer, "gone"));
    } else if (item instanceof Inbox.WorkerAway away) {
      roster.named(away.worker()).ifPresent(this::away);
    } else if (item instanceof Inbox.RollCall) {
      List<Peer> peers = List.copyOf(roster.all());
      afterCommit.add(() -> peers.forEach(peer -> link.send(peer.name, new ToWorker.JoinAgain())));
    } else if (item instanceof Inbox.Look look) {
      afterCommit.add(look.look());
    } else if (item instanceof Inbox.Note note) {
      texts.put(note.key(), note.value());
    } else if (item instanceof Inbox.Retire retire) {
      roster
          .named(retire.worker())
          .ifPresent(peer -> events.add(new Event.MachineNotice(peer.machine, nowMillis)));
    } else if (item instanceof Inbox.Drain drain) {
      desk.take(drain);
    } else if (item instanceof Inbox.Wish wish) {
      desk.take(wish);
    }
  }

  void drain(Peer peer) {
    peer.drained = !peer.drained;
    events.add(new Event.MachineDrained(peer.machine, peer.drained));
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
                taken(peer, attempt);
                events.add(new Event.AttemptStarted(attempt.id()));
              });
    } else if (message instanceof ToManager.Taken taken) {
      own(peer, taken.ref()).ifPresent(attempt -> taken(peer, attempt));
    } else if (message instanceof ToManager.Refused refused) {
      own(peer, refused.ref()).ifPresent(attempt -> refused(peer, attempt, refused.why()));
    } else if (message instanceof ToManager.Cleaned cleaned) {
      cleaned(peer, cleaned.ref());
    } else if (message instanceof ToManager.Busy presence) {
      busy(peer, presence.busy());
    } else if (message instanceof ToManager.Resized resized) {
      resize(peer, resized.cores(), resized.memoryBytes());
    } else if (message instanceof ToManager.Heartbeat heartbeat) {
      boolean unsure = HeldCheck.mustSayAll(world, outbox, settled, peer, heartbeat.held());
      ToWorker answer = unsure ? new ToWorker.JoinAgain() : new ToWorker.Welcome();
      afterCommit.add(() -> link.send(worker, answer));
    } else if (message instanceof ToManager.Leave) {
      lose(peer, "left");
    }
  }

  /** Its room is free; said again, or of what is no longer held, it is only answered. */
  private void cleaned(Peer peer, AttemptRef ref) {
    AttemptId id = Origins.id(ref);
    boolean kept = world.machine(peer.machine).filter(m -> m.cleanups().contains(id)).isPresent();
    if (origins.isOurs(ref) && (kept || settled.contains(id))) {
      events.add(new Event.CleanupEnded(peer.machine, id));
    }
    afterCommit.add(() -> link.send(peer.name, new ToWorker.RoomIsFree(ref)));
  }

  private void busy(Peer peer, boolean busy) {
    if (peer.busy != busy) {
      peer.busy = busy;
      events.add(new Event.MachineBusy(peer.machine, busy));
    }
  }

  /** Room whose cleanup should have ended long ago counts as free. */
  void freeOverdueCleanups() {
    for (Machine machine : world.machines()) {
      for (AttemptId id : machine.cleanups()) {
        if (machine.cleansUpSinceMillis(id) + CLEANUP_MILLIS_MAX <= nowMillis) {
          events.add(new Event.CleanupEnded(machine.id(), id));
        }
      }
    }
  }

  private void join(String worker, ToManager.Join join) {
    Optional<Peer> known = roster.named(worker);
    if (known.isPresent() && known.get().session.equals(join.profile().session())) {
      Peer peer = known.get();
      peer.heardAtMillis = nowMillis;
      peer.joined = true;
      if (peer.isAway() || peer.rests()) {
        comeBack(peer);
      }
      resize(peer, join.profile().cores(), join.profile().memoryBytes());
      relabel(peer, WireFacts.labels(join.profile()));
      reconcile(peer, join.held());
    } else {
      known.ifPresent(peer -> lose(peer, "restarted"));
      Peer peer = new Peer(worker, join.profile().session(), nextMachine++, nowMillis);
      peer.joined = true;
      roster.add(peer);
      texts.put(Roster.sessionKey(peer.machine), peer.session);
      events.add(new Event.MachineReady(peer.machine, WireFacts.spec(worker, join.profile())));
      if (desk.isDrained(worker)) {
        drain(peer);
      }
      reconcile(peer, join.held());
    }
    afterCommit.add(() -> link.send(worker, new ToWorker.Welcome()));
  }

  /**
   * Its connection broke: what it has it keeps, and it is given nothing until it is back. Nothing
   * is said again to it meanwhile; when it is back it says what it holds.
   */
  private void away(Peer peer) {
    if (settings.awayMillis() == 0) {
      lose(peer, "gone");
    } else if (!peer.isAway()) {
      peer.joined = false;
      peer.awayUntilMillis = nowMillis + settings.awayMillis();
      events.add(new Event.MachineHibernated(peer.machine));
      world
          .machine(peer.machine)
          .ifPresent(
              machine -> machine.attempts().forEach(attempt -> outbox.settled(attempt.id())));
    }
  }

  /** It may be given work again. */
  private void comeBack(Peer peer) {
    peer.awayUntilMillis = -1;
    peer.restsUntilMillis = -1;
    events.add(new Event.MachineResumed(peer.machine));
  }

  /** It has been left alone for long enough. */
  void rested(Peer peer) {
    if (peer.isAway()) {
      peer.restsUntilMillis = -1;
    } else {
      comeBack(peer);
    }
  }

  private void resize(Peer peer, int cores, long memoryBytes) {
    world
        .machine(peer.machine)
        .map(Machine::spec)
        .filter(spec -> spec.cores() != cores || spec.memoryBytes() != memoryBytes)
        .ifPresent(spec -> events.add(new Event.MachineResized(peer.machine, cores, memoryBytes)));
  }

  /** What it may offer can have changed with the settings of the manager. */
  private void relabel(Peer peer, List<String> labels) {
    world
        .machine(peer.machine)
        .filter(machine -> !machine.spec().labels().equals(labels))
        .ifPresent(machine -> events.add(new Event.MachineRelabelled(peer.machine, labels)));
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
      peer.restsUntilMillis = nowMillis + (settings.resendMillis() << doublings);
      events.add(new Event.MachineHibernated(peer.machine));
    }
  }

  /**
   * What the worker holds against what the world thinks it has: orders it has not got are said
   * again, and what it should no longer run is ended.
   */
  private void reconcile(Peer peer, List<AttemptRef> held) {
    Set<AttemptId> holds = new LinkedHashSet<>();
    for (AttemptRef ref : held) {
      AttemptId id = Origins.id(ref);
      if (origins.isOurs(ref)
          && world.attempt(id).filter(a -> a.machine().id() == peer.machine).isPresent()) {
        holds.add(id);
      } else {
        afterCommit.add(() -> link.send(peer.name, new ToWorker.Cancel(ref)));
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
      results.add(result(id, wanted(live.get()) ? Result.SUCCEEDED : "ended", detail));
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

  void lose(Peer peer, String why) {
    roster.remove(peer);
    texts.put(Roster.sessionKey(peer.machine), "");
    world
        .machine(peer.machine)
        .ifPresent(m -> m.attempts().forEach(attempt -> roster.givesUp(peer, attempt.id())));
    events.add(new Event.MachineLost(peer.machine, why));
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
