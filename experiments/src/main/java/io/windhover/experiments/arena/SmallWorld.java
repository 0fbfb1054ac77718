package io.windhover.experiments.arena;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening.JobArrives;
import io.windhover.simulator.cloud.Imprecision;
import io.windhover.simulator.cloud.MarketProcess;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/**
 * What a case is made of: what can be rented, what comes to be done, and what befalls it.
 *
 * @param arrivals the jobs for a market seed, in the order in which they come
 * @param market what befalls spot machines with a market seed
 * @param truth the one job with its real runtimes, where policies are told none
 * @param dag whether tasks come after others
 * @param chance what market seeds make a difference to
 */
record SmallWorld(
    List<Offer> offers,
    LongFunction<List<JobArrives>> arrivals,
    LongFunction<MarketProcess> market,
    Imprecision errors,
    Optional<JobSpec> truth,
    boolean dag,
    Chances chance) {
  /** What differs from one market seed to the next. */
  enum Chances {
    NOTHING,
    /** What befalls spot machines; who rents none meets the same every time. */
    SPOT_MACHINES,
    EVERYTHING
  }

  SmallWorld {
    offers = List.copyOf(offers);
  }

  /** One job at the start, known exactly. */
  static SmallWorld of(List<Offer> offers, JobSpec job, LongFunction<MarketProcess> market) {
    boolean spot = offers.stream().anyMatch(Offer::isSpot);
    List<JobArrives> once = List.of(new JobArrives(0, job));
    return new SmallWorld(
        offers,
        seed -> once,
        market,
        Imprecision.NONE,
        Optional.empty(),
        isDag(job),
        spot ? Chances.SPOT_MACHINES : Chances.NOTHING);
  }

  /** Jobs that come by chance. */
  static SmallWorld stream(
      List<Offer> offers,
      LongFunction<List<JobArrives>> arrivals,
      LongFunction<MarketProcess> market,
      boolean dag) {
    return new SmallWorld(
        offers, arrivals, market, Imprecision.NONE, Optional.empty(), dag, Chances.EVERYTHING);
  }

  /** The same, whose runtimes and launches take longer or shorter than is said. */
  SmallWorld erring(Imprecision amount) {
    return new SmallWorld(offers, arrivals, market, amount, truth, dag, Chances.EVERYTHING);
  }

  /** The same with its single job, of which nobody is told how long its tasks take. */
  SmallWorld untold() {
    JobSpec job = arrivals.apply(0).get(0).spec();
    List<TaskGroup> silent =
        job.groups().stream().map(group -> group.withRuntime(RuntimeEstimate.UNKNOWN)).toList();
    List<JobArrives> once = List.of(new JobArrives(0, withGroups(job, silent)));
    return new SmallWorld(offers, seed -> once, market, errors, Optional.of(job), dag, chance);
  }

  static JobSpec withGroups(JobSpec job, List<TaskGroup> groups) {
    return new JobSpec(job.name(), job.folder(), job.deadline(), job.keepGoing(), groups);
  }

  static JobSpec withDeadline(JobSpec job, long spanMillis) {
    return new JobSpec(
        job.name(), job.folder(), new Deadline.Within(spanMillis), job.keepGoing(), job.groups());
  }

  private static boolean isDag(JobSpec job) {
    return job.groups().stream().anyMatch(group -> !group.after().isEmpty());
  }

  /** How long attempts really take. */
  Fate fate(long seed) {
    return errors.fate(truth.map(SmallWorld::told).orElse(Fate.asEstimated()), seed);
  }

  private static Fate told(JobSpec truth) {
    Map<String, RuntimeEstimate> byName = new TreeMap<>();
    truth.groups().forEach(group -> byName.put(group.name(), group.runtime()));
    Fate exact = Fate.asEstimated();
    return (attempt, group, machine) ->
        exact.of(
            attempt,
            group.withRuntime(byName.getOrDefault(group.name(), RuntimeEstimate.UNKNOWN)),
            machine);
  }

  /** Whether policies know all that can be known. */
  boolean exact() {
    return truth.isEmpty() && errors.equals(Imprecision.NONE);
  }

  /** The world in a line, for whoever looks at a single case. */
  String words(long seed) {
    List<JobArrives> jobs = arrivals.apply(seed);
    int tasks = jobs.stream().mapToInt(job -> job.spec().taskCount()).sum();
    String deadlines =
        jobs.stream()
            .map(job -> job.spec().deadline().atMillis(0) / 1000)
            .distinct()
            .map(seconds -> seconds + " s")
            .collect(Collectors.joining(", "));
    String types =
        offers.stream()
            .map(
                offer ->
                    "%s %d cores %.1f GB $%.3f x%d"
                        .formatted(
                            offer.name(),
                            offer.machine().cores(),
                            offer.machine().memoryBytes() / 1e9,
                            offer.machine().pricePerHourNanos() / 1e9,
                            Math.min(offer.limit(), offer.roomInMarket(0, 0))))
            .collect(Collectors.joining("; "));
    return "%d jobs, %d tasks, due within %s; %s".formatted(jobs.size(), tasks, deadlines, types);
  }
}
