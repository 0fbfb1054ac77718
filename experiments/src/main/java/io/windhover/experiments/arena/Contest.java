package io.windhover.experiments.arena;

import io.windhover.experiments.paper.AllCores;
import io.windhover.experiments.paper.PastRuns;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.paper.Steps;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Runs cases, on all cores, those that were run before by the same build excepted. Results stand by
 * case, policy and seed, so they do not depend on which run was over first.
 */
final class Contest {
  private static final String BOUND = "bound";

  /** One policy, or the bound, in one case. */
  private record Entry(ArenaCase one, String who) {
    /** Streams take longest, and of their policies ours. */
    int rank() {
      int stream = one.family().name().matches("scs|stream.*") ? 0 : 1;
      return 2 * stream + (who.equals("workflow") ? 0 : 1);
    }
  }

  private final int seeds;
  private final PastRuns past;
  private final Map<String, Optional<String>> builds = new LinkedHashMap<>();

  Contest(int seeds, PastRuns past) {
    this.seeds = seeds;
    this.past = past;
  }

  /** All rivals of each case and those who are judged, as far as they can take it. */
  List<CaseResults> run(List<ArenaCase> cases, List<String> judged, Steps steps) {
    List<Entry> entries = new ArrayList<>();
    for (ArenaCase one : cases) {
      Set<String> who = new LinkedHashSet<>(one.rivals());
      judged.stream().filter(policy -> Contestants.takes(policy, one)).forEach(who::add);
      who.forEach(policy -> entries.add(new Entry(one, policy)));
      entries.add(new Entry(one, BOUND));
    }
    findBuilds(entries);
    List<Entry> longestFirst = new ArrayList<>(entries);
    longestFirst.sort(Comparator.comparingInt(Entry::rank));
    var over = new AtomicInteger();
    List<List<ArenaResult>> found =
        AllCores.map(
            longestFirst,
            entry -> {
              List<ArenaResult> results = results(entry);
              steps.part(over.incrementAndGet(), longestFirst.size());
              return results;
            });
    Map<Entry, List<ArenaResult>> byEntry = new LinkedHashMap<>();
    for (int i = 0; i < found.size(); i++) {
      byEntry.put(longestFirst.get(i), found.get(i));
    }
    return gathered(cases, byEntry);
  }

  private void findBuilds(List<Entry> entries) {
    ProgramParts program = ProgramParts.here();
    for (Entry entry : entries) {
      builds.computeIfAbsent(
          entry.who(), who -> who.equals(BOUND) ? program.ofBounds() : program.of(who));
    }
  }

  private static List<CaseResults> gathered(
      List<ArenaCase> cases, Map<Entry, List<ArenaResult>> byEntry) {
    Map<ArenaCase, Map<String, List<ArenaResult>>> byCase = new LinkedHashMap<>();
    byEntry.forEach(
        (entry, results) ->
            byCase
                .computeIfAbsent(entry.one(), one -> new LinkedHashMap<>())
                .put(entry.who(), results));
    List<CaseResults> all = new ArrayList<>();
    for (ArenaCase one : cases) {
      Map<String, List<ArenaResult>> byPolicy = byCase.getOrDefault(one, new LinkedHashMap<>());
      List<ArenaResult> bounds = byPolicy.remove(BOUND);
      double bound = bounds == null ? 0 : mean(bounds);
      all.add(new CaseResults(one, bound, byPolicy));
    }
    return all;
  }

  private static double mean(List<ArenaResult> results) {
    return Sample.of(results.stream().mapToDouble(ArenaResult::dollars).toArray()).mean();
  }

  private List<ArenaResult> results(Entry entry) {
    // A bound takes spot machines to stay, so it has no chance in it either.
    boolean steady = entry.who().equals(BOUND) || Contestants.isOnDemandOnly(entry.who());
    return IntStream.range(0, entry.one().runs(seeds, steady))
        .mapToObj(run -> kept(entry, run, seed -> made(entry, seed)))
        .toList();
  }

  private static ArenaResult made(Entry entry, long seed) {
    SmallWorld world = entry.one().world();
    return entry.who().equals(BOUND)
        ? new ArenaResult(WorldBound.dollars(world, seed), 0, 0, "")
        : ArenaTrial.run(world, Contestants.make(entry.who()), seed);
  }

  /** What cannot be told from the runs of another program is not kept. */
  private ArenaResult kept(Entry entry, int run, Function<Long, ArenaResult> make) {
    Optional<String> build = builds.getOrDefault(entry.who(), Optional.empty());
    if (build.isEmpty()) {
      return make.apply(entry.one().marketSeed(run));
    }
    String name =
        "%s %s run %d build %s".formatted(entry.one().id(), entry.who(), run, build.get());
    Optional<ArenaResult> before = past.result(name).flatMap(ArenaResult::parse);
    if (before.isPresent()) {
      return before.get();
    }
    ArenaResult result = make.apply(entry.one().marketSeed(run));
    past.add(name, result.text());
    return result;
  }
}
