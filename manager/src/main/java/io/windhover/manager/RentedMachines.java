package io.windhover.manager;

import io.windhover.capacity.LeaseKeys;
import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceDesk;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
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

  /** How soon the source is asked after something that only it can explain. */
  private static final long LOOK_SOON_MILLIS = 5_000;

  /** How soon it is asked again for what is missing: a worker that is there speaks meanwhile. */
  private static final long LOOK_AGAIN_MILLIS = 15_000;

  private static final String NO_SOURCE = "no source of machines is set up here";

  private final World world;
  private final SourceDesk desk;
  private final LeaseKeys keys;
  private final LeaseIds ids;
  private final LeaseDoor door;

  private final LeaseNews news = new LeaseNews();

  private final LeaseNotices notices;

  private final HeldLaunches held;

  /** How long a machine may take to join, beside the time its offer says. */
  private final long joinMillis;

  private long startedAtMillis;
  private long surveyAtMillis;
  private long surveyedAtMillis = -1;

  private final SourceTroubles troubles;

  /** Whether a survey of this life of the manager was answered. */
  private boolean surveyed;

  RentedMachines(
      World world, SourceDesk desk, LeaseKeys keys, long joinMillis, SourceTroubles troubles) {
    this.world = world;
    this.desk = desk;
    this.keys = keys;
    this.ids = new LeaseIds(world, keys);
    this.notices = new LeaseNotices(world, ids);
    this.joinMillis = joinMillis;
    this.held = new HeldLaunches(joinMillis);
    this.troubles = troubles;
    this.door = new LeaseDoor(keys);
  }

  LeaseDoor door() {
    return door;
  }

  private boolean isActive() {
    return desk != SourceDesk.NONE;
  }

  /** The first thing after a start is to see what there is. */
  void start(long nowMillis, Roster roster) {
    startedAtMillis = nowMillis;
    surveyAtMillis = nowMillis;
    world.machines().forEach(machine -> door.note(machine.id(), world, roster));
  }

  /** Whether what the world counts on has yet to be compared with what there is. */
  boolean awaitsFirstSurvey(long nowMillis) {
    return isActive() && !surveyed && nowMillis < startedAtMillis + SURVEY_MILLIS;
  }

  long nextWakeMillis() {
    return Math.min(isActive() ? surveyAtMillis : Long.MAX_VALUE, held.nextMillis());
  }

  /** What is due by itself: refusals, and a look at the source every minute. */
  void tick(Intake intake, long nowMillis) {
    held.takeDue(nowMillis).forEach(due -> refuse(due.machine(), due.why(), intake));
    if (isActive() && nowMillis >= surveyAtMillis) {
      surveyAtMillis = nowMillis + SURVEY_MILLIS;
      surveyedAtMillis = nowMillis;
      giveUpWhatNeverJoined(intake, nowMillis);
      intake.afterCommit.add(
          () -> {
            desk.offers();
            desk.survey(nowMillis);
          });
    }
  }

  /**
   * What runs and never joins would be paid for in vain for ever. A manager that was down gives
   * what came up meanwhile the time to find it.
   */
  private void giveUpWhatNeverJoined(Intake intake, long nowMillis) {
    for (Machine machine : world.machines()) {
      long awaitedMillis = joinMillis + startUpMillis(machine);
      if (isRequested(machine.id())
          && !intake.machines.hasJoined(machine)
          && !held.holds(machine.id())
          && Math.max(machine.requestedAtMillis(), startedAtMillis) + awaitedMillis <= nowMillis) {
        String why = "has not joined after " + awaitedMillis / 1000 + " s";
        held.neverJoined(machine.offer(), nowMillis);
        intake.machines.takenAway(machine.id(), why);
        intake.afterCommit.add(() -> release(machine.id()));
      }
    }
  }

  private long startUpMillis(Machine machine) {
    return world.offer(machine.offer()).map(Offer::startUpMillis).orElse(0L);
  }

  /** What has become of this worker only its source can explain, if a source has its machine. */
  void doubt(Peer peer, long sinceMillis, long nowMillis) {
    if (world.machine(peer.machine).filter(m -> !m.offer().isEmpty()).isPresent()) {
      look(sinceMillis, nowMillis + LOOK_SOON_MILLIS);
    }
  }

  /** Unless a survey was asked for since something happened, one will be at this moment. */
  private void look(long happenedAtMillis, long atMillis) {
    if (surveyedAtMillis <= happenedAtMillis) {
      surveyAtMillis = Math.min(surveyAtMillis, atMillis);
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
    return ids.of(machine);
  }

  /**
   * Rents the machine, unless that is beyond a limit, others like it never joined, or there is
   * nobody to rent from.
   */
  void launch(int machine, long nowMillis) {
    world
        .machine(machine)
        .ifPresent(
            wanted -> {
              Optional<String> refused = refusal(wanted, nowMillis);
              if (refused.isPresent()) {
                held.hold(machine, refused.get(), nowMillis);
              } else {
                ask(wanted);
              }
            });
  }

  private Optional<String> refusal(Machine wanted, long nowMillis) {
    return isActive()
        ? world
            .beyondLimits(wanted.id(), held.machines())
            .or(() -> held.pause(wanted.offer(), nowMillis))
        : Optional.of(NO_SOURCE);
  }

  private void ask(Machine machine) {
    String lease = lease(machine);
    desk.ask(new LeaseOrder(lease, machine.id(), machine.offer(), keys.joinSecret(lease)));
  }

  /**
   * Gives back a machine that the world no longer counts on.
   *
   * @return whether its source was never asked for it, since that was not allowed: its lease has
   *     ended then, and nobody else will say so
   */
  boolean release(int machine) {
    if (held.drop(machine)) {
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
    Optional<Machine> joins =
        ids.machine(profile.lease())
            .filter(machine -> machine.state() == MachineView.State.REQUESTED)
            .filter(machine -> keys.isJoinSecret(profile.lease(), profile.proof()));
    joins.ifPresent(machine -> held.joined(machine.offer()));
    return joins;
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
    return news.chargedSinceMillis(lease(machine));
  }

  void take(SourceAnswer answer, Intake intake, long nowMillis) {
    if (answer instanceof SourceAnswer.Offered offered) {
      offered(offered.offers(), intake);
    } else if (answer instanceof SourceAnswer.Seen seen) {
      note(seen.sighting(), LeaseNews.UNASKED, intake, nowMillis);
    } else if (answer instanceof SourceAnswer.SeenTogether together) {
      together.sightings().forEach(s -> note(s, LeaseNews.UNASKED, intake, nowMillis));
    } else if (answer instanceof SourceAnswer.Surveyed survey) {
      surveyed = true;
      survey.sightings().forEach(s -> note(s, survey.begunAtMillis(), intake, nowMillis));
      notices.surveyed(survey, intake);
      missing(survey, intake, nowMillis);
    } else if (answer instanceof SourceAnswer.Failed failed) {
      intake.afterCommit.add(() -> troubles.heard(failed, nowMillis));
    }
  }

  /** Of two offers under one name the last counts, as it does in the world. */
  private void offered(List<Offer> offers, Intake intake) {
    Map<String, Offer> byName = new LinkedHashMap<>();
    offers.forEach(offer -> byName.put(offer.name(), offer));
    List<Offer> known =
        world.offers().stream()
            .filter(offer -> offer.limit() > 0 || byName.containsKey(offer.name()))
            .toList();
    if (!Set.copyOf(known).equals(Set.copyOf(byName.values()))) {
      intake.events.add(new Event.OffersChanged(List.copyOf(byName.values())));
    }
  }

  /** What has come late says nothing. */
  private void note(Sighting seen, long askedAtMillis, Intake intake, long nowMillis) {
    if (news.isLate(seen, askedAtMillis)) {
      return;
    }
    Optional<Machine> machine = ids.machine(seen.lease());
    Optional<Machine> ending = ids.ending(seen.lease());
    if (machine.isPresent()) {
      changed(machine.get(), seen, askedAtMillis, intake);
    } else if (ending.isPresent() && seen.isOver()) {
      ended(ending.get().id(), seen, intake);
    } else if (!seen.isOver() && seen.lease().startsWith(keys.mark())) {
      // Nobody counts on it: it was given back, or is of a time that nobody remembers.
      intake.afterCommit.add(() -> desk.release(seen.lease()));
    }
    if (!seen.isOver() && (machine.isPresent() || ending.isPresent())) {
      news.shown(seen, askedAtMillis == LeaseNews.UNASKED ? nowMillis : askedAtMillis);
    }
  }

  private void changed(Machine machine, Sighting seen, long askedAtMillis, Intake intake) {
    int id = machine.id();
    boolean frozen = intake.machines.isFrozen(machine);
    if (!seen.isOver()
        && seen.sinceMillis() > 0
        && !machine.isCharged()
        && isRequested(id)
        && !intake.machines.hasJoined(machine)) {
      intake.events.add(new MachineChange.MeterStarted(id, seen.sinceMillis()));
    }
    if (seen.state() == Sighting.State.REFUSED) {
      refuse(id, seen.why().isEmpty() ? "no capacity" : seen.why(), intake);
    } else if (seen.state() == Sighting.State.ENDED) {
      intake.machines.takenAway(id, seen.why().isEmpty() ? "ended by its source" : seen.why());
      ended(id, seen, intake);
    } else if (seen.state() == Sighting.State.HIBERNATED && !frozen && !isRequested(id)) {
      if (news.isNewerThanItsWorker(seen, askedAtMillis, intake.machines.spokeAtMillis(machine))) {
        intake.machines.frozen(machine, seen.changedAtMillis());
      }
    } else if (seen.state() == Sighting.State.RUNNING && frozen) {
      intake.machines.thawed(id, seen.changedAtMillis());
    }
    notices.seen(machine, seen, intake);
  }

  private void ended(int machine, Sighting seen, Intake intake) {
    news.forget(seen.lease());
    intake.events.add(
        new MachineChange.LeaseEnded(
            machine,
            seen.sinceMillis(),
            seen.changedAtMillis(),
            seen.frozenMillis(),
            seen.chargedNanos()));
  }

  /** What should be there and is not: asked for again if it never was, else it may be gone. */
  private void missing(SourceAnswer.Surveyed survey, Intake intake, long nowMillis) {
    long askedAtMillis = survey.begunAtMillis();
    Set<String> there =
        survey.sightings().stream().map(Sighting::lease).collect(Collectors.toSet());
    for (Machine machine : world.machines()) {
      String lease = lease(machine);
      if (machine.offer().isEmpty()
          || there.contains(lease)
          || survey.unsettled().contains(lease)
          || machine.requestedAtMillis() >= askedAtMillis
          || held.holds(machine.id())) {
        continue;
      }
      if (isRequested(machine.id()) && !news.wasShown(lease)) {
        intake.afterCommit.add(() -> launch(machine.id(), askedAtMillis));
      } else if (isGone(machine, askedAtMillis, intake, nowMillis)) {
        intake.machines.takenAway(machine.id(), "gone from its source");
        intake.events.add(new MachineChange.LeaseEnded(machine.id(), 0));
      }
    }
    for (Machine ending : world.endingLeases()) {
      boolean neverSeen = ending.readyAtMillis() < 0 && !news.wasShown(lease(ending));
      if (!there.contains(lease(ending))
          && !survey.unsettled().contains(lease(ending))
          && ending.requestedAtMillis() < askedAtMillis
          && isGone(ending, askedAtMillis, intake, nowMillis)) {
        intake.events.add(
            neverSeen
                ? MachineChange.LeaseEnded.neverRented(ending.id())
                : new MachineChange.LeaseEnded(ending.id(), 0));
      }
    }
  }

  /** One list without it may be a wrong list: it is gone when a second one lacks it too. */
  private boolean isGone(Machine machine, long askedAtMillis, Intake intake, long nowMillis) {
    long spokeAtMillis = intake.machines.spokeAtMillis(machine);
    LeaseNews.Missing missing = news.missed(lease(machine), askedAtMillis, spokeAtMillis);
    if (missing == LeaseNews.Missing.PERHAPS) {
      look(askedAtMillis, nowMillis + LOOK_AGAIN_MILLIS);
    } else if (missing == LeaseNews.Missing.GONE) {
      news.forget(lease(machine));
    }
    return missing == LeaseNews.Missing.GONE;
  }
}
