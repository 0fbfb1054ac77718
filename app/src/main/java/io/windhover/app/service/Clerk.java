package io.windhover.app.service;

import static io.windhover.app.service.Answer.Kind.CONFLICT;
import static io.windhover.app.service.Answer.Kind.CREATED;
import static io.windhover.app.service.Answer.Kind.DONE;

import io.windhover.app.place.BadField;
import io.windhover.app.place.BodyReader;
import io.windhover.app.place.HostState;
import io.windhover.app.place.PluginFailure;
import io.windhover.app.place.Wish;
import io.windhover.app.service.Answer.HostGone;
import io.windhover.app.service.Answer.InstanceGone;
import io.windhover.app.service.Answer.Problem;
import io.windhover.core.words.Counted;
import io.windhover.placement.Cluster;
import io.windhover.placement.Host;
import io.windhover.placement.Instance;
import io.windhover.placement.Placement;
import io.windhover.placement.Placement.Placed;
import io.windhover.placement.Placement.Refused;
import io.windhover.placement.PlacementScheduler;
import io.windhover.placement.Size;
import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Answers what the book can answer; what changes it becomes a fact, applied at once. */
final class Clerk {
  private final Book book;
  private final Views views;
  private final Listings listings;
  private final PlacementScheduler scheduler;
  private final Consumer<Fact> journal;

  /**
   * A clerk for a book.
   *
   * @param journal told every fact, after it was applied
   */
  Clerk(Book book, PlacementScheduler scheduler, Consumer<Fact> journal) {
    this.book = book;
    this.views = new Views(book);
    this.listings = new Listings(book, views);
    this.scheduler = scheduler;
    this.journal = journal;
  }

  Answer answer(Ask ask, long nowMillis) {
    try {
      if (ask instanceof Ask.Place place) {
        return place(place.terms(), nowMillis);
      } else if (ask instanceof Ask.Confirm confirm) {
        return confirm(confirm.placement(), nowMillis);
      } else if (ask instanceof Ask.Release release) {
        return release(release.placement());
      } else if (ask instanceof Ask.EndInstance end) {
        return end(end.instance());
      } else if (ask instanceof Ask.PutHost put) {
        return put(put, nowMillis);
      } else if (ask instanceof Ask.RemoveHost remove) {
        return remove(remove.host());
      }
      return look(ask, nowMillis);
    } catch (BadField e) {
      return bad(e);
    } catch (PluginFailure e) {
      String message = String.valueOf(e.getMessage());
      return new Answer(Answer.Kind.FAILED, Problem.of("plugin-failed", message));
    }
  }

  static Answer bad(BadField e) {
    return new Answer(Answer.Kind.BAD, Problem.of(e));
  }

  private Answer look(Ask ask, long nowMillis) {
    if (ask instanceof Ask.ListHosts list) {
      return new Answer(DONE, views.page(list.after(), list.limit()));
    }
    if (ask instanceof Ask.ShowHost show) {
      return book.cluster()
          .host(show.host())
          .map(host -> new Answer(DONE, views.host(host, nowMillis)))
          .orElseGet(() -> Answer.missing("there is no host " + show.host()));
    }
    if (ask instanceof Ask.ShowInstance show) {
      Residents.Resident resident = book.residents().resident(show.instance());
      return resident == null
          ? Answer.missing("there is no instance " + show.instance())
          : new Answer(DONE, views.instance(resident.host(), resident.instance(), nowMillis));
    }
    if (ask instanceof Ask.ListInstances list) {
      return isThere(list.part().host())
          ? new Answer(DONE, listings.instances(list.part(), nowMillis))
          : Answer.missing("there is no host " + list.part().host());
    }
    if (ask instanceof Ask.ListPlacements list) {
      return listPlacements(list.part());
    }
    return show(((Ask.Show) ask).placement());
  }

  private Answer listPlacements(Ask.Part part) {
    if (!isThere(part.host())) {
      return Answer.missing("there is no host " + part.host());
    }
    long after =
        part.after().isEmpty()
            ? 0
            : number(part.after())
                .orElseThrow(
                    () ->
                        BodyReader.badQuery(
                            "after", part.after(), "expected a placement such as p17"));
    return new Answer(DONE, listings.placements(part, after));
  }

  private boolean isThere(String host) {
    return host.isEmpty() || book.cluster().host(host).isPresent();
  }

  private void record(Fact fact) {
    book.apply(fact);
    journal.accept(fact);
  }

  private Answer place(Wish.OnTerms terms, long nowMillis) {
    Wish wish = terms.wish();
    String id = wish.request().id();
    if (book.knows(id)) {
      return Answer.conflict("id: there is an instance or a reservation named " + id + " already");
    }
    long number = book.lastNumber() + 1;
    Placement decided = scheduler.place(book.cluster(), wish.request(), nowMillis, number);
    if (decided instanceof Refused refused) {
      return new Answer(
          CONFLICT, new Problem("no-host", refused.reason(), null, refused.rejections()));
    }
    Placed placed = (Placed) decided;
    var fact =
        new Fact.Reserved(
            number,
            placed.host(),
            wish.started(nowMillis),
            placed.victims(),
            placed.victimCost(),
            nowMillis + terms.reserveSeconds() * 1000L);
    record(fact);
    return new Answer(CREATED, Views.decided(fact, placed.provenCheapest()));
  }

  static boolean isRefusal(Answer answer) {
    return answer.body() instanceof Problem problem && problem.error().equals("no-host");
  }

