package io.windhover.experiments.scs;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.World;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.Imprecision;
import io.windhover.simulator.record.Recorder;
import java.util.ArrayList;
import java.util.List;

/**
 * A stream of jobs with everything chance has to say about it.
 *
 * @param lagMillis how long a launch is said to take, and takes but for errors
 */
record Trial(
    List<Happening> arrivals, List<Offer> offers, long lagMillis, Imprecision errors, long seed) {
  private static final long STEPS_MAX = 100_000_000;

  /** After the last job, work and the ends of paid periods take no longer than this. */
  private static final long AFTERMATH_MILLIS = 48 * ScsSetting.HOUR_MILLIS;

  Trial {
    arrivals = List.copyOf(arrivals);
    offers = List.copyOf(offers);
  }

  static Trial of(Case one, double hours, long seed) {
    JobSpec job = Draws.job(one.cell().application(), one.deadlineMillis(), seed);
    long[] atMillis = one.cell().pattern().arrivalsMillis(one.jobsPerHour(), hours, seed);
    return new Trial(
        arrivals(job, atMillis),
        ScsSetting.offers(one.meter()),
        ScsSetting.LAG_MILLIS,
        one.errors(),
        seed);
  }

  static List<Happening> arrivals(JobSpec job, long[] atMillis) {
    List<Happening> arrivals = new ArrayList<>();
    for (long at : atMillis) {
      arrivals.add(new Happening.JobArrives(at, job));
    }
    return arrivals;
  }

  Measured run(Policy policy) {
    var story = new Story(arrivals, errors.fate(Fate.asEstimated(), seed));
    Cloud cloud = errors.cloud(Cloud.steady(lagMillis), seed);
    long last = arrivals.stream().mapToLong(Happening::atMillis).max().orElse(0);
    var settings = new Simulation.Settings(offers, cloud, STEPS_MAX, last + AFTERMATH_MILLIS);
    Recorder recorder = Recorder.totals();
    World world = new Simulation(policy, story, settings, recorder).run();
    return Measured.of(recorder.record(world));
  }
}
