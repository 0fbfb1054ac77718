package io.windhover.app.service;

import io.windhover.app.place.HostState;
import io.windhover.placement.Cluster;
import io.windhover.placement.Host;
import io.windhover.placement.Instance;
import io.windhover.placement.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hosts, instances and reservations: the sum of all facts. Facts are applied without asking whether
 * they are allowed; {@link Clerk} asks before. For one thread.
 */
final class Book {
  private final Cluster cluster;
  private final NavigableMap<String, NavigableSet<Long>> openByHost = new TreeMap<>();
  private final NavigableMap<Long, Reservation> open = new TreeMap<>();
  private final NavigableSet<Reservation> byExpiry = new TreeSet<>(Reservation.BY_EXPIRY);
  private final NavigableMap<String, Long> holderOfVictim = new TreeMap<>();
  private final NavigableMap<Long, String> instanceByNumber = new TreeMap<>();
  private final Map<String, Long> numberByInstance = new HashMap<>();
  private final Residents residents = new Residents();
  private long lastNumber;

  Book(long billingPeriodMillis) {
    cluster = new Cluster(billingPeriodMillis);
  }

  Cluster cluster() {
    return cluster;
  }

  long lastNumber() {
    return lastNumber;
  }

  int openCount() {
    return open.size();
  }

  Residents residents() {
    return residents;
  }

  /** Open reservations by number. */
  NavigableMap<Long, Reservation> open() {
    return open;
  }

  /** The instance of every placement that is reserved or whose instance runs, by number. */
  NavigableMap<Long, String> instanceByNumber() {
    return instanceByNumber;
  }

  /** The number of the placement an instance came by; null when it came with its host. */
  @Nullable Long numberOf(String instance) {
    return numberByInstance.get(instance);
  }

  /** Numbers of the reservations that will end an instance, by its name. */
  NavigableMap<String, Long> holderOfVictim() {
    return holderOfVictim;
  }

  /** Names of all hosts, in order. */
  NavigableMap<String, NavigableSet<Long>> openByHost() {
    return openByHost;
  }

  @Nullable Reservation reservation(long number) {
    return open.get(number);
  }

  /** What a confirmed placement became, as long as it runs. */
  @Nullable String instanceOf(long number) {
    return open.containsKey(number) ? null : instanceByNumber.get(number);
  }

  /** The open reservation that an instance is held for or will end by. */
  Optional<Reservation> claimOn(String instance) {
    Long number = holderOfVictim.get(instance);
    if (number == null) {
      number = numberByInstance.get(instance);
    }
    return Optional.ofNullable(number).map(open::get);
  }

  boolean knows(String instance) {
    return cluster.instance(instance).isPresent() || holderOfVictim.containsKey(instance);
  }

  @Nullable Reservation firstToExpire() {
    return byExpiry.isEmpty() ? null : byExpiry.first();
  }

  void apply(Fact fact) {
    if (fact instanceof Fact.Reserved reserved) {
      reserve(reserved);
    } else if (fact instanceof Fact.Confirmed confirmed) {
      confirm(confirmed);
    } else if (fact instanceof Fact.Released released) {
      release(released.number());
    } else if (fact instanceof Fact.LifeOver over) {
      residents.lifeOver(over.instance(), over.atMillis());
    } else if (fact instanceof Fact.Ended ended) {
      end(ended.instance());
    } else if (fact instanceof Fact.HostPut put) {
      put(put.state());
    } else if (fact instanceof Fact.HostRemoved removed) {
      removeHost(removed.host());
    } else if (fact instanceof Fact.PlacedBy placed) {
      name(placed.number(), placed.instance());
    } else if (fact instanceof Fact.LastNumber last) {
      lastNumber = last.number();
    }
  }

  private void reserve(Fact.Reserved fact) {
    var reservation = new Reservation(fact);
    lastNumber = Math.max(lastNumber, fact.number());
    for (String victim : fact.victims()) {
      reservation.victims.add(cluster.removeInstance(victim));
      holderOfVictim.put(victim, fact.number());
    }
    cluster.addInstance(fact.host(), reservation.held());
    holdRest(reservation);
    open.put(fact.number(), reservation);
    byExpiry.add(reservation);
    openOn(fact.host()).add(fact.number());
    name(fact.number(), fact.instance().id());
  }

  private NavigableSet<Long> openOn(String host) {
    NavigableSet<Long> numbers = openByHost.get(host);
    if (numbers == null) {
      throw new IllegalStateException("no such host: " + host);
    }
    return numbers;
  }

  private void name(long number, String instance) {
    instanceByNumber.put(number, instance);
    numberByInstance.put(instance, number);
  }

  private void forget(String instance) {
    Long number = numberByInstance.remove(instance);
    if (number != null) {
      instanceByNumber.remove(number);
    }
  }

  private void holdRest(Reservation reservation) {
    Size rest = reservation.rest();
    if (rest.vcpus() > 0 || rest.ramMb() > 0 || rest.diskGb() > 0) {
      cluster.addInstance(reservation.fact.host(), Instance.normal(reservation.restId(), rest, 0));
    }
  }

