package io.windhover.app.service;

import io.windhover.app.service.Answer.InstancePage;
import io.windhover.app.service.Answer.InstanceSeen;
import io.windhover.app.service.Answer.PlacementPage;
import io.windhover.app.service.Answer.PlacementSeen;
import io.windhover.placement.Instance;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Lists of placements and instances, a page at a time, for an operator who compares them with what
 * the cloud says. Placements are ordered by number, instances by name, so whoever goes on after the
 * last one seen misses nothing that was there all the time, whatever comes and goes meanwhile.
 */
final class Listings {
  private final Book book;
  private final Views views;

  Listings(Book book, Views views) {
    this.book = book;
    this.views = views;
  }

  /** Placements numbered above the given one; the part's host is known. */
  PlacementPage placements(Ask.Part part, long after) {
    List<PlacementSeen> page = new ArrayList<>();
    for (long number : candidates(part).tailSet(after, false)) {
      Reservation reservation = book.reservation(number);
      String state = reservation != null ? "reserved" : "confirmed";
      if (!part.state().isEmpty() && !part.state().equals(state)) {
        continue;
      }
      if (page.size() == part.limit()) {
        return new PlacementPage(page, page.get(part.limit() - 1).id());
      }
      String instance = book.instanceByNumber().getOrDefault(number, "");
      page.add(
          reservation != null
              ? Views.reserved(reservation)
              : views.confirmed(number, instance, List.of()));
    }
    return new PlacementPage(page, null);
  }

  /** Few more than will be shown: no page looks at every placement there is. */
  private NavigableSet<Long> candidates(Ask.Part part) {
    if (!part.host().isEmpty()) {
      NavigableSet<Long> here =
          new TreeSet<>(book.openByHost().getOrDefault(part.host(), new TreeSet<>()));
      for (Instance instance : book.running(part.host())) {
        Long number = book.numberOf(instance.id());
        if (number != null) {
          here.add(number);
        }
      }
      return here;
    }
    return part.state().equals("reserved")
        ? book.open().navigableKeySet()
        : book.instanceByNumber().navigableKeySet();
  }

  InstancePage instances(Ask.Part part, long nowMillis) {
    List<InstanceSeen> page = new ArrayList<>();
    for (String id : names(part).tailSet(part.after(), false)) {
      Residents.Resident resident = book.residents().resident(id);
      boolean asked = part.state().isEmpty() || part.state().equals(views.state(id));
      if (resident == null || !asked) {
        continue;
      }
      if (page.size() == part.limit()) {
        return new InstancePage(page, page.get(part.limit() - 1).id());
      }
      page.add(views.instance(resident.host(), resident.instance(), nowMillis));
    }
    return new InstancePage(page, null);
  }

  private NavigableSet<String> names(Ask.Part part) {
    if (!part.host().isEmpty()) {
      NavigableMap<String, Instance> here = new TreeMap<>();
      book.running(part.host()).forEach(instance -> here.put(instance.id(), instance));
      return here.navigableKeySet();
    }
    return switch (part.state()) {
      case "overdue" -> book.residents().overdue().navigableKeySet();
      case "victim" -> book.holderOfVictim().navigableKeySet();
      default -> book.residents().byId().navigableKeySet();
    };
  }
}
