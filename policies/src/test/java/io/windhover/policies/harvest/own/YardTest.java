package io.windhover.policies.harvest.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Need;
import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.match.Request;
import io.windhover.policies.harvest.match.Room;
import io.windhover.policies.harvest.predict.Change;
import io.windhover.policies.harvest.predict.CoreLog;
import io.windhover.policies.harvest.predict.Drops;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class YardTest {
  /** All of them count. */
  private static final Harvest.Weights WEIGHTS = new Harvest.Weights(0.3, 0.2, 0.1, 1.5);

  private static final long MINUTE = 60_000;
  private static final long LONGEST = 90 * MINUTE;

  private record Task(Request request, long targetMillis) {}

  /** Looking at every node for every task is slow and plain. */
  @Test
  void sendsEveryTaskWhereLookingAtAllNodesWould() {
    for (long seed = 1; seed <= 120; seed++) {
      agree(seed, 1 + (int) (seed % 50), 40, 200 * (int) MINUTE);
    }
  }

  /** Nodes that are alike: the choice is up to stillness and order. */
  @Test
  void settlesTiesAsLookingAtAllNodesWould() {
    for (long seed = 201; seed <= 280; seed++) {
      agree(seed, 70, 50, 1 + (int) (seed % 3));
    }
  }

  @Test
  void keepsUpWithManyClaims() {
    for (long seed = 301; seed <= 306; seed++) {
      agree(seed, 300, 400, 200 * (int) MINUTE);
    }
  }

  private static void agree(long seed, int nodes, int tasksMost, int stillMost) {
    SortedMap<Integer, CoreLog> logs = new TreeMap<>();
    if (seed % 5 > 0) {
      for (int id = 1; id <= nodes; id += 2) {
        logs.put(id, log(seed, id));
      }
    }
    Drops drops = Drops.of(logs, 1440 * MINUTE, 1440 * MINUTE);
    boolean newestFirst = seed % 2 == 0;
    List<Task> tasks = tasks(seed, tasksMost);
    List<String> plain = plain(drops, newestFirst, tasks, seed, nodes, stillMost);
    for (int scans : new int[] {0, 2, Integer.MAX_VALUE}) {
      int glancesFrom = scans == 2 ? 1 : Integer.MAX_VALUE;
      Yard yard = new Yard(drops, WEIGHTS, newestFirst, LONGEST, scans, glancesFrom);
      SplittableRandom chance = Chance.stream(seed, "yard", 0);
      for (int id = 1; id <= nodes; id++) {
        Stack stack = stack(id, chance, stillMost, newestFirst, drops);
        yard.add(stack.node, stack.cores);
        stack
            .occupants()
            .forEach(one -> yard.occupy(one.cores(), one.endMillis(), one.ranMillis()));
      }
      List<String> fast = new ArrayList<>();
      tasks.forEach(
          task ->
              fast.add(
                  yard.place(task.request(), task.targetMillis())
                      .map(choice -> choice.node().id() + " in " + choice.startMillis())
                      .orElse("nowhere")));
      assertThat(fast).as("seed %d, %d scans", seed, scans).isEqualTo(plain);
    }
  }

  private static List<String> plain(
      Drops drops, boolean newestFirst, List<Task> tasks, long seed, int nodes, int stillMost) {
    SplittableRandom chance = Chance.stream(seed, "yard", 0);
    List<Stack> stacks = new ArrayList<>();
    for (int id = 1; id <= nodes; id++) {
      stacks.add(stack(id, chance, stillMost, newestFirst, drops));
    }
    List<String> choices = new ArrayList<>();
    for (Task task : tasks) {
      Stack best = null;
      double bestCost = Double.MAX_VALUE;
      for (Stack stack : stacks) {
        double cost = cost(drops, task, stack);
        if (cost < bestCost
            || (best != null
                && cost == bestCost
                && stack.node.elapsedMillis() > best.node.elapsedMillis())) {
          best = stack;
          bestCost = cost;
        }
      }
      choices.add(best == null ? "nowhere" : claimed(task.request(), best));
    }
    return choices;
  }

  private static double cost(Drops drops, Task task, Stack stack) {
    long start = task.request().startMillis(stack.node);
    long duration = task.request().durationMillis();
    int cores = task.request().need().cores();
    return start == Room.NEVER
        ? Double.MAX_VALUE
        : new Terms(WEIGHTS, duration, task.targetMillis())
            .cost(
                start,
                1 - stack.survives(drops, cores, start, duration),
                stack.survives(drops, cores, start, LONGEST),
                stack.harmMillis(drops, cores, start, duration));
  }

  private static String claimed(Request task, Stack stack) {
    long start = task.startMillis(stack.node);
    task.claim(stack.node, start);
    stack.add(new Stack.Occupant(task.need().cores(), start + task.durationMillis(), 0));
    return stack.node.id() + " in " + start;
  }

  private static CoreLog log(long seed, int id) {
    SplittableRandom chance = Chance.stream(seed, "log", id);
    CoreLog log = new CoreLog();
    for (long at = 0; at < 1440; at += chance.nextInt(1, 300)) {
      log.add(at * MINUTE, chance.nextInt(1, 30));
    }
    return log;
  }

  private static Stack stack(
      int id, SplittableRandom chance, int stillMost, boolean newestFirst, Drops drops) {
    int cores = chance.nextInt(1, 24);
    Room room = new Room(cores, 10);
    List<String> labels = chance.nextBoolean() ? List.of("gpu") : List.of();
    Node node = new Node(id, labels, Change.GREW, chance.nextInt(stillMost), room);
    Stack stack = new Stack(node, cores, drops.multiple(id), newestFirst);
    for (int i = chance.nextInt(6); i > 0; i--) {
      long left = MINUTE * chance.nextInt(1, 80);
      int used = chance.nextInt(1, 5);
      room.take(0, left, used, 0);
      stack.add(new Stack.Occupant(used, left, chance.nextInt(1000)));
    }
    if (chance.nextInt(9) == 0) {
      room.change(MINUTE * chance.nextInt(90), -cores, 0);
    }
    return stack;
  }

  private static List<Task> tasks(long seed, int most) {
    SplittableRandom chance = Chance.stream(seed, "tasks", 0);
    List<Task> tasks = new ArrayList<>();
    for (int i = 1 + chance.nextInt(most); i > 0; i--) {
      List<String> labels = chance.nextInt(5) == 0 ? List.of("gpu") : List.of();
      Need need = new Need(labels, chance.nextInt(1, 5), chance.nextInt(2));
      long duration = chance.nextLong(1, LONGEST + 1);
      tasks.add(new Task(new Request(need, duration), chance.nextLong(duration, LONGEST + 1)));
    }
    return tasks;
  }
}
