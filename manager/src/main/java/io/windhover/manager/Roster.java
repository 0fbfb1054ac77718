package io.windhover.manager;

import io.windhover.core.step.Machine;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Who is there: workers by name, and the machine each one is in the world. */
final class Roster {
  /** A worker that the world counts on. */
  static final class Peer {
    final String name;
    final String session;
    final int machine;
    long heardAtMillis;

    /** It has joined this manager; one known only from an earlier life of the manager has not. */
    boolean joined;

    Peer(String name, String session, int machine, long heardAtMillis) {
      this.name = name;
      this.session = session;
      this.machine = machine;
      this.heardAtMillis = heardAtMillis;
    }
  }

  private final Map<String, Peer> byName = new LinkedHashMap<>();
  private final Map<Integer, Peer> byMachine = new LinkedHashMap<>();

  /** Under this key the store keeps the session of the worker that is this machine. */
  static String sessionKey(int machine) {
    return "session/" + machine;
  }

  /** Takes up the workers that an earlier life of the manager counted on. */
  void recover(
      Collection<Machine> machines, Function<String, Optional<String>> texts, long nowMillis) {
    for (Machine machine : machines) {
      String session = texts.apply(sessionKey(machine.id())).orElse("");
      add(new Peer(machine.spec().name(), session, machine.id(), nowMillis));
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

  Optional<Peer> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  Optional<Peer> on(int machine) {
    return Optional.ofNullable(byMachine.get(machine));
  }

  boolean isEmpty() {
    return byName.isEmpty();
  }

  List<Peer> silentSince(long millis) {
    return byName.values().stream().filter(peer -> peer.heardAtMillis < millis).toList();
  }

  /** After the manager itself has slept, nobody can be blamed for the silence. */
  void forgiveSilence(long nowMillis) {
    byName.values().forEach(peer -> peer.heardAtMillis = nowMillis);
  }
}
