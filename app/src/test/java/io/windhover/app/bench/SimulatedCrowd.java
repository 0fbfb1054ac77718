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
import io.windhover.simulator.record.Recorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The simulator with many tasks on machines of one core, for bench/linear: {@code alike} in one
 * array, {@code distinct} each with a runtime of its own and a group of its own, or {@code jobs},
 * each a job of its own that comes at the start.
 */
public final class SimulatedCrowd {
  private SimulatedCrowd() {}

  public static void main(String[] args) {
    String kind = args[0];
    int tasks = Integer.parseInt(args[1]);
    int machines = Integer.parseInt(args[2]);
    long beganNanos = System.nanoTime();
    List<Happening> happenings = new ArrayList<>();
    for (int i = 0; i < machines; i++) {
      var spec = new MachineSpec("m" + i, "", List.of(), 1, 1_000_000_000, 0);
      happenings.add(new Happening.MachineAppears(0, spec));
    }
    jobs(kind, tasks).forEach(job -> happenings.add(new Happening.JobArrives(0, job)));
    Recorder recorder = Recorder.totals();
    World world =
        new Simulation(
                new Match(Match.Impossible.WAITS),
                new Story(happenings, Fate.asEstimated()),
                Simulation.Settings.ownMachines(),
                recorder)
            .run();
    int finished = world.jobs().stream().mapToInt(job -> job.count(TaskState.SUCCEEDED)).sum();
    recorder.record(world);
    System.out.printf(
        Locale.ROOT,
        "finished %d makespan %.0f seconds %.2f%n",
        finished,
        world.nowMillis() / 1000.0,
        (System.nanoTime() - beganNanos) / 1e9);
  }

  private static List<JobSpec> jobs(String kind, int tasks) {
    if (kind.equals("alike")) {
      return List.of(job(List.of(group("task", tasks, 300_000))));
    }
    var random = new SplittableRandom(1);
    List<TaskGroup> groups = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      groups.add(group("task" + i, 1, 60_000 + random.nextInt(1_000_000)));
    }
    return kind.equals("jobs")
        ? groups.stream().map(group -> job(List.of(group))).toList()
        : List.of(job(groups));
  }

  private static JobSpec job(List<TaskGroup> groups) {
    return new JobSpec("bench", "", new Deadline.None(), false, groups);
  }

  private static TaskGroup group(String name, int count, long millis) {
    return new TaskGroup(
        name,
        count,
        new Script(List.of("true"), "", new TreeMap<>()),
        "task",
        new Need(List.of(), 1, 0),
        List.of(),
        new RuntimeEstimate(millis, new TreeMap<>()),
        0,
        true,
        0,
        0,
        0);
  }
}
