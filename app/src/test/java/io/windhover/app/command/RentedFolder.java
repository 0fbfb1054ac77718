package io.windhover.app.command;

import io.windhover.app.state.RecordedPolicy;
import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.Billing;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Limits;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.step.Scheduler;
import io.windhover.manager.JournalCodec;
import io.windhover.policies.PolicyRegistry.Machines;
import io.windhover.rental.SimulatedSource;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.ModelledCloud;
import io.windhover.simulator.cloud.PoissonMarket;
import io.windhover.simulator.cloud.Reclaim;
import io.windhover.store.SqliteStore;
import io.windhover.store.StateFolder;
import io.windhover.store.StateLayout;
import io.windhover.store.Store;
import io.windhover.virtual.Misfortune;
import io.windhover.virtual.VirtualPool;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

/**
 * A state folder written by the real manager in virtual time, which rents from a modelled cloud:
 * eighteen tasks of ten minutes on spot machines that hibernate, within limits. The first attempt
 * of task 3 fails after five minutes.
 */
final class RentedFolder {
  private static final String JOB =
      """
      name: sweep
      deadline: 4h
      tasks:
        - {name: point, count: 18, command: "true", cores: 2, retries: 1, runtime: 10m}
      """;

  private static final RecordedPolicy POLICY =
      new RecordedPolicy("bag", new TreeMap<>(), Machines.COME_AND_GO);

  private static final Limits LIMITS = new Limits(50_000_000_000L, 0, 8, 0);

  /** While a machine is frozen and others run. */
  static final long WHILE_FROZEN_MILLIS = 940_000;

  private RentedFolder() {}

  /** Makes the fixture of a manager that was killed while it rents, for make.sh. */
  public static void main(String[] args) throws JobFileException {
    play(Path.of(args[0]), WHILE_FROZEN_MILLIS);
  }

  private static Offer offer(String name, Market market, long pricePerHourNanos) {
    var machine = new MachineSpec(name, "large", List.of(), 4, 16_000_000_000L, pricePerHourNanos);
    return new Offer(name, market, machine, 8, 8, 1, 60_000, Billing.BY_USE);
  }

  /** Plays for so long and leaves the folder as a kill would; answers the source's own record. */
  static SimulatedSource play(Path folder, long untilMillis) throws JobFileException {
    try (StateFolder state = StateFolder.acquire(folder, "windhover manager");
        Store store = state.createDatabase()) {
      store.put(RecordedPolicy.KEY, POLICY.encode());
      limit(store);
    }
    var text = new ByteArrayInputStream(JOB.getBytes(StandardCharsets.UTF_8));
    var spec = JobFileReader.read("sweep.yaml", text, Path.of("/tmp")).spec();
    var pool = pool(folder, new Happening.JobArrives(1_000, spec));
    pool.play(untilMillis);
    pool.close();
    return pool.source();
  }

  /**
   * Goes on with a folder for a day; the machines that its manager had rented are there no more.
   */
  static VirtualPool goOn(Path folder) {
    var pool = pool(folder, new Happening.TermsChange(1_000, new Event.LimitsChanged(LIMITS)));
    pool.play(86_400_000);
    pool.close();
    return pool;
  }

  private static VirtualPool pool(Path folder, Happening first) {
    Path database = new StateLayout(folder).database();
    Fate fate =
        (attempt, group, machine) ->
            attempt.task().index() == 3 && attempt.number() == 1
                ? new Fate.Outcome(300_000, 1)
                : new Fate.Outcome(600_000, 0);
    var market =
        new PoissonMarket(
            PoissonMarket.Reading.RUN, Reclaim.HIBERNATE, 12, 24, List.of("large"), 7);
    return new VirtualPool(
        new Story(List.of(first), fate),
        POLICY::make,
        () -> SqliteStore.open(database),
        Misfortune.NONE,
        List.of(
            offer("on-demand", Market.ON_DEMAND, 100_000_000),
            offer("spot", Market.SPOT, 30_000_000)),
        new ModelledCloud(market, new CheckpointCost(500, 1)));
  }

  private static void limit(Store store) {
    var batch = new Batch(1, 0, List.of(new Event.LimitsChanged(LIMITS)));
    String decided = JournalCodec.encode(new Scheduler(POLICY.make(), List.of()).step(batch));
    store.append(
        List.of(new Store.Entry(1, 0, JournalCodec.encode(batch), decided)),
        List.of(),
        Store.Durability.PROCESS_CRASH);
  }
}
