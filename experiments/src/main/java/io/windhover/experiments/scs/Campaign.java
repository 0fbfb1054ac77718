package io.windhover.experiments.scs;

import io.windhover.experiments.paper.AllCores;
import io.windhover.experiments.paper.PastRuns;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.paper.Steps;
import io.windhover.experiments.scs.Draws.Room;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.experiments.scs.ScsSetting.Meter;
import io.windhover.workload.generate.Application;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * Every run of the reproduction, each once, on all cores. Results stand by case and draw, so they
 * do not depend on which run was over first.
 */
final class Campaign {
  /** A case, with the first so many of its draws. */
  record Wanted(Case one, int draws) {}

  /** Cases that are run side by side, as one step for whoever watches. */
  record Block(String what, List<Wanted> wanted) {
    Block {
      wanted = List.copyOf(wanted);
    }

    static Block of(String what, List<Case> cases, int draws) {
      return new Block(what, cases.stream().map(one -> new Wanted(one, draws)).toList());
    }

    /** As one step, the longest first, in which no core waits for others at the end of each. */
    static Block together(String what, List<Block> blocks) {
      return new Block(
          what,
          blocks.stream()
              .flatMap(one -> one.wanted.stream())
              .sorted(
                  Comparator.comparing(
                          (Wanted one) -> Policies.LONGEST_FIRST.indexOf(one.one().policy()))
                      .thenComparing(one -> -one.one().jobsPerHour()))
              .toList());
    }
  }

  /** One run; what room its draw had to have makes no difference to it. */
  private record Run(Case one, long seed) {
    static Run of(Case one, long seed) {
      return new Run(one.withRoom(Room.EXACT), seed);
    }

    /** Everything it depends on. */
    String name(double hours) {
      return "%s %s errors %s %s failures %s lives %d margins %d %% deadline %d %% less"
          .formatted(
              one.policy(),
              new Stream(one.cell(), one.meter(), one.jobsPerHour(), seed).name(hours),
              one.errors().runtimeError(),
              one.errors().lagError(),
              one.errors().taskFailures(),
              one.errors().vmMeanLifeMillis(),
              one.marginPercent(),
              one.lessTimePercent());
    }
  }

  private record Stream(Cell cell, Meter meter, int jobsPerHour, long seed) {
    String name(double hours) {
      return "%s by the %s %d an hour for %s hours seed %d"
          .formatted(cell.name(), meter.text(), jobsPerHour, hours, seed);
    }
  }

  private record Kind(Application application, long deadlineMillis, Room room, int draws) {}

  private final Scope scope;
  private final Past past;
  private final Map<Case, Runs> done = new LinkedHashMap<>();
  private final Map<Run, Measured> runs = new HashMap<>();
  private final Map<Stream, Double> bounds = new HashMap<>();
  private final Map<Kind, Draws> draws = new LinkedHashMap<>();

  Campaign(Scope scope, PastRuns past) {
    this.scope = scope;
    this.past = new Past(past);
  }

  void run(List<Block> blocks, Steps steps) {
    for (Block block : blocks) {
      steps.next(block.what());
      run(block, steps);
    }
  }

  private void run(Block block, Steps steps) {
    List<Run> missing = new ArrayList<>();
    List<Stream> unbounded = new ArrayList<>();
    for (Wanted wanted : block.wanted()) {
      Case one = wanted.one();
      for (long seed : seeds(wanted)) {
        missing.add(Run.of(one, seed));
        if (one.isExact()) {
          unbounded.add(new Stream(one.cell(), one.meter(), one.jobsPerHour(), seed));
        }
      }
    }
    measure(missing.stream().distinct().filter(run -> !runs.containsKey(run)).toList(), steps);
    bound(unbounded.stream().distinct().filter(one -> !bounds.containsKey(one)).toList());
    for (Wanted wanted : block.wanted()) {
      done.merge(wanted.one(), runs(wanted), (a, b) -> a.all().size() > b.all().size() ? a : b);
    }
  }