  private Answer show(String placement) {
    Reservation reservation = reserved(placement);
    if (reservation != null) {
      return new Answer(DONE, Views.reserved(reservation));
    }
    String instance = placedBy(placement);
    return instance == null
        ? missing(placement)
        : new Answer(DONE, views.confirmed(number(placement).getAsLong(), instance, List.of()));
  }

  private Answer confirm(String placement, long nowMillis) {
    Reservation reservation = reserved(placement);
    if (reservation != null) {
      long number = reservation.fact.number();
      List<String> victims = reservation.victims.stream().map(Instance::id).toList();
      record(new Fact.Confirmed(number, nowMillis));
      String instance = reservation.fact.instance().id();
      return new Answer(DONE, views.confirmed(number, instance, victims));
    }
    return show(placement);
  }

  private Answer release(String placement) {
    Reservation reservation = reserved(placement);
    if (reservation != null) {
      record(new Fact.Released(reservation.fact.number(), false));
      return new Answer(DONE, Views.released(reservation.fact));
    }
    String instance = placedBy(placement);
    return instance == null
        ? missing(placement)
        : Answer.conflict(placement + " is confirmed; to end it, delete the instance " + instance);
  }

  /** The number in a placement's name; none in any other text. */
  private static OptionalLong number(String placement) {
    return placement.matches("p[1-9][0-9]{0,17}")
        ? OptionalLong.of(Long.parseLong(placement.substring(1)))
        : OptionalLong.empty();
  }

  private @Nullable Reservation reserved(String placement) {
    OptionalLong number = number(placement);
    return number.isPresent() ? book.reservation(number.getAsLong()) : null;
  }

  private @Nullable String placedBy(String placement) {
    OptionalLong number = number(placement);
    return number.isPresent() ? book.instanceOf(number.getAsLong()) : null;
  }

  private static Answer missing(String placement) {
    return Answer.missing(
        "there is no placement " + placement + "; it expired, ended or never was");
  }

  private Answer end(String instance) {
    if (!book.knows(instance) || Reservation.isRest(instance)) {
      return Answer.missing("there is no instance " + instance);
    }
    Reservation claim = book.claimOn(instance).orElse(null);
    if (claim != null && claim.fact.instance().id().equals(instance)) {
      String placement = Views.id(claim.fact.number());
      return Answer.conflict(instance + " is only reserved; delete the placement " + placement);
    }
    String host = claim != null ? claim.fact.host() : book.cluster().hostOf(instance).orElseThrow();
    record(new Fact.Ended(instance));
    return new Answer(DONE, new InstanceGone(instance, host));
  }

  private Answer put(Ask.PutHost put, long nowMillis) {
    HostState state = put.described().state();
    String id = state.host().id();
    boolean known = book.cluster().host(id).isPresent();
    NavigableSet<Long> open = book.openByHost().getOrDefault(id, new TreeSet<>());
    if (put.described().instancesGiven()) {
      if (!open.isEmpty()) {
        return Answer.conflict(
            "%s has %s, the first %s; confirm or delete them, or leave out"
                    .formatted(
                        id, Counted.of(open.size(), "open reservation"), Views.id(open.first()))
                + " instances");
      }
      refuseElsewhere(state);
    } else if (known) {
      String problem = tooSmall(state.host());
      if (!problem.isEmpty()) {
        return Answer.conflict(problem);
      }
      state = new HostState(state.host(), book.running(id));
    }
    record(new Fact.HostPut(state));
    return new Answer(known ? DONE : CREATED, views.host(state.host(), nowMillis));
  }

  /** An instance runs on one host. */
  private void refuseElsewhere(HostState state) {
    String here = state.host().id();
    for (int i = 0; i < state.instances().size(); i++) {
      String id = state.instances().get(i).id();
      String other = book.cluster().hostOf(id).orElse(here);
      if (!other.equals(here) || book.claimOn(id).isPresent()) {
        throw BodyReader.elsewhere(i, id, other);
      }
    }
  }

  private String tooSmall(Host host) {
    Cluster.Free free = book.cluster().fullState(host.id());
    Size before = book.cluster().host(host.id()).orElseThrow().promised();
    Size after = host.promised();
    int vcpus = before.vcpus() - free.vcpus();
    int ramMb = before.ramMb() - free.ramMb();
    int diskGb = before.diskGb() - free.diskGb();
    boolean fits = vcpus <= after.vcpus() && ramMb <= after.ramMb() && diskGb <= after.diskGb();
    return fits
        ? ""
        : "%s is in use with %d vCPU, %d MB RAM, %d GB disk, more than the new size"
            .formatted(host.id(), vcpus, ramMb, diskGb);
  }

  private Answer remove(String host) {
    if (book.cluster().host(host).isEmpty()) {
      return Answer.missing("there is no host " + host);
    }
    List<String> instances = book.running(host).stream().map(Instance::id).toList();
    List<String> placements =
        book.openByHost().getOrDefault(host, new TreeSet<>()).stream().map(Views::id).toList();
    record(new Fact.HostRemoved(host));
    return new Answer(DONE, new HostGone(host, instances, placements));
  }

  /** Notes whose life is over; whoever runs the cloud ends them, and says so. */
  void noteLivesOver(long nowMillis) {
    while (book.residents().nextLifeEndMillis().orElse(Long.MAX_VALUE) <= nowMillis) {
      record(new Fact.LifeOver(book.residents().nextToEnd(), nowMillis));
    }
  }

  /** Releases what has expired. */
  int releaseExpired(long nowMillis) {
    int count = 0;
    for (Reservation first = book.firstToExpire();
        first != null && first.fact.expiresAtMillis() <= nowMillis;
        first = book.firstToExpire()) {
      record(new Fact.Released(first.fact.number(), true));
      count++;
    }
    return count;
  }
}
