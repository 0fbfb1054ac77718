package io.windhover.manager;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.policy.MachineView;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Machine;
import io.windhover.core.step.World;
import io.windhover.manager.Roster.Peer;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerProfile;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes the coming and going of workers and machines into events, for the {@link Intake} of a turn.
 */
final class MachineIntake {
  /** Longer than any worker lets a cleanup run (10 minutes) and says again that it has ended. */
  private static final long CLEANUP_MILLIS_MAX = 900_000;

  private final Intake intake;
  private final World world;
  private final Roster roster;
  private final Outbox outbox;
  private final ManagerLink link;
  private final Origins origins;
  private final RentedMachines rentals;
  private final Predicate<String> isDrained;
  private final ManagerSettings settings;
  private final long nowMillis;
  private final List<Event> events;
  private final Map<String, String> texts;
  private final List<Runnable> afterCommit;
  private int nextMachine;

  MachineIntake(
      Intake intake,
      World world,
      Roster roster,
      Outbox outbox,
      ManagerLink link,
      Origins origins,
      RentedMachines rentals,
      Predicate<String> isDrained,
      ManagerSettings settings,
      long nowMillis) {
    this.intake = intake;
    this.world = world;
    this.roster = roster;
    this.outbox = outbox;
    this.link = link;
    this.origins = origins;
    this.rentals = rentals;
    this.isDrained = isDrained;
    this.settings = settings;
    this.nowMillis = nowMillis;
    this.events = intake.events;
    this.texts = intake.texts;
    this.afterCommit = intake.afterCommit;
    this.nextMachine = world.nextMachineId();
  }

  void join(String worker, ToManager.Join join) {
    Optional<Peer> known = roster.named(worker);
    boolean hadKey = known.isPresent() && known.get().hasKey;
    if (known.isPresent() && !rentals.isItself(known.get(), join.profile())) {
      return; // Somebody who pretends, or has lost what it proved itself with: not answered.
    }
    if (known.isPresent() && known.get().hasKey != hadKey) {
      keyShown(known.get());
    }
    if (known.isPresent() && known.get().session.equals(join.profile().session())) {
      Peer peer = known.get();
      peer.speaks(nowMillis);
      peer.joined = true;
      comeBack(peer);
      resize(peer, join.profile().cores(), join.profile().memoryBytes());
      if (join.profile().lease().isEmpty()) {
        relabel(peer, WireFacts.labels(join.profile()));
      }
      reconcile(peer, join.held());
    } else {
      known.ifPresent(peer -> lose(peer, "restarted"));
      Optional<MachineChange.Ready> ready = ready(worker, join.profile());
      if (ready.isEmpty()) {
        return; // Nobody waits for it: it is left alone, and its source ends it after a survey.
      }
      Peer peer = new Peer(worker, join.profile().session(), ready.get().machine(), nowMillis);
      peer.speaks(nowMillis);
      peer.joined = true;
      roster.add(peer);
      texts.put(Roster.sessionKey(peer.machine), peer.session);
      events.add(ready.get());
      if (isDrained.test(worker)) {
        intake.drain(peer);
      }
      reconcile(peer, join.held());
    }
    String key = rentals.sessionKey(join.profile());
    afterCommit.add(() -> link.send(worker, new ToWorker.Welcome(key)));
  }

  /** Its join secret is worth nothing from now on, also after a restart. */
  private void keyShown(Peer peer) {
    texts.put(Roster.keyShown(peer.machine), "1");
    afterCommit.add(() -> rentals.door().note(peer.machine, world, roster));
  }

  /** A machine that came by itself, or the one that was asked for. */
  private Optional<MachineChange.Ready> ready(String worker, WorkerProfile profile) {
    if (profile.lease().isEmpty()) {
      return Optional.of(new MachineChange.Ready(nextMachine++, WireFacts.spec(worker, profile)));
    }
    return rentals
        .joining(profile)
        .filter(machine -> roster.on(machine.id()).isEmpty())
        .map(
            machine ->
                new MachineChange.Ready(
                    machine.id(),
                    WireFacts.spec(worker, profile, machine.spec()),
                    rentals.chargedSinceMillis(machine)));
  }