  private void freeRest(Reservation reservation) {
    if (cluster.instance(reservation.restId()).isPresent()) {
      cluster.removeInstance(reservation.restId());
    }
  }

  /** Takes a reservation out of the book and what it held out of the cluster. */
  private Reservation close(long number) {
    Reservation reservation = open.remove(number);
    if (reservation == null) {
      throw new IllegalStateException("no open reservation " + number);
    }
    byExpiry.remove(reservation);
    openOn(reservation.fact.host()).remove(number);
    reservation.victims.forEach(victim -> holderOfVictim.remove(victim.id()));
    freeRest(reservation);
    cluster.removeInstance(reservation.fact.instance().id());
    return reservation;
  }

  private void confirm(Fact.Confirmed fact) {
    Reservation reservation = close(fact.number());
    for (Instance victim : reservation.victims) {
      forget(victim.id());
      residents.leave(victim.id());
    }
    Instance started = reservation.fact.instance().withStart(fact.atMillis());
    cluster.addInstance(reservation.fact.host(), started);
    residents.enter(reservation.fact.host(), started);
  }

  private void release(long number) {
    Reservation reservation = close(number);
    forget(reservation.fact.instance().id());
    reservation.victims.forEach(victim -> cluster.addInstance(reservation.fact.host(), victim));
  }

  private void end(String instance) {
    forget(instance);
    residents.leave(instance);
    Long holder = holderOfVictim.remove(instance);
    Reservation reservation = holder == null ? null : open.get(holder);
    if (reservation == null) {
      cluster.removeInstance(instance);
      return;
    }
    freeRest(reservation);
    reservation.victims.removeIf(victim -> victim.id().equals(instance));
    holdRest(reservation);
  }

  /** Reservations on the host stay; their victims must be among the instances. */
  private void put(HostState state) {
    String id = state.host().id();
    List<Fact.Reserved> kept = new ArrayList<>();
    NavigableSet<Long> numbers = openByHost.computeIfAbsent(id, key -> new TreeSet<>());
    List<Instance> before = cluster.host(id).isPresent() ? running(id) : List.of();
    residents.replace(id, before, state.instances());
    for (long number : List.copyOf(numbers)) {
      kept.add(current(reservationOf(number)));
      release(number);
    }
    if (cluster.host(id).isPresent()) {
      Set<String> named = new HashSet<>();
      state.instances().forEach(instance -> named.add(instance.id()));
      for (Instance gone : cluster.removeHost(id)) {
        if (!named.contains(gone.id())) {
          forget(gone.id());
        }
      }
    }
    cluster.addHost(state.host());
    state.instances().forEach(instance -> cluster.addInstance(id, instance));
    kept.forEach(this::reserve);
  }

  private void removeHost(String host) {
    for (long number : List.copyOf(openOn(host))) {
      release(number);
    }
    for (Instance gone : cluster.removeHost(host)) {
      forget(gone.id());
      residents.leave(gone.id());
    }
    openByHost.remove(host);
  }

  /** What runs on a host, by name: also what will end, not what is only held. */
  List<Instance> running(String host) {
    List<Instance> running = new ArrayList<>();
    for (Instance instance : cluster.instancesOn(host)) {
      if (!Reservation.isRest(instance.id()) && !isHeld(instance.id())) {
        running.add(instance);
      }
    }
    openOn(host).forEach(number -> running.addAll(reservationOf(number).victims));
    running.sort(Comparator.comparing(Instance::id));
    return running;
  }

  private boolean isHeld(String instance) {
    Long number = numberByInstance.get(instance);
    return number != null && open.containsKey(number);
  }

  private Reservation reservationOf(long number) {
    Reservation reservation = open.get(number);
    if (reservation == null) {
      throw new IllegalStateException("no open reservation " + number);
    }
    return reservation;
  }

  /** The shortest list of facts that makes this book. */
  void facts(Consumer<Fact> consumer) {
    consumer.accept(new Fact.LastNumber(lastNumber));
    for (String id : openByHost.keySet()) {
      Host host = cluster.host(id).orElseThrow();
      consumer.accept(new Fact.HostPut(new HostState(host, running(id))));
    }
    instanceByNumber.forEach(
        (number, instance) -> {
          if (!open.containsKey(number)) {
            consumer.accept(new Fact.PlacedBy(number, instance));
          }
        });
    residents.overdue().forEach((instance, at) -> consumer.accept(new Fact.LifeOver(instance, at)));
    byExpiry.forEach(reservation -> consumer.accept(current(reservation)));
  }

  /** Without the victims that have ended of themselves meanwhile. */
  private static Fact.Reserved current(Reservation reservation) {
    Fact.Reserved fact = reservation.fact;
    return new Fact.Reserved(
        fact.number(),
        fact.host(),
        fact.instance(),
        reservation.victims.stream().map(Instance::id).toList(),
        fact.victimCost(),
        fact.expiresAtMillis());
  }
}
