package io.windhover.app.live;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.cloud.CloudSite;
import io.windhover.app.cloud.CloudSources;
import io.windhover.app.cloud.MachinesHere;
import io.windhover.app.local.LocalRun;
import io.windhover.app.local.RunOutcome;
import io.windhover.app.local.RunSettings;
import io.windhover.app.state.FileLines;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.core.event.Batch;
import io.windhover.core.model.AttemptId;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.World;
import io.windhover.manager.JournalCodec;
import io.windhover.policies.PolicyRegistry.Machines;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.KillOrder;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.record.Recorder;
import io.windhover.store.SqliteStore;
import io.windhover.store.StateLayout;
import io.windhover.workload.JobFile;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import io.windhover.workload.scenario.CloudFile;
import io.windhover.workload.scenario.CloudFileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Lives through a story on machines that are processes here, by the very run that {@code windhover
 * run JOB --cloud CLOUD} makes, and then in the simulator, where the job comes at the moment of the
 * market at which it really came.
 */
final class LiveTrial {
  /** Real time for cloud and manager to come to themselves before the job is submitted. */
  private static final long SETTLING_MILLIS = 5_000;

  private static final long STEPS_MAX = 1_000_000;
  private static final long GRACE_MILLIS = 5_000;
  private static final long DAY_MILLIS = 86_400_000;

  private final Path folder;
  private final CloudFile cloud;
  private final JobFile job;
  private final RecordedPolicy policy;

  /**
   * A trial whose files lie in a folder.
   *
   * @throws JobFileException when they do not read
   */
  LiveTrial(Path folder) throws JobFileException {
    this.folder = folder;
    this.cloud = CloudFileReader.read(folder.resolve(LiveStory.CLOUD));
    this.job = JobFileReader.read(folder.resolve(LiveStory.JOB));
    this.policy =
        new RecordedPolicy(
            job.policy().name(), new TreeMap<>(job.policy().settings()), Machines.COME_AND_GO);
  }

  /** Tells it twice; nothing of it is left running, whatever happens. */
  ToldTwice run(LiveAudience audience) throws IOException {
    long originMillis;
    try {
      originMillis = MachinesHere.clock(cloud).originMillis();
      var site = new CloudSite(cloud, CloudSources.of(cloud), originMillis + comesAtMillis());
      RunOutcome outcome = new LocalRun(settings(), site, false, audience).run();
      if (outcome.exitCode() == ExitCode.INTERRUPTED) {
        throw new CommandFailure(ExitCode.INTERRUPTED, "interrupted");
      }
      outcome.problem().ifPresent(audience::trouble);
    } finally {
      MachinesHere.end(cloud);
    }
    ToldTwice.Side live = recorded();
    long cameMillis = live.record().jobs().get(0).submittedAtMillis() - originMillis;
    return new ToldTwice(live, simulated(cameMillis));
  }

  /** When the job is to come, since the market began. */
  long comesAtMillis() {
    return Math.round(SETTLING_MILLIS * cloud.speed());
  }

  private RunSettings settings() {
    return new RunSettings(
        job.spec(),
        FileLines.NONE,
        policy,
        state(),
        1,
        List.of(),
        false,
        false,
        GRACE_MILLIS,
        "windhover reproduce live",
        "",
        List.of());
  }

  private Path state() {
    return folder.resolve("state");
  }

  /** What became of the run by its journal, stepped again. */
  private ToldTwice.Side recorded() {
    var telling = new Telling();
    var scheduler = new Scheduler(policy.make(), List.of());
    try (var store = SqliteStore.openForReading(new StateLayout(state()).database())) {
      store.entriesAfter(
          0,
          entry -> {
            Batch batch = JournalCodec.batch(entry.sequence(), entry.atMillis(), entry.batch());
            telling.stepped(batch, scheduler.step(batch), scheduler.world());
          });
    }
    return telling.side(scheduler.world());
  }

  /**
   * The same in the simulator.
   *
   * @param cameMillis when the job comes, since the market began
   */
  ToldTwice.Side simulated(long cameMillis) {
    return simulated(cameMillis, Fate.asEstimated());
  }

  /** The same with tasks that take otherwise than estimated. */
  ToldTwice.Side simulated(long cameMillis, Fate fate) {
    var telling = new Telling();
    var story = new Story(List.of(new Happening.JobArrives(cameMillis, job.spec())), fate);
    var settings =
        new Simulation.Settings(
                MachinesHere.offers(cloud),
                MachinesHere.market(cloud),
                STEPS_MAX,
                cameMillis + DAY_MILLIS,
                killOrder())
            .savingNothing();
    return telling.side(new Simulation(policy.make(), story, settings, telling).run());
  }

  private KillOrder killOrder() {
    return cloud
        .harvest()
        .map(harvest -> KillOrder.valueOf(harvest.killOrder().toUpperCase(Locale.ROOT)))
        .orElse(KillOrder.NEWEST);
  }

  /** Listens to one telling. */
  private static final class Telling implements Simulation.Observer {
    private final Recorder recorder = Recorder.everything();
    private final List<AttemptId> squeezedOut = new ArrayList<>();

    @Override
    public void stepped(Batch batch, Decision decision, World world) {
      recorder.stepped(batch, decision, world);
      squeezedOut.addAll(ToldTwice.squeezedOut(batch.events()));
    }

    ToldTwice.Side side(World world) {
      return new ToldTwice.Side(recorder.record(world), new TreeSet<>(squeezedOut));
    }
  }
}
