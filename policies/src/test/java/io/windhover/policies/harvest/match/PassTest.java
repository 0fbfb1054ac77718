package io.windhover.policies.harvest.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Need;
import io.windhover.policies.harvest.match.MatchMaker.Choice;
import io.windhover.policies.harvest.predict.Change;
import io.windhover.policies.harvest.predict.History;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PassTest {
  /** Looking at every node for every task is slow and plain. */
  @Test
  void sendsEveryTaskWhereLookingAtAllNodesWould() {
    for (long seed = 1; seed <= 300; seed++) {
      Outlook outlook = outlook(seed);
      List<Request> tasks = tasks(seed);
      List<Node> nodes = nodes(seed);
      MatchMaker maker = new MatchMaker(outlook);
      List<String> plain = new ArrayList<>();
      tasks.forEach(task -> plain.add(text(maker.match(task, nodes))));
      List<String> fast = maker.matchAll(tasks, nodes(seed)).stream().map(PassTest::text).toList();
      assertThat(fast).as("seed %d", seed).isEqualTo(plain);
    }
  }

  private static String text(Optional<Choice> choice) {
    return choice
        .map(c -> c.node().id() + " in " + c.startMillis() + ": " + c.expectedMillis())
        .orElse("nowhere");
  }

  private static Outlook outlook(long seed) {
    SplittableRandom chance = Chance.stream(seed, "history", 0);
    History history = new History(1000);
    for (int i = chance.nextInt(400); i > 0; i--) {
      long span = Math.round(Math.pow(2000, chance.nextDouble()));
      history.changed(0, span, kind(chance), kind(chance));
      history.shrank(0, span);
    }
    return chance.nextBoolean() ? new Outlook.ByBigrams(history) : new Outlook.ByShrinks(history);
  }

  private static Change kind(SplittableRandom chance) {
    return chance.nextBoolean() ? Change.GREW : Change.SHRANK;
  }

  private static List<Request> tasks(long seed) {
    SplittableRandom chance = Chance.stream(seed, "tasks", 0);
    List<Request> tasks = new ArrayList<>();
    for (int i = 1 + chance.nextInt(30); i > 0; i--) {
      List<String> labels = chance.nextInt(5) == 0 ? List.of("gpu") : List.of();
      tasks.add(
          new Request(
              new Need(labels, 1 + chance.nextInt(4), chance.nextInt(2)), chance.nextInt(1, 500)));
    }
    return tasks;
  }

  private static List<Node> nodes(long seed) {
    SplittableRandom chance = Chance.stream(seed, "nodes", 0);
    List<Node> nodes = new ArrayList<>();
    for (int id = 1 + chance.nextInt(40); id > 0; id--) {
      Room room = new Room(chance.nextInt(-2, 12), 20);
      for (int i = chance.nextInt(4); i > 0; i--) {
        room.change(chance.nextInt(1, 300), chance.nextInt(4), 0);
      }
      if (chance.nextInt(8) == 0) {
        room.change(chance.nextInt(300), -20, 0);
      }
      List<String> labels = chance.nextBoolean() ? List.of("gpu") : List.of();
      nodes.add(new Node(id, labels, kind(chance), chance.nextInt(1000), room));
    }
    return nodes;
  }
}
