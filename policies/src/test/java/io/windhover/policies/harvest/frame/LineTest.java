package io.windhover.policies.harvest.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.match.Request;
import io.windhover.policies.harvest.match.Room;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A few machines and many more tasks than they can take. */
class LineTest {
  private static final long SECOND = 1000;

  /** Every task goes where it can start soonest, and claims that room. */
  private static final class Soonest implements Method {
    final boolean inLine;
    int matches;

    Soonest(boolean inLine) {
      this.inLine = inLine;
    }

    @Override
    public String name() {
      return "soonest";
    }

    @Override
    public void place(Turn turn) {
      List<Node> nodes = turn.nodes();
      if (inLine) {
        new Line(turn, turn.batches(), nodes).place(batch -> match(batch.request(), nodes));
        return;
      }
      for (Waiting task : turn.waiting()) {
        int machine = match(task.request(), nodes);
        if (machine != Line.WAITS) {
          turn.start(task, machine);
        }
      }
    }

    private int match(Request task, List<Node> nodes) {
      matches++;
      Node best = nodes.get(0);
      for (Node node : nodes) {
        best = task.startMillis(node) < task.startMillis(best) ? node : best;
      }
      long start = task.startMillis(best);
      if (start == Room.NEVER) {
        return Line.WAITS;
      }
      task.claim(best, start);
      return start == 0 ? best.id() : Line.WAITS;
    }
  }

  @Test
  void startsWhatAPassOverAllWouldStartAndLooksAtFewer() {
    for (long seed = 1; seed <= 20; seed++) {
      Soonest all = new Soonest(false);
      Soonest few = new Soonest(true);
      assertThat(decisions(few, seed)).as("seed %d", seed).isEqualTo(decisions(all, seed));
      assertThat(few.matches).isLessThan(all.matches);
    }
  }

  /** Looked at one by one at every event it would be a million. */
  @Test
  void ofALongLineOnlyTheBeginningIsLookedAt() {
    Soonest few = new Soonest(true);
    List<Happening> happenings = new ArrayList<>();
    var machine = new MachineSpec("hvm", "", List.of(), 4, 4, 0);
    happenings.add(new Happening.MachineAppears(0, machine));
    var tasks = group("long", 2000, new Need(List.of(), 1, 0), SECOND);
    var spec = new JobSpec("long", "", new Deadline.None(), true, List.of(tasks));
    happenings.add(new Happening.JobArrives(SECOND, spec));
    assertThat(decisions(few, happenings)).isNotEmpty();
    assertThat(few.matches).isBetween(2000, 6000);
  }

  private static List<String> decisions(Method method, long seed) {
    SplittableRandom chance = Chance.stream(seed, "line", 0);
    List<Happening> happenings = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      var machine = new MachineSpec("hvm" + i, "", List.of(), chance.nextInt(4, 9), 4, 0);
      happenings.add(new Happening.MachineAppears(0, machine));
    }
    for (int job = 1; job <= 3; job++) {
      List<TaskGroup> groups = new ArrayList<>();
      for (int group = 1; group <= 3; group++) {
        var need = new Need(List.of(), chance.nextInt(1, 5), chance.nextInt(2));
        long millis = SECOND * chance.nextInt(1, 60);
        groups.add(group("g" + group, chance.nextInt(1, 60), need, millis));
      }
      var spec = new JobSpec("job" + job, "", new Deadline.None(), true, groups);
      happenings.add(new Happening.JobArrives(SECOND * chance.nextInt(1, 100), spec));
    }
    happenings.sort((one, other) -> Long.compare(one.atMillis(), other.atMillis()));
    return decisions(method, happenings);
  }

  private static List<String> decisions(Method method, List<Happening> happenings) {
    List<String> decisions = new ArrayList<>();
    var story = new Story(happenings, Fate.asEstimated());
    new Simulation(
            new HarvestPolicy(method, HarvestSettings.DEFAULT),
            story,
            Simulation.Settings.ownMachines(),
            (batch, decision, world) -> decisions.add(world.nowMillis() + " " + decision.actions()))
        .run();
    return decisions;
  }

  private static TaskGroup group(String name, int count, Need need, long millis) {
    var runtime = new RuntimeEstimate(millis, new TreeMap<>());
    return new TaskGroup(name, count, Script.NONE, "", need, List.of(), runtime, 0, false, 0, 0, 0);
  }
}
