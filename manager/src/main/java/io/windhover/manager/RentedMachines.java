package io.windhover.manager;

import io.windhover.capacity.LeaseKeys;
import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceDesk;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView;
import io.windhover.core.step.Machine;
import io.windhover.core.step.World;
import io.windhover.manager.Roster.Peer;
import io.windhover.wire.WorkerProfile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Brings together what the world counts on and what the source has. The open leases are the rented
 * machines of the world, and those it no longer counts on and still pays for; both are on disk
 * before the source is called. Whatever call or answer is lost, the next survey finds the
 * difference: what was wished and is missing is asked for again, what nobody counts on is ended,
 * and what has gone is made known.
 */
final class RentedMachines {
  private static final long SURVEY_MILLIS = 60_000;

  private final World world;
  private final SourceDesk desk;
  private final LeaseKeys keys;

  /** Leases that the source has shown in this life of the manager, and as of when. */
  private final Map<String, Long> shownAtMillis = new LinkedHashMap<>();

  private final Map<String, Long> chargedSinceMillis = new LinkedHashMap<>();

  /** When what was last seen of a lease had come about, by the source's clock. */
  private final Map<String, Long> changedAtMillis = new LinkedHashMap<>();

  /** Launches beyond the limits, by machine. */
  private final Map<Integer, Refusal> refusals = new LinkedHashMap<>();

  /** When a launch is refused, and why. */
  private record Refusal(long atMillis, String why) {}

  private long surveyAtMillis;

  RentedMachines(World world, SourceDesk desk, LeaseKeys keys) {
    this.world = world;
    this.desk = desk;
    this.keys = keys;
  }

  private boolean isActive() {
    return desk != SourceDesk.NONE;
  }

  /** The first thing after a start is to see what there is. */
  void start(long nowMillis) {
    surveyAtMillis = nowMillis;
  }

  long nextWakeMillis() {
    long next = isActive() ? surveyAtMillis : Long.MAX_VALUE;
    for (Refusal refusal : refusals.values()) {
      next = Math.min(next, refusal.atMillis());
    }
    return next;
  }

  /** What is due by itself: refusals, and a look at the source every minute. */
  void tick(Intake intake, long nowMillis) {
    for (Map.Entry<Integer, Refusal> refusal : List.copyOf(refusals.entrySet())) {
      if (refusal.getValue().atMillis() <= nowMillis) {
        refusals.remove(refusal.getKey());
        refuse(refusal.getKey(), refusal.getValue().why(), intake);
      }
    }
    if (isActive() && nowMillis >= surveyAtMillis) {
      surveyAtMillis = nowMillis + SURVEY_MILLIS;
      intake.afterCommit.add(
          () -> {
            desk.offers();
            desk.survey(nowMillis);
          });
    }
  }

  private void refuse(int machine, String why, Intake intake) {
    if (isRequested(machine)) {
      intake.events.add(new MachineChange.LaunchRefused(machine, why));
    }
  }

  private boolean isRequested(int machine) {
    return world.machine(machine).filter(m -> m.state() == MachineView.State.REQUESTED).isPresent();
  }

  private String lease(Machine machine) {
    return keys.lease(machine.id(), machine.requestedAtMillis());
  }

  /** Rents the machine, unless that is beyond a limit. */
  void launch(int machine, long nowMillis) {
    world
        .machine(machine)
        .ifPresent(
            wanted -> {
              Optional<String> beyond = world.beyondLimits(machine);
              if (beyond.isPresent()) {
                long atMillis = nowMillis + Limits.REFUSAL_MILLIS;
                refusals.put(machine, new Refusal(atMillis, beyond.get()));
              } else {
                ask(wanted);
              }
            });
  }

  private void ask(Machine machine) {
    String lease = lease(machine);
    desk.ask(new LeaseOrder(lease, machine.id(), machine.offer(), keys.joinSecret(lease)));
  }

