package io.windhover.experiments.kestrel;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.util.List;
import java.util.TreeMap;

/**
 * What is to be lived through.
 *
 * @param tasks of the main run
 * @param laterTasks of the second, smaller run a week after it
 * @param goal workers wished for
 * @param elsewhere of these so many at CERN and EC2, one VM to a machine
 * @param nodesMean nodes that the batch system of the large site gives us on average
 * @param tunedAtMillis when the hardware is no longer over-subscribed
 * @param kills how often the manager is killed
 */
record Month(
    int tasks,
    int laterTasks,
    int goal,
    int elsewhere,
    double nodesMean,
    long tunedAtMillis,
    int kills) {
  static final long MINUTE = 60_000;
  static final long HOUR = 60 * MINUTE;
  static final long DAY = 24 * HOUR;

  /** The paper's: 80,000 tasks, a goal of 1,000 workers, tuned after half of a month. */
  static final Month WHOLE = new Month(80_000, 4_000, 1_000, 130, 140, 15 * DAY, 12);

  /** A twentieth of the workers for half as long. */
  static final Month SMALL = new Month(2_000, 100, 50, 6, 7.4, 15 * DAY / 2, 6);

  /** After this something has gone wrong that no patience mends. */
  long limitMillis() {
    return 8 * tunedAtMillis;
  }

  JobSpec mainJob() {
    return job("star-pythia", tasks);
  }

  JobSpec laterJob() {
    return job("star-pythia-again", laterTasks);
  }

  private static JobSpec job(String name, int tasks) {
    Script script = new Script(List.of("/runtask.sh {index}"), "/restart-vm.sh", new TreeMap<>());
    Need need = new Need(List.of(Vm.LABEL), 1, 0);
    TaskGroup group =
        new TaskGroup(
            "simulate",
            tasks,
            script,
            "simulate",
            need,
            List.of(),
            RuntimeEstimate.UNKNOWN,
            0,
            true,
            0,
            0,
            0);
    return new JobSpec(name, "/star", new Deadline.None(), true, List.of(group));
  }
}
