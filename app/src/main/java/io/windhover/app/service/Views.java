package io.windhover.app.service;

import io.windhover.app.service.Answer.HostLine;
import io.windhover.app.service.Answer.HostPage;
import io.windhover.app.service.Answer.HostSeen;
import io.windhover.app.service.Answer.InstanceSeen;
import io.windhover.app.service.Answer.PlacementSeen;
import io.windhover.app.service.Residents.Resident;
import io.windhover.placement.Cluster;
import io.windhover.placement.Host;
import io.windhover.placement.Instance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What can be seen of the book. */
final class Views {
  private final Book book;

  Views(Book book) {
    this.book = book;
  }

  static String id(long number) {
    return "p" + number;
  }

  /** The answer to a placement that has just been decided. */
  static PlacementSeen decided(Fact.Reserved fact, boolean provenCheapest) {
    return seen(fact, "reserved", fact.victims(), provenCheapest ? null : false);
  }

  /** An open reservation, with the victims that have not ended by themselves. */
  static PlacementSeen reserved(Reservation reservation) {
    List<String> victims = reservation.victims.stream().map(Instance::id).toList();
    return seen(reservation.fact, "reserved", victims, null);
  }

  static PlacementSeen released(Fact.Reserved fact) {
    return seen(fact, "released", fact.victims(), null);
  }

  private static PlacementSeen seen(
      Fact.Reserved fact, String state, List<String> victims, @Nullable Boolean provenCheapest) {
    Instance wanted = fact.instance();
    boolean open = state.equals("reserved");
    return new PlacementSeen(
        id(fact.number()),
        state,
        wanted.id(),
        fact.host(),
        wanted.preemptible(),
        wanted.size().vcpus(),
        wanted.size().ramMb(),
        wanted.size().diskGb(),
        victims,
        fact.victimCost(),
        open ? time(wanted.startedAtMillis()) : null,
        open ? time(fact.expiresAtMillis()) : null,
        limit(wanted),
        null,
        provenCheapest);
  }

  PlacementSeen confirmed(long number, String id, List<String> victims) {
    Resident resident = book.residents().resident(id);
    if (resident == null) {
      throw new IllegalStateException("confirmed, and does not run: " + id);
    }
    Instance instance = resident.instance();
    return new PlacementSeen(
        id(number),
        "confirmed",
        id,
        resident.host(),
        instance.preemptible(),
        instance.size().vcpus(),
        instance.size().ramMb(),
        instance.size().diskGb(),
        victims,
        null,
        time(instance.startedAtMillis()),
        null,
        limit(instance),
        end(instance),
        null);
  }

  private static String time(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  private static @Nullable Long limit(Instance instance) {
    return instance.maxRunSeconds() == 0 ? null : instance.maxRunSeconds();
  }

  private static @Nullable String end(Instance instance) {
    OptionalLong end = instance.endsAtMillis();
    return end.isPresent() ? time(end.getAsLong()) : null;
  }

  HostPage page(String after, int limit) {
    List<HostLine> lines = new ArrayList<>();
    NavigableMap<String, NavigableSet<Long>> rest = book.openByHost().tailMap(after, false);
    for (var entry : rest.entrySet()) {
      if (lines.size() == limit) {
        return new HostPage(lines, lines.get(limit - 1).id());
      }
      lines.add(line(entry.getKey(), entry.getValue().size()));
    }
    return new HostPage(lines, null);
  }

  private HostLine line(String id, int reservations) {
    Cluster.Free free = book.cluster().fullState(id);
    Host host = book.cluster().host(id).orElseThrow();
    return new HostLine(
        id,
        host.size().vcpus(),
        host.size().ramMb(),
        host.size().diskGb(),
        host.ratios().vcpus(),
        host.ratios().ram(),
        free.vcpus(),
        free.ramMb(),
        free.diskGb(),
        book.running(id).size(),
        reservations);
  }

  HostSeen host(Host host, long nowMillis) {
    Cluster.Free free = book.cluster().fullState(host.id());
    List<PlacementSeen> reservations = new ArrayList<>();
    NavigableSet<Long> numbers = book.openByHost().getOrDefault(host.id(), new TreeSet<>());
    for (long number : numbers) {
      Reservation reservation = book.reservation(number);
      if (reservation != null) {
        reservations.add(reserved(reservation));
      }
    }
    return new HostSeen(
        host.id(),
        host.size().vcpus(),
        host.size().ramMb(),
        host.size().diskGb(),
        host.ratios().vcpus(),
        host.ratios().ram(),
        host.ratios().disk(),
        host.ratios().disk(),
        host.traits(),
        host.zone(),
        free.vcpus(),
        free.ramMb(),
        free.diskGb(),
        book.running(host.id()).stream()
            .map(instance -> instance(host.id(), instance, nowMillis))
            .toList(),
        reservations);
  }

  InstanceSeen instance(String host, Instance instance, long nowMillis) {
    String id = instance.id();
    Long victimOf = book.holderOfVictim().get(id);
    Long placement = book.numberOf(id);
    return new InstanceSeen(
        id,
        host,
        state(id),
        instance.preemptible(),
        instance.size().vcpus(),
        instance.size().ramMb(),
        instance.size().diskGb(),
        time(instance.startedAtMillis()),
        Math.max(0, nowMillis - instance.startedAtMillis()) / 1000.0,
        instance.pricePerHour(),
        instance.priority(),
        instance.group(),
        limit(instance),
        end(instance),
        placement == null ? null : id(placement),
        victimOf == null ? null : id(victimOf));
  }

  String state(String instance) {
    if (book.residents().isOverdue(instance)) {
      return "overdue";
    }
    return book.holderOfVictim().containsKey(instance) ? "victim" : "running";
  }
}