  /**
   * Its provider has frozen it: nothing is said to it until it is back, when it says what it holds.
   */
  void frozen(Machine machine, long atMillis) {
    roster.on(machine.id()).ifPresent(peer -> peer.frozen = true);
    events.add(new MachineChange.Hibernated(machine.id(), atMillis));
    machine.attempts().forEach(attempt -> outbox.settled(attempt.id()));
  }

  /** Whether its worker has joined, in this turn or before. */
  boolean hasJoined(Machine machine) {
    return roster.on(machine.id()).isPresent();
  }

  /** When its worker was last heard in this life of the manager; -1 when it was not. */
  long spokeAtMillis(Machine machine) {
    return roster.on(machine.id()).map(peer -> peer.spokeAtMillis).orElse(-1L);
  }

  /** Whether its provider has frozen it, as far as was heard until now. */
  boolean isFrozen(Machine machine) {
    return roster
        .on(machine.id())
        .map(peer -> peer.frozen)
        .orElse(machine.state() == MachineView.State.HIBERNATED);
  }

  /** Its provider lets it go on. One whose connection broke meanwhile has yet to connect again. */
  void thawed(int machine, long atMillis) {
    events.add(new MachineChange.Resumed(machine, atMillis));
    roster
        .on(machine)
        .ifPresent(
            peer -> {
              peer.frozen = false;
              peer.heardAtMillis = nowMillis;
              peer.thawedAtMillis = atMillis;
              if (peer.isAway()) {
                peer.awayUntilMillis = nowMillis + settings.silenceMillis();
                sayAway(peer);
              }
            });
  }

  private void sayAway(Peer peer) {
    if (!peer.saidAway) {
      peer.saidAway = true;
      events.add(new MachineChange.Away(peer.machine));
    }
  }

  /**
   * A worker has found that its machine stood still. Of a rented machine that is a freeze, unless
   * its source has told of it; what others do when they sleep concerns nobody.
   */
  void slept(Peer peer, ToManager.Slept slept) {
    Optional<Machine> rented = world.machine(peer.machine).filter(m -> !m.offer().isEmpty());
    boolean told = peer.thawedAtMillis > slept.fromMillis();
    if (rented.isPresent() && !told) {
      if (!isFrozen(rented.get())) {
        events.add(new MachineChange.Hibernated(peer.machine, slept.fromMillis()));
      }
      thawed(peer.machine, slept.fromMillis() + slept.millis());
    }
  }

  /** Its provider has taken the machine away. */
  void takenAway(int machine, String why) {
    roster
        .on(machine)
        .ifPresentOrElse(
            peer -> lose(peer, why), () -> events.add(new MachineChange.Lost(machine, why, true)));
  }

  /**
   * Its connection broke: what it has it keeps, and it is given nothing until it is back. Nothing
   * is said again to it meanwhile; when it is back it says what it holds. It may be that its
   * machine is frozen, which only its source can tell; of one that is, the world knows enough.
   */
  void away(Peer peer) {
    rentals.doubt(peer, nowMillis, nowMillis);
    if (settings.awayMillis() == 0 && !peer.frozen) {
      lose(peer, "gone");
    } else if (!peer.isAway()) {
      peer.joined = false;
      peer.awayUntilMillis = nowMillis + settings.awayMillis();
      if (!peer.frozen) {
        sayAway(peer);
      }
      world
          .machine(peer.machine)
          .ifPresent(
              machine -> machine.attempts().forEach(attempt -> outbox.settled(attempt.id())));
    }
  }

