package io.windhover.app.simulate;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.workload.Durations;
import io.windhover.workload.Sizes;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.Submission;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Why work cannot be done on a catalogue; found before anything starts.
 *
 * @param badInput whether the files lack something, rather than the world
 * @param isLate it could be done, but not in time
 */
public record Obstacle(String text, boolean badInput, boolean isLate) {
  private Obstacle(String text, boolean badInput) {
    this(text, badInput, false);
  }

  /** What stands in the way of these jobs of a scenario under a policy. */
  public static Optional<Obstacle> of(Scenario scenario, List<Submission> jobs, Policy policy) {
    List<Offer> offers = scenario.catalogue().offers();
    return scenario.isStream()
        ? ofAny(jobs, offers, policy)
        : of(jobs.get(0).spec(), offers, policy);
  }

  /** The first obstacle there is for a policy, which may not rent all that is on offer. */
  public static Optional<Obstacle> of(JobSpec job, List<Offer> offers, Policy policy) {
    Optional<Obstacle> forAll = of(job, offers);
    if (forAll.isPresent() || !policy.traits().contains(Trait.RENTS_NO_SPOT)) {
      return forAll;
    }
    String only = "policy %s rents on demand only".formatted(policy.name());
    List<Offer> onDemand = rentedBy(policy, offers);
    if (onDemand.isEmpty()) {
      return Optional.of(new Obstacle(only + ", and nothing is sold on demand", false));
    }
    return of(job, onDemand).map(found -> found.with(found.text + "; " + only));
  }

  /** What of all that is on offer a policy rents. */
  public static List<Offer> rentedBy(Policy policy, List<Offer> offers) {
    return policy.traits().contains(Trait.RENTS_NO_SPOT)
        ? offers.stream().filter(offer -> !offer.isSpot()).toList()
        : offers;
  }

  private Obstacle with(String newText) {
    return new Obstacle(newText, badInput, isLate);
  }

  /** The first obstacle there is, whoever decides. */
  public static Optional<Obstacle> of(JobSpec job, List<Offer> offers) {
    List<Offer> rentable = rentable(offers);
    if (rentable.isEmpty()) {
      return Optional.of(new Obstacle("the limits let no VM be rented", false));
    }
    for (TaskGroup group : job.groups()) {
      List<Offer> able = able(group.need(), rentable);
      if (able.isEmpty()) {
        return Optional.of(new Obstacle(tooLarge(group, rentable), false));
      }
      for (Offer offer : able) {
        if (group.runtime().millisOn(offer.machine().type()).isEmpty()) {
          return Optional.of(
              new Obstacle(
                  "task %s: no runtime on %s; a simulation needs one"
                      .formatted(group.name(), offer.machine().type()),
                  true));
        }
      }
    }
    long deadlineMillis = job.deadline().atMillis(0);
    long earliestMillis = earliestMillis(job, offers);
    if (deadlineMillis == Deadline.NEVER_MILLIS || earliestMillis <= deadlineMillis) {
      return Optional.empty();
    }
    String text =
        "the deadline of %s cannot be met: the earliest possible end is after %s"
            .formatted(Durations.format(deadlineMillis), Durations.format(earliestMillis));
    return Optional.of(new Obstacle(text, false, true));
  }

  /**
   * The first obstacle of any class of jobs, named by its class; if deadlines are all that is
   * wrong, that of the class that takes longest, so that a deadline that it can meet suits every
   * class.
   */
  private static Optional<Obstacle> ofAny(
      List<Submission> jobs, List<Offer> offers, Policy policy) {
    Optional<Obstacle> latest = Optional.empty();
    long latestMillis = -1;
    for (JobSpec kind : Submission.kinds(jobs)) {
      Optional<Obstacle> found =
          of(kind, offers, policy).map(one -> one.with("class " + kind.name() + ": " + one.text));
      if (found.isPresent() && !found.get().isLate()) {
        return found;
      }
      long earliestMillis = earliestMillis(kind, rentedBy(policy, offers));
      if (found.isPresent() && earliestMillis > latestMillis) {
        latest = found;
        latestMillis = earliestMillis;
      }
    }
    return latest;
  }

  private static List<Offer> rentable(List<Offer> offers) {
    return offers.stream().filter(o -> o.limit() > 0 && o.roomInMarket(0, 0) > 0).toList();
  }

  private static List<Offer> able(Need need, List<Offer> offers) {
    return offers.stream().filter(offer -> offer.machine().offers(need)).toList();
  }

  private static String tooLarge(TaskGroup group, List<Offer> offers) {
    Need need = group.need();
    String task = "task " + group.name();
    Offer most = largest(offers, Comparator.comparingInt(o -> o.machine().cores()));
    if (need.cores() > most.machine().cores()) {
      return "%s needs %d cores; the largest VM, %s, has %d"
          .formatted(task, need.cores(), most.machine().type(), most.machine().cores());
    }
    Offer widest = largest(offers, Comparator.comparingLong(o -> o.machine().memoryBytes()));
    if (need.memoryBytes() > widest.machine().memoryBytes()) {
      return "%s needs %s of memory; the largest VM, %s, has %s"
          .formatted(
              task,
              Sizes.format(need.memoryBytes()),
              widest.machine().type(),
              Sizes.format(widest.machine().memoryBytes()));
    }
    TreeSet<String> missing = new TreeSet<>(need.requires());
    offers.forEach(offer -> missing.removeAll(offer.machine().labels()));
    return missing.isEmpty()
        ? task + ": no single VM type has all that it needs"
        : task + " requires " + String.join(", ", missing) + ", which no VM type offers";
  }

  private static Offer largest(List<Offer> offers, Comparator<Offer> size) {
    return offers.stream().max(size).orElseThrow();
  }

  /**
   * No schedule ends before this: the longest chain on the fastest types, and all work spread
   * evenly over every core there is, each after the quickest start-up.
   */
  public static long earliestMillis(JobSpec job, List<Offer> all) {
    List<Offer> offers = rentable(all);
    long[] endMillis = new long[job.groups().size()];
    long longest = 0;
    double coreMillis = 0;
    for (int g = 0; g < endMillis.length; g++) {
      TaskGroup group = job.groups().get(g);
      long fastest =
          able(group.need(), offers).stream()
              .mapToLong(o -> group.runtime().millisOn(o.machine().type()).orElse(0))
              .min()
              .orElse(0);
      for (int before : group.after()) {
        endMillis[g] = Math.max(endMillis[g], endMillis[before]);
      }
      endMillis[g] += fastest;
      longest = Math.max(longest, endMillis[g]);
      coreMillis += (double) fastest * group.need().cores() * group.count();
    }
    long startUp = offers.stream().mapToLong(Offer::startUpMillis).min().orElse(0);
    return startUp + Math.max(longest, (long) Math.ceil(coreMillis / cores(offers)));
  }

  private static double cores(List<Offer> offers) {
    double cores = 0;
    for (Market market : Market.values()) {
      List<Offer> largestFirst =
          new ArrayList<>(offers.stream().filter(o -> o.market() == market).toList());
      largestFirst.sort(Comparator.comparingInt((Offer o) -> -o.machine().cores()));
      long left = largestFirst.stream().mapToInt(Offer::marketLimit).max().orElse(0);
      double inMarket = 0;
      for (Offer offer : largestFirst) {
        long rented = Math.min(left, offer.limit());
        inMarket += (double) rented * offer.machine().cores();
        left -= rented;
      }
      int most = largestFirst.stream().mapToInt(Offer::marketCores).max().orElse(0);
      cores += most > 0 ? Math.min(most, inMarket) : inMarket;
    }
    return cores;
  }
}
