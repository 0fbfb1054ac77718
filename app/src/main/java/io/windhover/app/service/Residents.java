package io.windhover.app.service;

import io.windhover.placement.Instance;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The instances that run, by name, and when the lives of those with a limit are over. Victims of an
 * open reservation run on, and are in here; what is only reserved is not. {@link Book} keeps it,
 * lists are read from it.
 */
final class Residents {
  record Resident(String host, Instance instance) {}

  private record LifeEnd(long atMillis, String instance) {
    static final Comparator<LifeEnd> ORDER =
        Comparator.comparingLong(LifeEnd::atMillis).thenComparing(LifeEnd::instance);
  }

  private final NavigableMap<String, Resident> byId = new TreeMap<>();
  private final NavigableSet<LifeEnd> lifeEnds = new TreeSet<>(LifeEnd.ORDER);
  private final NavigableMap<String, Long> overdueSince = new TreeMap<>();

  void enter(String host, Instance instance) {
    byId.put(instance.id(), new Resident(host, instance));
    instance.endsAtMillis().ifPresent(at -> lifeEnds.add(new LifeEnd(at, instance.id())));
  }

  void leave(String id) {
    Resident gone = byId.remove(id);
    if (gone != null && overdueSince.remove(id) == null) {
      gone.instance().endsAtMillis().ifPresent(at -> lifeEnds.remove(new LifeEnd(at, id)));
    }
  }

  /** Replaces what runs on a host; whose life was over and who has not changed stays overdue. */
  void replace(String host, List<Instance> before, List<Instance> after) {
    Map<Instance, Long> since = new HashMap<>();
    for (Instance instance : before) {
      Long at = overdueSince.get(instance.id());
      if (at != null) {
        since.put(instance, at);
      }
      leave(instance.id());
    }
    for (Instance instance : after) {
      enter(host, instance);
      Long at = since.get(instance);
      if (at != null) {
        lifeOver(instance.id(), at);
      }
    }
  }

  void lifeOver(String id, long atMillis) {
    Resident resident = byId.get(id);
    if (resident == null) {
      throw new IllegalStateException("does not run: " + id);
    }
    resident.instance().endsAtMillis().ifPresent(at -> lifeEnds.remove(new LifeEnd(at, id)));
    overdueSince.put(id, atMillis);
  }

  @Nullable Resident resident(String id) {
    return byId.get(id);
  }

  NavigableMap<String, Resident> byId() {
    return byId;
  }

  /** Whose life is over, by name, and when that was found. */
  NavigableMap<String, Long> overdue() {
    return overdueSince;
  }

  boolean isOverdue(String id) {
    return overdueSince.containsKey(id);
  }

  /** When the next life is over. */
  OptionalLong nextLifeEndMillis() {
    return lifeEnds.isEmpty() ? OptionalLong.empty() : OptionalLong.of(lifeEnds.first().atMillis());
  }

  /** Whose life is over first; there must be one. */
  String nextToEnd() {
    return lifeEnds.first().instance();
  }
}