  /**
   * Gives back a machine that the world no longer counts on.
   *
   * @return whether its source was never asked for it, since that was beyond the limits: its lease
   *     has ended then, and nobody else will say so
   */
  boolean release(int machine) {
    if (refusals.remove(machine) != null) {
      return true;
    }
    world.endingLease(machine).ifPresent(ending -> desk.release(lease(ending)));
    return false;
  }

  /**
   * The machine that was asked for and now joins; empty for a worker that came by itself, and for
   * one whose lease is not open, or that joined before.
   */
  Optional<Machine> joining(WorkerProfile profile) {
    return machineOf(profile.lease())
        .filter(machine -> machine.state() == MachineView.State.REQUESTED)
        .filter(machine -> keys.isJoinSecret(profile.lease(), profile.proof()));
  }

  /**
   * Whether a worker that is known, and says that it is on this machine, may be believed. One on a
   * machine that nobody rented has shown to the wire who it is. One on a rented machine must be the
   * one that joined first, by its session key; with the join secret it is believed only until it
   * has shown the key, since the welcome that brought the key may have been lost.
   */
  boolean isItself(Peer peer, WorkerProfile profile) {
    Optional<String> lease =
        world.machine(peer.machine).filter(m -> !m.offer().isEmpty()).map(this::lease);
    if (lease.isEmpty()) {
      return profile.lease().isEmpty();
    }
    if (!lease.get().equals(profile.lease()) || !peer.session.equals(profile.session())) {
      return false;
    }
    boolean byKey = keys.isSessionKey(profile.lease(), peer.session, profile.proof());
    peer.hasKey |= byKey;
    return byKey || (!peer.hasKey && keys.isJoinSecret(profile.lease(), profile.proof()));
  }

  /** The key for which a machine that has joined exchanges its join secret; empty for others. */
  String sessionKey(WorkerProfile profile) {
    return profile.lease().isEmpty() ? "" : keys.sessionKey(profile.lease(), profile.session());
  }

  /** Since when the source charges for it; 0 when that is not known. */
  long chargedSinceMillis(Machine machine) {
    return chargedSinceMillis.getOrDefault(lease(machine), 0L);
  }

  /** The number in the lease's id leads to the machine, whose lease must then be this one. */
  private Optional<Machine> machineOf(String lease) {
    return number(lease).flatMap(world::machine).filter(machine -> lease(machine).equals(lease));
  }

  private Optional<Machine> endingOf(String lease) {
    return number(lease).flatMap(world::endingLease).filter(m -> lease(m).equals(lease));
  }

