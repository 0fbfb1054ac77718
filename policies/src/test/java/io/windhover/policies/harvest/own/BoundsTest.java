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

/**
 * First looks and blocks that are passed over never change where a task goes, at the edges, too:
 * machines larger than drops are told apart, tasks longer than the last horizon or shorter than the
 * first, much to lose for those who run, nodes with more tasks than cores, memory that is short,
 * weights that are 0.
 */
class BoundsTest {
  private static final long MINUTE = 60_000;
  private static final long DAY = 1440 * MINUTE;
  private static final int YARDS = 300;
  private static final long[] LONGEST = {
    MINUTE / 2, 5 * MINUTE, 75 * MINUTE, 720 * MINUTE, 1280 * MINUTE, 2 * DAY
  };
  private static final int[] CORES = {3, 9, 40, 130};

  /** None, and machines as small or large as the nodes or not; they take long to look at. */
  private static final List<Drops> PASTS =
      List.of(past(0, 1), past(5, 3), past(20, 9), past(30, 40), past(90, 130));

  private record Task(Request request, long targetMillis) {}

  private static Drops past(int machines, int coresMost) {
    SortedMap<Integer, CoreLog> logs = new TreeMap<>();
    for (int id = 1; id <= machines; id++) {
      SplittableRandom chance = Chance.stream(coresMost, "log", id);
      CoreLog log = new CoreLog();
      for (long at = 0; at < DAY; at += MINUTE * chance.nextInt(1, 400)) {
        log.add(at, chance.nextInt(1, coresMost + 1));
      }
      logs.put(id, log);
    }
    return Drops.of(logs, DAY, DAY);
  }

  /** Everything is drawn from the seed, each time the same. */
  private record Drawn(
      long seed, boolean newestFirst, Harvest.Weights weights, long longestMillis, Drops drops) {
    static Drawn of(long seed, boolean newestFirst) {
      SplittableRandom chance = Chance.stream(seed, "bounds", 0);
      long longest = LONGEST[chance.nextInt(LONGEST.length)];
      var weights =
          new Harvest.Weights(
              0.3 * chance.nextInt(2),
              0.2 * chance.nextInt(2),
              0.1 * chance.nextInt(2),
              1.5 * chance.nextInt(2));
      return new Drawn(seed, newestFirst, weights, longest, PASTS.get((int) seed % PASTS.size()));
    }

    List<Stack> stacks() {
      SplittableRandom chance = Chance.stream(seed, "stacks", 0);
      int coresMost = CORES[chance.nextInt(CORES.length)];
      long stillMost = chance.nextBoolean() ? 3 : DAY;
      List<Stack> stacks = new ArrayList<>();
      for (int id = 1 + chance.nextInt(90); id > 0; id--) {
        int cores = chance.nextInt(1, coresMost + 1);
        List<String> labels = chance.nextBoolean() ? List.of("gpu") : List.of();
        var room = new Room(cores, 8);
        var node = new Node(id, labels, Change.GREW, chance.nextLong(stillMost), room);
        Stack stack = new Stack(node, cores, drops.multiple(id), newestFirst);
        for (int tasks = chance.nextInt(9); tasks > 0; tasks--) {
          run(stack, chance.nextInt(1, 2 + cores / 3), chance);
        }
        if (chance.nextInt(9) == 0) {
          room.change(chance.nextLong(longestMillis), -cores, 0);
        }
        stacks.add(stack);
      }
      return stacks;
    }

    private void run(Stack stack, int cores, SplittableRandom chance) {
      long left = chance.nextLong(1, 2 * longestMillis);
      stack.node.room().take(0, left, cores, chance.nextInt(3));
      stack.add(new Stack.Occupant(cores, left, chance.nextLong(longestMillis)));
    }

    List<Task> tasks() {
      SplittableRandom chance = Chance.stream(seed, "tasks", 0);
      List<Task> tasks = new ArrayList<>();
      for (int i = chance.nextInt(2, 25); i > 0; i--) {
        List<String> labels = chance.nextInt(5) == 0 ? List.of("gpu") : List.of();
        Need need = new Need(labels, 1 << chance.nextInt(3), chance.nextInt(2));
        long duration = chance.nextLong(1, longestMillis + 1);
        long target = chance.nextLong(duration, longestMillis + 1);
        tasks.add(new Task(new Request(need, duration), target));
      }
      return tasks;
    }

    double cost(Task task, Stack stack, long start) {
      long duration = task.request().durationMillis();
      int cores = task.request().need().cores();
      return new Terms(weights, duration, task.targetMillis())
          .cost(
              start,
              1 - stack.survives(drops, cores, start, duration),
              stack.survives(drops, cores, start, longestMillis),
              stack.harmMillis(drops, cores, start, duration));
    }
  }

  @Test
  void newestFirstNothingPassedOverWasTheBest() {
    for (long seed = 1; seed <= YARDS; seed++) {
      agree(Drawn.of(seed, true));
    }
  }

  @Test
  void oldestFirstNothingPassedOverWasTheBest() {
    for (long seed = 1; seed <= YARDS; seed++) {
      agree(Drawn.of(seed, false));
    }
  }

  private static void agree(Drawn drawn) {
    List<String> weighed = weighingAll(drawn);
    assertThat(by(drawn, 0, Integer.MAX_VALUE))
        .as("lanes, seed %d", drawn.seed())
        .isEqualTo(weighed);
    assertThat(by(drawn, Integer.MAX_VALUE, 0))
        .as("glances, seed %d", drawn.seed())
        .isEqualTo(weighed);
  }

  private static List<String> by(Drawn drawn, int scans, int glancesFrom) {
    Yard yard =
        new Yard(
            drawn.drops(),
            drawn.weights(),
            drawn.newestFirst(),
            drawn.longestMillis(),
            scans,
            glancesFrom);
    for (Stack stack : drawn.stacks()) {
      yard.add(stack.node, stack.cores);
      stack.occupants().forEach(one -> yard.occupy(one.cores(), one.endMillis(), one.ranMillis()));
    }
    List<String> choices = new ArrayList<>();
    for (Task task : drawn.tasks()) {
      choices.add(
          yard.place(task.request(), task.targetMillis())
              .map(choice -> choice.node().id() + " in " + choice.startMillis())
              .orElse("nowhere"));
    }
    return choices;
  }

  /** The least cost of all; of equal ones the stillest, then the first. */
  private static List<String> weighingAll(Drawn drawn) {
    List<Stack> stacks = drawn.stacks();
    List<String> choices = new ArrayList<>();
    for (Task task : drawn.tasks()) {
      Stack best = null;
      double least = 0;
      for (Stack stack : stacks) {
        long start = task.request().startMillis(stack.node);
        if (start == Room.NEVER) {
          continue;
        }
        double cost = drawn.cost(task, stack, start);
        boolean stiller = best != null && stack.node.elapsedMillis() > best.node.elapsedMillis();
        if (best == null || cost < least || (cost == least && stiller)) {
          best = stack;
          least = cost;
        }
      }
      choices.add(best == null ? "nowhere" : claimed(task.request(), best));
    }
    return choices;
  }

  private static String claimed(Request task, Stack stack) {
    long start = task.startMillis(stack.node);
    task.claim(stack.node, start);
    stack.add(new Stack.Occupant(task.need().cores(), start + task.durationMillis(), 0));
    return stack.node.id() + " in " + start;
  }
}