  private Runs runs(Wanted wanted) {
    List<Long> seeds = seeds(wanted);
    return new Runs(seeds, seeds.stream().map(seed -> found(wanted.one(), seed)).toList());
  }

  private List<Long> seeds(Wanted wanted) {
    return draws(wanted.one().cell(), wanted.one().room(), wanted.draws()).seeds();
  }

  private void measure(List<Run> missing, Steps steps) {
    var over = new AtomicInteger();
    List<Measured> measured =
        AllCores.map(
            missing,
            run -> {
              Measured one = measured(run);
              steps.part(over.incrementAndGet(), missing.size());
              return one;
            });
    for (int i = 0; i < missing.size(); i++) {
      runs.put(missing.get(i), measured.get(i));
    }
  }

  private Measured measured(Run run) {
    Case one = run.one();
    double hours = scope.hours(one.jobsPerHour());
    return past.measured(
        run.name(hours), () -> Trial.of(one, hours, run.seed()).run(Policies.make(one)));
  }

  private double hours(Stream stream) {
    return scope.hours(stream.jobsPerHour());
  }

  private void bound(List<Stream> streams) {
    List<Double> found =
        AllCores.map(
            streams,
            one ->
                past.dollars(
                    Figures8To10.BOUND + " " + one.name(hours(one)),
                    () ->
                        Bounds.dollars(
                            one.cell(), one.meter(), one.jobsPerHour(), hours(one), one.seed())));
    for (int i = 0; i < streams.size(); i++) {
      bounds.put(streams.get(i), found.get(i));
    }
  }

  private Measured found(Case one, long seed) {
    Measured measured = runs.get(Run.of(one, seed));
    if (measured == null) {
      throw new IllegalStateException("was not run: " + one + " with seed " + seed);
    }
    return measured;
  }

  Draws draws(Cell cell, Room room, int count) {
    return draws.computeIfAbsent(
        new Kind(cell.application(), cell.deadlineMillis(), room, count),
        kind -> Draws.of(kind.application(), kind.deadlineMillis(), kind.room(), kind.draws()));
  }

  /** The most draws of a job that were wanted; none where none were. */
  Draws drawn(Application application, long deadlineMillis, Room room) {
    return draws.entrySet().stream()
        .filter(
            entry ->
                entry.getKey().application() == application
                    && entry.getKey().deadlineMillis() == deadlineMillis
                    && entry.getKey().room() == room)
        .map(Map.Entry::getValue)
        .max(Comparator.comparingInt(some -> some.seeds().size()))
        .orElse(new Draws(List.of(), 0));
  }

  /** All its draws. */
  Runs of(Case one) {
    Runs found = done.get(one);
    if (found == null) {
      throw new IllegalStateException("was not run: " + one);
    }
    return found;
  }

  /** The first draws, where others have wanted more of the case. */
  Runs of(Case one, int draws) {
    return runs(new Wanted(one, draws));
  }

  /** Every case with exact estimates and its cell's deadline, in the order of the blocks. */
  void forEachExact(BiConsumer<Case, Runs> what) {
    done.forEach(
        (one, some) -> {
          if (one.isExact() && one.lessTimePercent() == 0) {
            what.accept(one, some);
          }
        });
  }

  /** The least that the draws of a case can cost, in dollars, draw by draw. */
  List<Double> bounds(Case one) {
    return of(one).seeds().stream().map(seed -> bound(one, seed)).toList();
  }

  private double bound(Case one, long seed) {
    Double dollars = bounds.get(new Stream(one.cell(), one.meter(), one.jobsPerHour(), seed));
    if (dollars == null) {
      throw new IllegalStateException("no bound: " + one + " with seed " + seed);
    }
    return dollars;
  }

  Sample bound(Case one) {
    return Sample.of(bounds(one));
  }
}
