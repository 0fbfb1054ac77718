package io.windhover.app.service;

import io.windhover.app.service.Answer.ConfirmedSeen;
import io.windhover.app.service.Answer.HostLine;
import io.windhover.app.service.Answer.HostPage;
import io.windhover.app.service.Answer.HostSeen;
import io.windhover.app.service.Answer.InstanceSeen;
import io.windhover.app.service.Answer.PlacementSeen;
import io.windhover.placement.Cluster;
import io.windhover.placement.Host;
import io.windhover.placement.Instance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** What can be seen of the book. */
final class Views {
  private final Book book;

  Views(Book book) {
    this.book = book;
  }

  static String id(long number) {
    return "p" + number;
  }

  static PlacementSeen reserved(Fact.Reserved fact, boolean provenCheapest) {
    return new PlacementSeen(
        id(fact.number()),
        "reserved",
        fact.instance().id(),
        fact.host(),
        fact.victims(),
        fact.victimCost(),
        Instant.ofEpochMilli(fact.expiresAtMillis()).toString(),
        provenCheapest ? null : false);
  }

  static PlacementSeen released(Fact.Reserved fact) {
    return new PlacementSeen(
        id(fact.number()),
        "released",
        fact.instance().id(),
        fact.host(),
        fact.victims(),
        fact.victimCost(),
        null,
        null);
  }

  ConfirmedSeen confirmed(long number, String instance, List<String> victims) {
    String host = book.cluster().hostOf(instance).or(() -> victimsHost(instance)).orElse("");
    return new ConfirmedSeen(id(number), "confirmed", instance, host, victims);
  }

  private Optional<String> victimsHost(String instance) {
    return book.claimOn(instance).map(reservation -> reservation.fact.host());
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
        reservations.add(reserved(reservation.fact, true));
      }
    }
    return new HostSeen(
        host.id(),
        host.size().vcpus(),
        host.size().ramMb(),
        host.size().diskGb(),
        host.diskOversubscription(),
        host.traits(),
        host.zone(),
        free.vcpus(),
        free.ramMb(),
        free.diskGb(),
        book.running(host.id()).stream().map(instance -> seen(instance, nowMillis)).toList(),
        reservations);
  }

  private static InstanceSeen seen(Instance instance, long nowMillis) {
    return new InstanceSeen(
        instance.id(),
        instance.preemptible(),
        instance.size().vcpus(),
        instance.size().ramMb(),
        instance.size().diskGb(),
        Math.max(0, nowMillis - instance.startedAtMillis()) / 1000.0,
        instance.pricePerHour(),
        instance.priority(),
        instance.group());
  }
}
