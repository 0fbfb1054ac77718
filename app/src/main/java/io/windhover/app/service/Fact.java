package io.windhover.app.service;

import io.windhover.app.place.HostState;
import io.windhover.placement.Instance;
import java.util.List;

/** What has changed. The journal is a list of these, and the book is their sum. */
public sealed interface Fact {
  /** A host is there, as described, with exactly these instances. */
  record HostPut(HostState state) implements Fact {}

  /** A host is gone, with its instances and reservations. */
  record HostRemoved(String host) implements Fact {}

  /**
   * Room was reserved.
   *
   * @param number of the placement; they count from 1 and are never used again
   * @param instance what the room is for; it starts when it is confirmed
   * @param victims what ends when it is confirmed
   */
  record Reserved(
      long number,
      String host,
      Instance instance,
      List<String> victims,
      double victimCost,
      long expiresAtMillis)
      implements Fact {
    public Reserved {
      victims = List.copyOf(victims);
    }
  }

  /** The instance has started, and the victims have ended. */
  record Confirmed(long number, long atMillis) implements Fact {}

  /** The reservation is over, by wish or by time; its victims live on. */
  record Released(long number, boolean expired) implements Fact {}

  /**
   * A preemptible instance has run as long as it may; it must be ended, and takes room till then.
   */
  record LifeOver(String instance, long atMillis) implements Fact {}

  record Ended(String instance) implements Fact {}

  /** In snapshots only: by which placement a running instance came. */
  record PlacedBy(long number, String instance) implements Fact {}

  /** In snapshots only: the newest number given. */
  record LastNumber(long number) implements Fact {}
}
