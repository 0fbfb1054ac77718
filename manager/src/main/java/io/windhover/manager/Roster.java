package io.windhover.manager;

import io.windhover.core.model.AttemptId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.MachineView;
import io.windhover.core.step.Machine;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Who is there: workers by name, and the machine each one is in the world. */
final class Roster {
  private static final int GIVEN_UP_MAX = 100_000;

  /** A worker that the world counts on. */
  static final class Peer {
    final String name;
    final String session;
    final int machine;

    /** It is not silent since this moment; a manager that slept blames nobody. */
    long heardAtMillis;

    /** When it has said something in this life of the manager; -1 before. */
    long spokeAtMillis = -1;

    /**
     * It has joined and can be reached; one known only from an earlier life of the manager has not,
     * and one that is away cannot.
     */
    boolean joined;

    /** It is waited for until this moment, or longer if it is frozen; -1 while it is not away. */
    long awayUntilMillis = -1;

    /** The world was told that it is away, and not yet that it is back. */
    boolean saidAway;

    /** Orders it has refused in a row, without taking one in between. */
    int refusals;

    /** An administrator wants it to be given nothing new. */
    boolean drained;

    /** It has said that it takes nothing now. */
    boolean busy;

    /** Its provider has frozen its machine: it is silent, and will be until it thaws. */
    boolean frozen;

    /** When its machine last thawed, as far as anybody has said. */
    long thawedAtMillis = -1;

    /** It has shown its session key, so its join secret is worth nothing any more. */
    boolean hasKey;

    /** Heartbeats in a row that named other attempts than the world has on its machine. */
    int disagreements;

    /** It is given nothing until this moment; -1 when it may be. */
    long restsUntilMillis = -1;

    Peer(String name, String session, int machine, long heardAtMillis) {
      this.name = name;
      this.session = session;
      this.machine = machine;
      this.heardAtMillis = heardAtMillis;
    }

    void speaks(long nowMillis) {
      heardAtMillis = nowMillis;
      spokeAtMillis = nowMillis;
    }

    boolean isAway() {
      return awayUntilMillis >= 0;
    }

    boolean rests() {
      return restsUntilMillis >= 0;
    }
  }

  private final Map<String, Peer> byName = new LinkedHashMap<>();
  private final Map<Integer, Peer> byMachine = new LinkedHashMap<>();

  /** Attempts that were given up with their workers, which may still come back and report them. */
  private final Map<AttemptId, String> givenUp =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<AttemptId, String> eldest) {
          return size() > GIVEN_UP_MAX;
        }
      };

  /** Under this key the store keeps the session of the worker that is this machine. */
  static String sessionKey(int machine) {
    return "session/" + machine;
  }

  /** Under this key the store keeps that a rented machine has shown its session key. */
  static String keyShown(int machine) {
    return "key-shown/" + machine;
  }

  /** Whoever works on a machine that is given back will not be known again. */
  static void forgetSessions(Decision decision, Map<String, String> texts) {
    for (Action action : decision.actions()) {
      if (action instanceof Action.Release release) {
        texts.put(sessionKey(release.machine()), "");
        texts.put(keyShown(release.machine()), "");
      }
    }
  }

  /**
   * Takes up the workers that an earlier life of the manager counted on. Those that were away then
   * may have tried to come back while nobody was here: they are waited for as the others are.
   */
  void recover(
      Collection<Machine> machines,
      Function<String, Optional<String>> texts,
      long nowMillis,
      long silenceMillis) {
    for (Machine machine : machines) {
      if (machine.state() == MachineView.State.REQUESTED) {
        continue; // Its worker has not joined yet.
      }
      String session = texts.apply(sessionKey(machine.id())).orElse("");
      Peer peer = new Peer(machine.spec().name(), session, machine.id(), nowMillis);
      peer.busy = machine.busy();
      peer.hasKey =
          !machine.offer().isEmpty() && texts.apply(keyShown(machine.id())).orElse("").equals("1");
      peer.frozen = !machine.offer().isEmpty() && machine.state() == MachineView.State.HIBERNATED;
      peer.saidAway = machine.isAway();
      if (!machine.inReach() && (peer.saidAway || !peer.frozen)) {
        peer.awayUntilMillis = nowMillis + silenceMillis;
      }
      add(peer);
    }
  }

  void add(Peer peer) {
    byName.put(peer.name, peer);
    byMachine.put(peer.machine, peer);
  }

  void remove(Peer peer) {
    byName.remove(peer.name);
    byMachine.remove(peer.machine);
  }

  void givesUp(Peer peer, AttemptId attempt) {
    givenUp.put(attempt, peer.name);
  }

  /** Whether this worker was given the attempt before it was given up; answers so only once. */
  boolean isLate(Peer peer, AttemptId attempt) {
    return givenUp.remove(attempt, peer.name);
  }

  Optional<Peer> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  Optional<Peer> on(int machine) {
    return Optional.ofNullable(byMachine.get(machine));
  }

  boolean isEmpty() {
    return byName.isEmpty();
  }

  Collection<Peer> all() {
    return Collections.unmodifiableCollection(byName.values());
  }

  List<Peer> silentSince(long millis) {
    return byName.values().stream()
        .filter(peer -> !peer.isAway() && !peer.frozen && peer.heardAtMillis < millis)
        .toList();
  }

  /** Those who were waited for long enough; a frozen machine's connection is always broken. */
  List<Peer> awayUntil(long millis) {
    return byName.values().stream()
        .filter(peer -> peer.isAway() && !peer.frozen && peer.awayUntilMillis <= millis)
        .toList();
  }

  List<Peer> restedAt(long millis) {
    return byName.values().stream()
        .filter(peer -> peer.rests() && peer.restsUntilMillis <= millis)
        .toList();
  }

  /** After the manager itself has slept, nobody can be blamed for the silence. */
  void forgiveSilence(long nowMillis, long awayMillis) {
    for (Peer peer : byName.values()) {
      peer.heardAtMillis = nowMillis;
      if (peer.isAway()) {
        peer.awayUntilMillis = Math.max(peer.awayUntilMillis, nowMillis + awayMillis);
      }
    }
  }
}
