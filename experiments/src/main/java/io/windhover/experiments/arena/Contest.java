package io.windhover.experiments.arena;

import io.windhover.experiments.paper.AllCores;
import io.windhover.experiments.paper.PastRuns;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.paper.Steps;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Runs cases, on all cores, those that were run before by the same build excepted. Results stand by
 * case, policy and seed, so they do not depend on which run was over first.
 */
final class Contest {
  private static final String BOUND = "bound";

  /** One policy, or the bound, in one case with one market seed. */
  private record Entry(ArenaCase one, String who, int run) {
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
      who.add(BOUND);
      who.forEach(each -> entries.addAll(entries(one, each)));
    }
    findBuilds(entries);
    entries.sort(Comparator.comparingInt(Entry::rank));
    var over = new AtomicInteger();
    List<ArenaResult> found =
        AllCores.map(
            entries,
            entry -> {
              ArenaResult result = result(entry);
              steps.part(over.incrementAndGet(), entries.size());
              return result;
            });
    IdentityHashMap<ArenaCase, Map<String, List<ArenaResult>>> byCase = new IdentityHashMap<>();
    for (int i = 0; i < found.size(); i++) {
      byCase
          .computeIfAbsent(entries.get(i).one(), one -> new LinkedHashMap<>())
          .computeIfAbsent(entries.get(i).who(), who -> new ArrayList<>())
          .add(found.get(i));
    }
    return cases.stream().map(one -> gathered(one, byCase)).toList();
  }

  /**
   * The runs that tell something new; a bound takes spot machines to stay, so it meets no chance.
   */
  private List<Entry> entries(ArenaCase one, String who) {
    boolean steady = who.equals(BOUND) || Contestants.isOnDemandOnly(who);
    return IntStream.range(0, one.runs(seeds, steady))
        .mapToObj(run -> new Entry(one, who, run))
        .toList();
  }

  private void findBuilds(List<Entry> entries) {
    ProgramParts program = ProgramParts.here();
    for (Entry entry : entries) {
      builds.computeIfAbsent(
          entry.who(), who -> who.equals(BOUND) ? program.ofBounds() : program.of(who));
    }
  }

  private static CaseResults gathered(
      ArenaCase one, IdentityHashMap<ArenaCase, Map<String, List<ArenaResult>>> byCase) {
    Map<String, List<ArenaResult>> byPolicy =
        new LinkedHashMap<>(byCase.getOrDefault(one, Map.of()));
    List<ArenaResult> bounds = byPolicy.remove(BOUND);
    return new CaseResults(one, bounds == null ? 0 : mean(bounds), byPolicy);
  }

  private static double mean(List<ArenaResult> results) {
    return Sample.of(results.stream().mapToDouble(ArenaResult::dollars).toArray()).mean();
  }

  private static ArenaResult made(Entry entry, long seed) {
    SmallWorld world = entry.one().world();
    return entry.who().equals(BOUND)
        ? new ArenaResult(WorldBound.dollars(world, seed), 0, 0, "")
        : ArenaTrial.run(world, Contestants.make(entry.who()), seed);
  }

  /** What cannot be told from the runs of another program is not kept. */
  private ArenaResult result(Entry entry) {
    long seed = entry.one().marketSeed(entry.run());
    Optional<String> build = builds.getOrDefault(entry.who(), Optional.empty());
    if (build.isEmpty()) {
      return made(entry, seed);
    }
    String name =
        "%s %s run %d build %s".formatted(entry.one().id(), entry.who(), entry.run(), build.get());
    Optional<ArenaResult> before = past.result(name).flatMap(ArenaResult::parse);
    if (before.isPresent()) {
      return before.get();
    }
    ArenaResult result = made(entry, seed);
    past.add(name, result.text());
    return result;
  }
}
