package io.windhover.experiments.slacksched;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.harvest.HarvestTrace.Hvm;
import io.windhover.core.harvest.HarvestTrace.Step;
import io.windhover.core.step.World;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.harvest.HarvestPrices;
import io.windhover.simulator.harvest.HarvestStory;
import io.windhover.simulator.record.Recorder;
import io.windhover.workload.generate.HarvestWork;
import java.util.ArrayList;
import java.util.List;

/** Machines from a trace, jobs from a seed: one run of a case. */
final class Trial {
  private static final long STEPS_MAX = 10_000_000;

  /** The load is a share of the cores there are on average over so long. */
  private static final long LOAD_MILLIS = 2 * Case.LEAD_MILLIS;

  private Trial() {}

  static Measured run(Case one, HarvestTrace recorded, long seed) {
    HarvestTrace trace = one.steady() ? steady(recorded) : recorded;
    HarvestWork.Drawn drawn = one.work().draw(seed, meanCores(recorded));
    List<Happening> happenings =
        new ArrayList<>(HarvestStory.happenings(trace, HarvestPrices.USUAL));
    for (HarvestWork.Submission submission : drawn.submissions()) {
      happenings.add(
          new Happening.JobArrives(Case.LEAD_MILLIS + submission.atMillis(), submission.spec()));
    }
    Fate fate = (attempt, group, machine) -> new Fate.Outcome(drawn.trueMillis(attempt.task()), 0);
    var settings =
        new Simulation.Settings(List.of(), new StallingCloud(one.dumpMillis()), STEPS_MAX)
            .killing(one.killOrder());
    Recorder recorder = Recorder.everything();
    var simulation =
        new Simulation(Policies.make(one, trace), new Story(happenings, fate), settings, recorder);
    World world = simulation.run();
    return Measured.of(recorder.record(world), drawn);
  }

  private static double meanCores(HarvestTrace trace) {
    long coreMillis = trace.hvms().stream().mapToLong(hvm -> hvm.coreMillis(0, LOAD_MILLIS)).sum();
    return coreMillis / (double) LOAD_MILLIS;
  }

  /** Every machine as large, to the core, as it is on average while it is there. */
  private static HarvestTrace steady(HarvestTrace trace) {
    List<Hvm> hvms = new ArrayList<>();
    for (Hvm hvm : trace.hvms()) {
      double mean = hvm.coreMillis(0, trace.endMillis()) / (double) trace.endMillis();
      int cores = Math.max(hvm.minimumCores(), (int) Math.round(mean));
      hvms.add(
          new Hvm(hvm.name(), hvm.minimumCores(), hvm.memoryBytes(), List.of(new Step(0, cores))));
    }
    return new HarvestTrace(hvms, trace.endMillis());
  }
}