  /**
   * It may be given work again. A worker that joins is not frozen, whatever was heard before: since
   * its word may have come late, its source is asked.
   */
  private void comeBack(Peer peer) {
    peer.awayUntilMillis = -1;
    peer.restsUntilMillis = -1;
    if (peer.frozen || wasAwayForAnEarlierBuild(peer)) {
      peer.frozen = false;
      peer.thawedAtMillis = nowMillis;
      events.add(new MachineChange.Resumed(peer.machine));
      rentals.doubt(peer, nowMillis, nowMillis);
    }
    if (peer.saidAway) {
      peer.saidAway = false;
      events.add(new MachineChange.Back(peer.machine));
    }
  }

  /** Earlier builds called a machine that was away hibernated; none of those was rented. */
  private boolean wasAwayForAnEarlierBuild(Peer peer) {
    return world
        .machine(peer.machine)
        .filter(m -> m.state() == MachineView.State.HIBERNATED && m.offer().isEmpty())
        .isPresent();
  }

  /** It is left alone for a while. */
  void rests(Peer peer, long untilMillis) {
    peer.restsUntilMillis = untilMillis;
    sayAway(peer);
  }

  /** It has been left alone for long enough. */
  void rested(Peer peer) {
    if (peer.isAway()) {
      peer.restsUntilMillis = -1;
    } else {
      comeBack(peer);
    }
  }

  void resize(Peer peer, int cores, long memoryBytes) {
    world
        .machine(peer.machine)
        .map(Machine::spec)
        .filter(spec -> spec.cores() != cores || spec.memoryBytes() != memoryBytes)
        .ifPresent(spec -> events.add(new MachineChange.Resized(peer.machine, cores, memoryBytes)));
  }

  /** What it may offer can have changed with the settings of the manager. */
  private void relabel(Peer peer, List<String> labels) {
    world
        .machine(peer.machine)
        .filter(machine -> !machine.spec().labels().equals(labels))
        .ifPresent(machine -> events.add(new MachineChange.Relabelled(peer.machine, labels)));
  }

  void busy(Peer peer, boolean busy) {
    if (peer.busy != busy) {
      peer.busy = busy;
      events.add(new MachineChange.Busy(peer.machine, busy));
    }
  }

  /** Its room is free; said again, or of what is no longer held, it is only answered. */
  void cleaned(Peer peer, AttemptRef ref) {
    AttemptId id = Origins.id(ref);
    boolean kept = world.machine(peer.machine).filter(m -> m.cleanups().contains(id)).isPresent();
    if (origins.isOurs(ref) && (kept || intake.isSettled(id))) {
      events.add(new MachineChange.CleanupEnded(peer.machine, id));
    }
    afterCommit.add(() -> link.send(peer.name, new ToWorker.RoomIsFree(ref)));
  }

  /** Room whose cleanup should have ended long ago counts as free. */
  void freeOverdueCleanups() {
    for (Machine machine : world.machines()) {
      for (AttemptId id : machine.cleanups()) {
        if (machine.cleansUpSinceMillis(id) + CLEANUP_MILLIS_MAX <= nowMillis) {
          events.add(new MachineChange.CleanupEnded(machine.id(), id));
        }
      }
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
    } else if (attempt.checkpointing()) {
      outbox.checkpoint(attempt.id(), peer.name, nowMillis);
    }
  }

  void lose(Peer peer, String why) {
    roster.remove(peer);
    texts.put(Roster.sessionKey(peer.machine), "");
    if (peer.hasKey) {
      texts.put(Roster.keyShown(peer.machine), "");
    }
    Optional<Machine> machine = world.machine(peer.machine);
    machine.ifPresent(m -> m.attempts().forEach(attempt -> roster.givesUp(peer, attempt.id())));
    boolean rented = machine.filter(m -> !m.offer().isEmpty()).isPresent();
    events.add(new MachineChange.Lost(peer.machine, why, rented));
    if (rented) {
      afterCommit.add(() -> rentals.release(peer.machine));
    }
  }
}
