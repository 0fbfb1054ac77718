package io.windhover.app.bench;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.policies.match.Match;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Our side of bench/simulator: independent tasks on machines of one core, one task at a time, all
 * there from the start; a task lasts five minutes and up to so many minutes more.
 */
public final class SimulatedTasks {
  private SimulatedTasks() {}

  public static void main(String[] args) {
    int tasks = Integer.parseInt(args[0]);
    int machines = Integer.parseInt(args[1]);
    int lengths = Integer.parseInt(args[2]);
    long[] runMillis = new long[tasks];
    var random = new SplittableRandom(1);
    for (int i = 0; i < tasks; i++) {
      runMillis[i] = (300 + 60L * random.nextInt(lengths)) * 1000;
    }
    List<Happening> happenings = new ArrayList<>();
    for (int i = 0; i < machines; i++) {
      var spec = new MachineSpec("m" + i, "", List.of(), 1, 1_000_000_000, 0);
      happenings.add(new Happening.MachineAppears(0, spec));
    }
    happenings.add(new Happening.JobArrives(0, job(tasks)));
    var story =
        new Story(
            happenings,
            (attempt, group, machine) -> new Fate.Outcome(runMillis[attempt.task().index()], 0));
    World world =
        new Simulation(
                new Match(Match.Impossible.WAITS),
                story,
                Simulation.Settings.ownMachines(),
                (batch, decision, seen) -> {})
            .run();
    System.out.printf(
        Locale.ROOT,
        "finished %d makespan %.0f%n",
        world.job(1).count(TaskState.SUCCEEDED),
        world.job(1).endedAtMillis() / 1000.0);
  }

  private static JobSpec job(int tasks) {
    var group =
        new TaskGroup(
            "task",
            tasks,
            new Script(List.of("true"), "", new TreeMap<>()),
            "task",
            new Need(List.of(), 1, 0),
            List.of(),
            new RuntimeEstimate(330_000, new TreeMap<>()),
            0,
            true,
            0,
            0,
            0);
    return new JobSpec("bench", "", new Deadline.None(), false, List.of(group));
  }
}
