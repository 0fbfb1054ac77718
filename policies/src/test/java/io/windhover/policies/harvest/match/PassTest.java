package io.windhover.policies.harvest.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Need;
import io.windhover.policies.harvest.match.MatchMaker.Choice;
import io.windhover.policies.harvest.predict.Change;
import io.windhover.policies.harvest.predict.History;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PassTest {
  /** Looking at every node for every task is slow and plain. */
  @Test
  void sendsEveryTaskWhereLookingAtAllNodesWould() {
    for (long seed = 1; seed <= 300; seed++) {
      agree(seed, 1 + (int) (seed % 40), 30, 1000);
    }
  }

  /** Nodes that are alike, few durations: the choice is up to stillness and id. */
  @Test
  void settlesTiesAsLookingAtAllNodesWould() {
    for (long seed = 301; seed <= 500; seed++) {
      agree(seed, 60, 60, 1 + (int) (seed % 4));
    }
  }

  /** So many claims that shelves are sorted again, so many nodes that scans use bounds. */
  @Test
  void keepsUpWithManyClaims() {
    for (long seed = 501; seed <= 508; seed++) {
      agree(seed, 700, 500, seed % 2 == 0 ? 1000 : 30);
    }
  }

  private static void agree(long seed, int nodeCount, int tasksMost, int stillMost) {
    Outlook outlook = outlook(seed);
    List<Request> tasks = tasks(seed, tasksMost);
    List<Node> nodes = nodes(seed, nodeCount, stillMost);
    List<String> plain = tasks.stream().map(task -> plain(task, outlook, nodes)).toList();
    for (int scans : new int[] {0, 3, Integer.MAX_VALUE}) {
      Pass pass = new Pass(outlook, nodes(seed, nodeCount, stillMost), scans);
      List<String> fast = tasks.stream().map(task -> text(pass.match(task))).toList();
      assertThat(fast).as("seed %d, %d scans", seed, scans).isEqualTo(plain);
    }
  }

  private static String plain(Request task, Outlook outlook, List<Node> nodes) {
    Expectation expectation = new Expectation(outlook, task.durationMillis());
    Optional<Choice> best =
        nodes.stream()
            .filter(node -> task.startMillis(node) != Room.NEVER)
            .map(
                node -> {
                  long start = task.startMillis(node);
                  return new Choice(
                      node, start, expectation.millis(node.last(), start, node.elapsedMillis()));
                })
            .min(
                Comparator.comparingDouble(Choice::expectedMillis)
                    .thenComparing(choice -> -choice.node().elapsedMillis())
                    .thenComparing(choice -> choice.node().id()));
    best.ifPresent(choice -> task.claim(choice.node(), choice.startMillis()));
    return text(best);
  }

  private static String text(Optional<Choice> choice) {
    return choice
        .map(c -> c.node().id() + " in " + c.startMillis() + ": " + c.expectedMillis())
        .orElse("nowhere");
  }

  private static Outlook outlook(long seed) {
    SplittableRandom chance = Chance.stream(seed, "history", 0);
    History history = new History(1000);
    for (int i = chance.nextInt(4) == 0 ? 0 : chance.nextInt(400); i > 0; i--) {
      long span = Math.round(Math.pow(2000, chance.nextDouble()));
      history.changed(0, span, kind(chance), kind(chance));
      history.shrank(0, span);
    }
    return chance.nextBoolean() ? new Outlook.ByBigrams(history) : new Outlook.ByShrinks(history);
  }

  private static Change kind(SplittableRandom chance) {
    return chance.nextBoolean() ? Change.GREW : Change.SHRANK;
  }

  private static List<Request> tasks(long seed, int most) {
    SplittableRandom chance = Chance.stream(seed, "tasks", 0);
    List<Request> tasks = new ArrayList<>();
    for (int i = 1 + chance.nextInt(most); i > 0; i--) {
      List<String> labels = chance.nextInt(5) == 0 ? List.of("gpu") : List.of();
      tasks.add(
          new Request(
              new Need(labels, 1 + chance.nextInt(4), chance.nextInt(2)), chance.nextInt(1, 500)));
    }
    return tasks;
  }

  private static List<Node> nodes(long seed, int count, int stillMost) {
    SplittableRandom chance = Chance.stream(seed, "nodes", 0);
    List<Node> nodes = new ArrayList<>();
    for (int id = count; id > 0; id--) {
      Room room = new Room(chance.nextInt(-2, 12), 20);
      for (int i = chance.nextInt(4); i > 0; i--) {
        room.change(chance.nextInt(1, 300), chance.nextInt(4), 0);
      }
      if (chance.nextInt(8) == 0) {
        room.change(chance.nextInt(300), -20, 0);
      }
      List<String> labels = chance.nextBoolean() ? List.of("gpu") : List.of();
      nodes.add(new Node(id, labels, kind(chance), chance.nextInt(stillMost), room));
    }
    return nodes;
  }
}