  private Optional<Integer> number(String lease) {
    String mark = keys.mark();
    int end = lease.lastIndexOf('-');
    if (!lease.startsWith(mark) || end <= mark.length()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Integer.parseInt(lease, mark.length(), end, 10));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  void take(SourceAnswer answer, Intake intake) {
    if (answer instanceof SourceAnswer.Offered offered) {
      offered(offered.offers(), intake);
    } else if (answer instanceof SourceAnswer.Seen seen) {
      note(seen.sighting(), seen.sighting().changedAtMillis(), intake);
    } else if (answer instanceof SourceAnswer.Surveyed surveyed) {
      long asOfMillis = surveyed.begunAtMillis();
      surveyed.sightings().forEach(sighting -> note(sighting, asOfMillis, intake));
      missing(surveyed, intake);
    }
  }

  private void offered(List<Offer> offers, Intake intake) {
    Set<String> names = offers.stream().map(Offer::name).collect(Collectors.toSet());
    List<Offer> known =
        world.offers().stream()
            .filter(offer -> offer.limit() > 0 || names.contains(offer.name()))
            .toList();
    if (!Set.copyOf(known).equals(Set.copyOf(offers))) {
      intake.events.add(new Event.OffersChanged(offers));
    }
  }

  /** What is older than what was seen before says nothing: it has come late. */
  private void note(Sighting seen, long asOfMillis, Intake intake) {
    if (seen.changedAtMillis() < changedAtMillis.getOrDefault(seen.lease(), 0L)) {
      return;
    }
    Optional<Machine> machine = machineOf(seen.lease());
    Optional<Machine> ending = endingOf(seen.lease());
    boolean over = seen.state() == Sighting.State.ENDED || seen.state() == Sighting.State.REFUSED;
    if (!over) {
      changedAtMillis.put(seen.lease(), seen.changedAtMillis());
      shownAtMillis.merge(seen.lease(), asOfMillis, Math::max);
      if (seen.sinceMillis() > 0) {
        chargedSinceMillis.put(seen.lease(), seen.sinceMillis());
      }
    }
    if (machine.isPresent()) {
      changed(machine.get(), seen, intake);
    } else if (ending.isPresent() && over) {
      ended(ending.get().id(), seen, intake);
    } else if (!over && seen.lease().startsWith(keys.mark())) {
      // Nobody counts on it: it was given back, or is of a time that nobody remembers.
      intake.afterCommit.add(() -> desk.release(seen.lease()));
    }
  }

  private void changed(Machine machine, Sighting seen, Intake intake) {
    int id = machine.id();
    boolean frozen = machine.state() == MachineView.State.HIBERNATED;
    if (seen.state() == Sighting.State.REFUSED) {
      refuse(id, seen.why().isEmpty() ? "no capacity" : seen.why(), intake);
    } else if (seen.state() == Sighting.State.ENDED) {
      intake.machines.takenAway(id, seen.why().isEmpty() ? "ended by its source" : seen.why());
      ended(id, seen, intake);
    } else if (seen.state() == Sighting.State.HIBERNATED && !frozen) {
      intake.machines.frozen(machine, seen.changedAtMillis());
    } else if (seen.state() == Sighting.State.RUNNING && frozen) {
      intake.machines.thawed(id, seen.changedAtMillis());
    }
    if (seen.noticeMillis() != Long.MAX_VALUE && seen.noticeMillis() != machine.noticeMillis()) {
      intake.events.add(new MachineChange.Notice(id, seen.noticeMillis(), seen.coming()));
    }
  }

  private void ended(int machine, Sighting seen, Intake intake) {
    changedAtMillis.remove(seen.lease());
    shownAtMillis.remove(seen.lease());
    chargedSinceMillis.remove(seen.lease());
    intake.events.add(
        new MachineChange.LeaseEnded(
            machine,
            seen.sinceMillis(),
            seen.changedAtMillis(),
            seen.frozenMillis(),
            seen.chargedNanos()));
  }

  /** What should be there and is not: asked for again if it never was, else it is gone. */
  private void missing(SourceAnswer.Surveyed surveyed, Intake intake) {
    Set<String> there =
        surveyed.sightings().stream().map(Sighting::lease).collect(Collectors.toSet());
    for (Machine machine : world.machines()) {
      String lease = lease(machine);
      if (machine.offer().isEmpty()
          || there.contains(lease)
          || isYounger(machine, surveyed)
          || refusals.containsKey(machine.id())) {
        continue;
      }
      if (machine.state() == MachineView.State.REQUESTED && !shownAtMillis.containsKey(lease)) {
        intake.afterCommit.add(() -> launch(machine.id(), surveyed.begunAtMillis()));
      } else {
        intake.machines.takenAway(machine.id(), "gone from its source");
        intake.events.add(new MachineChange.LeaseEnded(machine.id(), 0));
      }
    }
    for (Machine ending : world.endingLeases()) {
      if (!there.contains(lease(ending)) && !isYounger(ending, surveyed)) {
        intake.events.add(new MachineChange.LeaseEnded(ending.id(), 0));
      }
    }
  }

  /**
   * Whether the survey is too old to say that a machine is not there: it began before the machine
   * was asked for, or before it was last shown, and its answer has come late; or a call for the
   * machine was under way meanwhile.
   */
  private boolean isYounger(Machine machine, SourceAnswer.Surveyed surveyed) {
    return surveyed.unsettled().contains(lease(machine))
        || machine.requestedAtMillis() >= surveyed.begunAtMillis()
        || shownAtMillis.getOrDefault(lease(machine), -1L) >= surveyed.begunAtMillis();
  }
}
