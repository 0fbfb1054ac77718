package io.windhover.local;

import io.windhover.capacity.Sighting;
import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.rental.LeaseChange;
import java.util.ArrayList;
import java.util.List;

/** Offers, sightings and changes of leases as lines. */
final class CloudWords {
  private CloudWords() {}

  static String of(Offer offer) {
    MachineSpec machine = offer.machine();
    Billing billing = offer.billing();
    List<Object> words =
        new ArrayList<>(
            List.of(
                offer.name(),
                offer.market(),
                offer.limit(),
                offer.marketLimit(),
                offer.marketCores(),
                offer.gflops(),
                offer.startUpMillis()));
    words.addAll(
        List.of(
            billing.startUpMillis(),
            billing.minimumMillis(),
            billing.periodMillis(),
            billing.fromRequest(),
            billing.frozenPerHourNanos(),
            billing.repriced()));
    words.addAll(
        List.of(
            machine.name(),
            machine.type(),
            machine.cores(),
            machine.memoryBytes(),
            machine.pricePerHourNanos(),
            machine.minimumCores(),
            machine.harvestedCorePerHourNanos(),
            machine.ordersAhead()));
    words.addAll(machine.labels());
    return Words.line(words);
  }

  static Offer offer(Words words) {
    String name = words.text();
    Market market = words.oneOf(Market.class);
    int limit = words.smallNumber();
    int marketLimit = words.smallNumber();
    int marketCores = words.smallNumber();
    double gflops = words.real();
    long startUpMillis = words.number();
    var billing =
        new Billing(
            words.number(),
            words.number(),
            words.number(),
            words.truth(),
            words.number(),
            words.truth());
    return new Offer(
        name,
        market,
        machine(words),
        limit,
        marketLimit,
        marketCores,
        gflops,
        startUpMillis,
        billing);
  }

  private static MachineSpec machine(Words words) {
    String name = words.text();
    String type = words.text();
    int cores = words.smallNumber();
    long memoryBytes = words.number();
    long pricePerHourNanos = words.number();
    int minimumCores = words.smallNumber();
    long harvestedCorePerHourNanos = words.number();
    int ordersAhead = words.smallNumber();
    return new MachineSpec(
        name,
        type,
        words.rest(),
        cores,
        memoryBytes,
        pricePerHourNanos,
        minimumCores,
        harvestedCorePerHourNanos,
        ordersAhead);
  }

  static String of(Sighting seen) {
    return Words.line(
        seen.lease(),
        seen.state(),
        seen.sinceMillis(),
        seen.changedAtMillis(),
        seen.frozenMillis(),
        seen.noticeMillis(),
        seen.coming(),
        seen.why(),
        seen.chargedNanos());
  }

  static Sighting sighting(Words words) {
    return new Sighting(
        words.text(),
        words.oneOf(Sighting.State.class),
        words.number(),
        words.number(),
        words.number(),
        words.number(),
        words.oneOf(Coming.class),
        words.text(),
        words.number());
  }

  /** The same by a clock that showed this at the cloud's origin. */
  static Sighting since(long originMillis, Sighting seen) {
    return new Sighting(
        seen.lease(),
        seen.state(),
        seen.sinceMillis() == 0 ? 0 : originMillis + seen.sinceMillis(),
        originMillis + seen.changedAtMillis(),
        seen.frozenMillis(),
        seen.noticeMillis() == Long.MAX_VALUE ? Long.MAX_VALUE : originMillis + seen.noticeMillis(),
        seen.coming(),
        seen.why(),
        seen.chargedNanos());
  }

  static String of(LeaseChange change) {
    return Words.line(
        change.lease(),
        change.atMillis(),
        change.kind(),
        change.first(),
        change.second(),
        change.text());
  }

  static LeaseChange change(Words words) {
    return new LeaseChange(
        words.text(),
        words.number(),
        words.oneOf(LeaseChange.Kind.class),
        words.number(),
        words.number(),
        words.text());
  }
}
