package io.windhover.experiments.scs;

import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.paper.Steps;
import io.windhover.experiments.scs.Draws.Room;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.experiments.scs.ScsSetting.Meter;
import io.windhover.workload.generate.Application;
import java.util.ArrayList;
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
  /** Cases that are run side by side, as one step for whoever watches. */
  record Block(String what, List<Case> cases, int draws) {
    Block {
      cases = List.copyOf(cases);
    }
  }

  /** One run; what room its draw had to have makes no difference to it. */
  private record Run(Case one, long seed) {
    static Run of(Case one, long seed) {
      Case same =
          new Case(
              one.policy(), one.cell(), one.meter(), one.jobsPerHour(), one.errors(), Room.EXACT);
      return new Run(same, seed);
    }
  }

  private record Stream(Cell cell, Meter meter, int jobsPerHour, long seed) {}

  private record Kind(Application application, long deadlineMillis, Room room, int draws) {}

  private final Scope scope;
  private final Map<Case, Runs> done = new LinkedHashMap<>();
  private final Map<Run, Measured> runs = new HashMap<>();
  private final Map<Stream, Double> bounds = new HashMap<>();
  private final Map<Kind, Draws> draws = new LinkedHashMap<>();

  Campaign(Scope scope) {
    this.scope = scope;
  }

  void run(List<Block> blocks, Steps steps) {
    for (Block block : blocks) {
      steps.next(block.what());
      run(block, steps);
    }
  }

  private void run(Block block, Steps steps) {
    List<Case> cases = block.cases().stream().distinct().toList();
    List<Run> missing = new ArrayList<>();
    List<Stream> unbounded = new ArrayList<>();
    for (Case one : cases) {
      for (long seed : draws(one.cell(), one.room(), block.draws()).seeds()) {
        missing.add(Run.of(one, seed));
        if (one.isExact()) {
          unbounded.add(new Stream(one.cell(), one.meter(), one.jobsPerHour(), seed));
        }
      }
    }
    measure(missing.stream().distinct().filter(run -> !runs.containsKey(run)).toList(), steps);
    bound(unbounded.stream().distinct().filter(one -> !bounds.containsKey(one)).toList());
    for (Case one : cases) {
      List<Long> seeds = draws(one.cell(), one.room(), block.draws()).seeds();
      done.put(one, new Runs(seeds, seeds.stream().map(seed -> found(one, seed)).toList()));
    }
  }

  private void measure(List<Run> missing, Steps steps) {
    var over = new AtomicInteger();
    List<Measured> measured =
        missing.parallelStream()
            .map(
                run -> {
                  Measured one = measured(run.one(), run.seed());
                  steps.part(over.incrementAndGet(), missing.size());
                  return one;
                })
            .toList();
    for (int i = 0; i < missing.size(); i++) {
      runs.put(missing.get(i), measured.get(i));
    }
  }

  private Measured measured(Case one, long seed) {
    double hours = scope.hours(one.jobsPerHour());
    return Trial.of(one, hours, seed).run(Policies.make(one.policy()));
  }

  private double hours(Stream stream) {
    return scope.hours(stream.jobsPerHour());
  }

  private void bound(List<Stream> streams) {
    List<Double> found =
        streams.parallelStream()
            .map(
                one ->
                    Bounds.dollars(
                        one.cell(), one.meter(), one.jobsPerHour(), hours(one), one.seed()))
            .toList();
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

  Runs of(Case one) {
    Runs found = done.get(one);
    if (found == null) {
      throw new IllegalStateException("was not run: " + one);
    }
    return found;
  }

  /** The first draws only, so that policies with more of them can be compared with others. */
  Runs of(Case one, int draws) {
    return of(one).first(draws);
  }

  /** Every case with exact estimates, in the order of the blocks. */
  void forEachExact(BiConsumer<Case, Runs> what) {
    done.forEach(
        (one, some) -> {
          if (one.isExact()) {
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

  Sample bound(Case one, int draws) {
    return Sample.of(bounds(one).subList(0, Math.min(draws, of(one).all().size())));
  }
}
