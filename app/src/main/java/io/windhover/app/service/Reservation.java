package io.windhover.app.service;

import io.windhover.placement.Instance;
import io.windhover.placement.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Room that is promised and not yet taken. */
final class Reservation {
  static final Comparator<Reservation> BY_EXPIRY =
      Comparator.<Reservation>comparingLong(reservation -> reservation.fact.expiresAtMillis())
          .thenComparingLong(reservation -> reservation.fact.number());

  /** Begins no name that a request can have: names hold no control characters. */
  private static final String REST = "\u0001";

  final Fact.Reserved fact;

  /** Out of the cluster's sight, so that nobody else counts on them; back when it is released. */
  final List<Instance> victims = new ArrayList<>();

  Reservation(Fact.Reserved fact) {
    this.fact = fact;
  }

  /** What takes the room meanwhile: nobody ends what does not run yet. */
  Instance held() {
    return fact.instance().asNormal();
  }

  /** What the cluster calls the room that the victims leave beyond the wish. */
  String restId() {
    return REST + fact.number();
  }

  /** Whether the cluster calls such room so; it is no instance of anybody's. */
  static boolean isRest(String instance) {
    return instance.startsWith(REST);
  }

  /**
   * What the victims take beyond the wish. It must stay free until it is known whether they end:
   * given to somebody else, they could not come back.
   */
  Size rest() {
    Size wanted = fact.instance().size();
    int vcpus = 0;
    int ramMb = 0;
    int diskGb = 0;
    for (Instance victim : victims) {
      vcpus += victim.size().vcpus();
      ramMb += victim.size().ramMb();
      diskGb += victim.size().diskGb();
    }
    return new Size(
        Math.max(0, vcpus - wanted.vcpus()),
        Math.max(0, ramMb - wanted.ramMb()),
        Math.max(0, diskGb - wanted.diskGb()));
  }
}
