package io.windhover.app.bench;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Need;
import io.windhover.policies.harvest.match.MatchMaker;
import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.match.Outlook;
import io.windhover.policies.harvest.match.Request;
import io.windhover.policies.harvest.match.Room;
import io.windhover.policies.harvest.predict.Change;
import io.windhover.policies.harvest.predict.History;
import io.windhover.policies.harvest.predict.Spans;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * How long the match maker of slack takes for one task, and for a pass over many that wait, with as
 * many nodes as the first argument says and a full window of changes: seven tenths of the nodes'
 * cores are in use.
 */
public final class HarvestMatches {
  private static final int RUNS = 30;
  private static final long MINUTE = 60_000;
  private static final long DAY = 24 * 60 * MINUTE;

  private HarvestMatches() {}

  public static void main(String[] arguments) {
    int nodes = Integer.parseInt(arguments[0]);
    int tasks = Integer.parseInt(arguments[1]);
    Outlook outlook = new Outlook.ByBigrams(history());
    double one = median(outlook, nodes, 1);
    double pass = median(outlook, nodes, tasks);
    System.out.printf(
        Locale.ROOT,
        "nodes %d tasks %d samples %d matchSeconds %.6f passSeconds %.6f%n",
        nodes,
        tasks,
        Spans.SAMPLES_MAX,
        one,
        pass);
  }

  private static double median(Outlook outlook, int nodes, int tasks) {
    double[] seconds = new double[RUNS];
    for (int run = 0; run < RUNS; run++) {
      List<Node> floor = floor(nodes, run);
      List<Request> waiting = waiting(tasks, run);
      MatchMaker maker = new MatchMaker(outlook);
      long began = System.nanoTime();
      if (tasks == 1) {
        maker.match(waiting.get(0), floor);
      } else {
        maker.matchAll(waiting, floor);
      }
      seconds[run] = (System.nanoTime() - began) / 1e9;
    }
    Arrays.sort(seconds, RUNS / 3, RUNS);
    return seconds[RUNS / 3 + RUNS / 3];
  }

  /** Spans from seconds to a day, most of them short. */
  private static History history() {
    History history = new History(DAY);
    SplittableRandom chance = Chance.stream(1, "history", 0);
    for (int i = 0; i < Spans.SAMPLES_MAX; i++) {
      long span = Math.round(1000 * Math.pow(86_400, chance.nextDouble()));
      Change change = chance.nextBoolean() ? Change.GREW : Change.SHRANK;
      history.changed(i, span, chance.nextBoolean() ? Change.GREW : Change.SHRANK, change);
    }
    return history;
  }

  private static List<Node> floor(int count, long seed) {
    SplittableRandom chance = Chance.stream(seed, "floor", 0);
    List<Node> nodes = new ArrayList<>();
    for (int id = 1; id <= count; id++) {
      int free = chance.nextInt(2, 40);
      Room room = new Room(free, 0);
      while (free > 0 && chance.nextInt(10) < 8) {
        int cores = Math.min(free, chance.nextBoolean() ? 2 : 4);
        room.take(0, MINUTE * chance.nextInt(1, 75), cores, 0);
        free -= cores;
      }
      long still = Math.round(1000 * Math.pow(86_400, chance.nextDouble()));
      Change last = chance.nextBoolean() ? Change.GREW : Change.SHRANK;
      nodes.add(new Node(id, List.of(), last, still, room));
    }
    return nodes;
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
