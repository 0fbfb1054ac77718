package io.windhover.experiments.arena;

import static io.windhover.experiments.arena.DrawnCatalogue.between;
import static io.windhover.experiments.arena.DrawnCatalogue.logBetween;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Bags of tasks drawn from chance, each task a group of its own, for no two are alike. */
final class DrawnBag {
  /** What sets the tasks of a bag apart. */
  enum Shape {
    /** One core, a fitting share of memory, runtimes within a factor of four. */
    PLAIN,
    /** Half of the tasks need two or four cores. */
    MIXED,
    /** A few tasks run many times as long as most. */
    TAIL,
    /** Memory runs out before cores do. */
    MEMORY,
    /** Small tasks and one that needs nearly the largest machine's memory. */
    GIANT
  }

  private static final double TAIL_INDEX = 1.3;
  private static final double TAIL_MAX = 30;
  private static final int KINDS = 3;

  private final SplittableRandom chance;
  private final List<Offer> offers;
  private final Shape shape;
  private final MachineSpec largest;
  private final double medianMillis;
  private final boolean speedsDiffer;
  private final List<double[]> speeds = new ArrayList<>();

  private DrawnBag(SplittableRandom chance, List<Offer> offers, Shape shape) {
    this.chance = chance;
    this.offers = offers;
    this.shape = shape;
    this.largest = largest(offers);
    this.medianMillis = logBetween(chance, 60_000, 900_000);
    this.speedsDiffer = chance.nextInt(3) == 0;
    for (int kind = 0; kind < KINDS; kind++) {
      speeds.add(
          DrawnCatalogue.types(offers).stream()
              .mapToDouble(type -> between(chance, 0.6, 1.6))
              .toArray());
    }
  }

  /** A bag without a deadline. */
  static JobSpec draw(
      SplittableRandom chance, List<Offer> offers, Shape shape, int tasksMin, int tasksMax) {
    var bag = new DrawnBag(chance, offers, shape);
    int tasks = (int) Math.round(logBetween(chance, tasksMin, tasksMax));
    List<TaskGroup> groups = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      groups.add(bag.task(i, i == tasks / 2));
    }
    return new JobSpec("bag", "", new Deadline.None(), false, groups);
  }

  private static MachineSpec largest(List<Offer> offers) {
    MachineSpec largest = offers.get(0).machine();
    for (Offer offer : offers) {
      if (offer.machine().memoryBytes() > largest.memoryBytes()) {
        largest = offer.machine();
      }
    }
    return largest;
  }

  private TaskGroup task(int number, boolean middle) {
    int kind = chance.nextInt(KINDS);
    boolean giant = shape == Shape.GIANT && middle;
    return task("task" + number, "kind" + kind, need(giant), runtime(kind, millis()));
  }

  static TaskGroup task(String name, String kind, Need need, RuntimeEstimate runtime) {
    return new TaskGroup(name, 1, Script.NONE, kind, need, List.of(), runtime, 0, true, 0, 0, 0);
  }

  /** Fits the first type of the catalogue or, what needs much memory, the largest one. */
  private Need need(boolean giant) {
    MachineSpec first = offers.get(0).machine();
    double perCore = (double) first.memoryBytes() / first.cores();
    int cores = 1;
    double memoryBytes = perCore * between(chance, 0.1, 0.9);
    switch (shape) {
      case MIXED -> {
        cores = chance.nextBoolean() ? 1 : 2 << chance.nextInt(2);
        memoryBytes *= cores;
      }
      case MEMORY -> memoryBytes = perCore * between(chance, 1.2, 3.5);
      case GIANT ->
          memoryBytes =
              giant ? largest.memoryBytes() * between(chance, 0.6, 0.95) : 0.3 * memoryBytes;
      default -> {}
    }
    return new Need(List.of(), cores, Math.min((long) memoryBytes, largest.memoryBytes()));
  }

  private double millis() {
    if (shape != Shape.TAIL) {
      return medianMillis * logBetween(chance, 0.5, 2);
    }
    double times = StrictMath.pow(1 - chance.nextDouble(), -1 / TAIL_INDEX);
    return medianMillis / 2 * Math.min(TAIL_MAX, times);
  }

  private RuntimeEstimate runtime(int kind, double millis) {
    var byType = new TreeMap<String, Long>();
    if (speedsDiffer) {
      List<String> types = DrawnCatalogue.types(offers);
      for (int i = 0; i < types.size(); i++) {
        byType.put(types.get(i), whole(millis * speeds.get(kind)[i]));
      }
    }
    return new RuntimeEstimate(whole(millis), byType);
  }

  private static long whole(double millis) {
    return Math.max(1, Math.round(millis / 1000)) * 1000;
  }
}
