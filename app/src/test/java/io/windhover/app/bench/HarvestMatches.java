package io.windhover.app.bench;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Need;
import io.windhover.policies.harvest.match.MatchMaker;
import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.match.Outlook;
import io.windhover.policies.harvest.match.Request;
import io.windhover.policies.harvest.match.Room;
import io.windhover.policies.harvest.own.Harvest;
import io.windhover.policies.harvest.own.Yard;
import io.windhover.policies.harvest.predict.Change;
import io.windhover.policies.harvest.predict.CoreLog;
import io.windhover.policies.harvest.predict.Drops;
import io.windhover.policies.harvest.predict.History;
import io.windhover.policies.harvest.predict.Spans;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * How long a policy takes to find the node for one task, and for a pass over many that wait, with
 * as many nodes and a full window of changes. Most nodes have room, some are full. Prints medians
 * in seconds, by the clock and of the processor; what the policy is given is made beforehand.
 *
 * <p>Arguments: slack, harvest or harvest-oldest, then nodes, tasks.
 */
public final class HarvestMatches {
  private static final int RUNS = 31;

  /** Of the processor: the measured runs come after this. */
  private static final long WARM_UP_NANOS = 4_000_000_000L;

  private static final long MINUTE = 60_000;
  private static final long DAY = 24 * 60 * MINUTE;

  /** A task that runs. */
  private record Running(int cores, long leftMillis, long ranMillis) {}

  private record Floor(List<Node> nodes, List<Integer> cores, List<List<Running>> running) {}

  /** The part that is measured: sends all tasks somewhere. */
  private interface Matching {
    Runnable prepared(Floor floor, List<Request> tasks);
  }

  private HarvestMatches() {}

  public static void main(String[] arguments) {
    int nodes = Integer.parseInt(arguments[1]);
    int tasks = Integer.parseInt(arguments[2]);
    Matching matching =
        switch (arguments[0]) {
          case "slack" -> slack();
          case "harvest" -> own(nodes, true);
          case "harvest-oldest" -> own(nodes, false);
          default -> throw new IllegalArgumentException("no policy " + arguments[0]);
        };
    double[] medians = medians(matching, nodes, tasks);
    System.out.printf(
        Locale.ROOT,
        "samples %d wallSeconds %.6f cpuSeconds %.6f%n",
        Spans.SAMPLES_MAX,
        medians[0],
        medians[1]);
  }

  private static Matching slack() {
    MatchMaker maker = new MatchMaker(new Outlook.ByBigrams(history()));
    return (floor, tasks) -> () -> maker.matchAll(tasks, floor.nodes());
  }

  private static Matching own(int nodes, boolean newestFirst) {
    Drops drops = Drops.of(logs(nodes), DAY, DAY);
    return (floor, tasks) -> {
      Yard yard = new Yard(drops, Harvest.Weights.usual(newestFirst), newestFirst, 75 * MINUTE);
      for (int i = 0; i < floor.nodes().size(); i++) {
        yard.add(floor.nodes().get(i), floor.cores().get(i));
        floor
            .running()
            .get(i)
            .forEach(one -> yard.occupy(one.cores(), one.leftMillis(), one.ranMillis()));
      }
      return () -> {
        for (int i = 0; i < tasks.size(); i++) {
          // Jobs of thirty tasks or so: the longest of them ends near the longest there is.
          yard.place(tasks.get(i), 75 * MINUTE - MINUTE * (i / 30 % 10));
        }
      };
    };
  }

  private static double[] medians(Matching matching, int nodes, int tasks) {
    var threads = ManagementFactory.getThreadMXBean();
    double[] wall = new double[RUNS];
    double[] cpu = new double[RUNS];
    long warmFrom = threads.getCurrentThreadCpuTime();
    boolean warm;
    do {
      warm = threads.getCurrentThreadCpuTime() - warmFrom > WARM_UP_NANOS;
      for (int run = 0; run < RUNS; run++) {
        Runnable prepared = matching.prepared(floor(nodes, run), waiting(tasks, run));
        long wallBegan = System.nanoTime();
        long cpuBegan = threads.getCurrentThreadCpuTime();
        prepared.run();
        cpu[run] = (threads.getCurrentThreadCpuTime() - cpuBegan) / 1e9;
        wall[run] = (System.nanoTime() - wallBegan) / 1e9;
      }
    } while (!warm);
    Arrays.sort(wall);
    Arrays.sort(cpu);
    return new double[] {wall[RUNS / 2], cpu[RUNS / 2]};
  }

  /** Spans from seconds to a day, most of them short. */
  private static History history() {
    History history = new History(DAY);
    SplittableRandom chance = Chance.stream(1, "history", 0);
    for (int i = 0; i < Spans.SAMPLES_MAX; i++) {
      history.changed(i, span(chance), change(chance), change(chance));
    }
    return history;
  }

  private static long span(SplittableRandom chance) {
    return Math.round(1000 * Math.pow(86_400, chance.nextDouble()));
  }

  private static Change change(SplittableRandom chance) {
    return chance.nextBoolean() ? Change.GREW : Change.SHRANK;
  }

  /** A day of every node, some restless and some not. */
  private static SortedMap<Integer, CoreLog> logs(int count) {
    SortedMap<Integer, CoreLog> logs = new TreeMap<>();
    for (int id = 1; id <= count; id++) {
      SplittableRandom chance = Chance.stream(1, "log", id);
      CoreLog log = new CoreLog();
      double pace = 0.2 + 2 * chance.nextDouble();
      int cores = 20;
      for (long at = 0; at < DAY; at += (long) (pace * (MINUTE + span(chance) / 4))) {
        log.add(at, cores);
        cores = Math.max(2, cores + chance.nextInt(-12, 13));
      }
      logs.put(id, log);
    }
    return logs;
  }

  private static Floor floor(int count, long seed) {
    SplittableRandom chance = Chance.stream(seed, "floor", 0);
    Floor floor = new Floor(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int id = 1; id <= count; id++) {
      int cores = chance.nextInt(2, 40);
      int free = cores;
      Room room = new Room(free, 0);
      List<Running> running = new ArrayList<>();
      while (free > 0 && chance.nextInt(10) < 8) {
        int used = Math.min(free, chance.nextBoolean() ? 2 : 4);
        long left = MINUTE * chance.nextInt(1, 75);
        room.take(0, left, used, 0);
        running.add(new Running(used, left, MINUTE * chance.nextInt(1, 75)));
        free -= used;
      }
      floor.nodes().add(new Node(id, List.of(), change(chance), span(chance), room));
      floor.cores().add(cores);
      floor.running().add(running);
    }
    return floor;
  }

  private static List<Request> waiting(int count, long seed) {
    SplittableRandom chance = Chance.stream(seed, "waiting", 0);
    List<Request> waiting = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Need need = new Need(List.of(), chance.nextBoolean() ? 2 : 4, 0);
      waiting.add(new Request(need, chance.nextLong(MINUTE, 75 * MINUTE)));
    }
    return waiting;
  }
}
