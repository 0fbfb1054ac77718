package io.windhover.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.CheckpointCost;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.LeaseBill;
import io.windhover.core.step.Scheduler;
import io.windhover.manager.JournalCodec;
import io.windhover.manager.LeaseBooks;
import io.windhover.manager.ManagerSettings;
import io.windhover.manager.Recovery;
import io.windhover.policies.PolicyRegistry;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.RandomStories;
import io.windhover.simulator.Timeline;
import io.windhover.simulator.cloud.ModelledCloud;
import io.windhover.simulator.cloud.PoissonMarket;
import io.windhover.simulator.cloud.Reclaim;
import io.windhover.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The record of each lease, while everything goes wrong: managers are killed at any point of a
 * turn, between snapshots that come every few steps, and in many stories what lies behind them is
 * let go. Each lease must be there once, with what its source charged.
 */
class LeaseBooksTest {
  private static final int SEEDS = Integer.getInteger("seeds", 12);
  private static final long TWO_HOURS_MILLIS = 7_200_000;
  private static final double COST_TOLERANCE = 0.001;
  private static final int SNAPSHOT_STEPS = 7;

  private final Path folder = FastStores.folder();

  @AfterEach
  void deleteFolder() throws IOException {
    Files.delete(folder);
  }

  static List<String> policies() {
    return PolicyRegistry.namesForUse();
  }

  private static Policy make(String name) {
    return Renting.policy(name);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void everyLeaseIsRecordedOnceWithWhatItsSourceCharged(String policy) {
    int leases = 0;
    int kills = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      FastStores stores = new FastStores(folder, seed);
      RandomMisfortune misfortune = new RandomMisfortune(seed, stores::delete);
      try {
        leases += live(policy, seed, stores, misfortune);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("%s, seed %d: %s".formatted(policy, seed, e.getMessage()), e);
      }
      kills += misfortune.kills();
    }
    System.out.printf("%s: %,d leases, %,d managers killed%n", policy, leases, kills);
  }

  private static Cloud cloud(long seed) {
    var market =
        new PoissonMarket(
            PoissonMarket.Reading.RUN, Reclaim.HIBERNATE, 60, 120, List.of("large"), seed);
    return new ModelledCloud(market, new CheckpointCost(500, 1));
  }

  private static int live(
      String policy, long seed, FastStores stores, RandomMisfortune misfortune) {
    VirtualPool pool =
        new VirtualPool(
            RandomStories.withCleanups(seed),
            () -> make(policy),
            stores,
            new OftenWrittenDown(misfortune),
            Renting.OFFERS,
            cloud(seed));
    pool.play(TWO_HOURS_MILLIS);
    Scheduler recovered = Recovery.load(pool.store(), make(policy));
    long steppedAtMillis = recovered.world().nowMillis();
    List<LeaseBill> bills = bills(pool.store(), recovered, steppedAtMillis);
    long spent = bills.stream().mapToLong(LeaseBill::costNanos).sum();
    assertThat(spent).isEqualTo(pool.world().spentNanos());
    bills.forEach(LeaseBooksTest::addsUp);
    if (misfortune.replaced() == 0) {
      asCharged(bills, pool.source().chargedNanosByLease());
    }
    if (isWhole(pool.store())) {
      assertThat(bills).isEqualTo(atOneGo(pool.store(), make(policy)));
    }
    pool.close();
    stores.delete();
    return bills.size();
  }

  static List<LeaseBill> bills(Store store, Scheduler scheduler, long nowMillis) {
    return List.copyOf(LeaseBooks.all(store, scheduler, nowMillis));
  }

  private static void addsUp(LeaseBill bill) {
    long parts = bill.boot().nanos() + bill.idle().nanos() + bill.hibernated().nanos();
    for (LeaseBill.JobShare share : bill.jobs()) {
      parts += share.useful().nanos() + share.lost().nanos();
    }
    assertThat(parts).as("the parts of %s", bill).isEqualTo(bill.costNanos());
  }

  static void asCharged(List<LeaseBill> bills, Map<String, Long> charged) {
    Map<String, Long> known = new TreeMap<>(charged);
    for (LeaseBill bill : bills) {
      // One that was given back before the source heard of it is no lease there.
      long toldBySource = Objects.requireNonNullElse(known.remove(bill.lease()), 0L);
      if (bill.isOpen()) {
        continue; // What was not heard meanwhile, its source says at the end.
      }
      assertThat(Math.abs(bill.costNanos() - toldBySource))
          .as("charged %d for %s", toldBySource, bill)
          .isLessThanOrEqualTo((long) (COST_TOLERANCE * (double) toldBySource));
    }
    assertThat(known.values()).as("leases without a record: %s", known).allMatch(c -> c == 0);
  }

  /** Whether nothing of the journal was let go behind a snapshot. */
  private static boolean isWhole(Store store) {
    List<Long> sequences = new ArrayList<>();
    store.entriesAfter(0, entry -> sequences.add(entry.sequence()));
    return !sequences.isEmpty() && sequences.get(0) == 1;
  }

  /** The accounts of the whole journal, as a manager that was never killed keeps them. */
  private static List<LeaseBill> atOneGo(Store store, Policy policy) {
    Scheduler scheduler = new Scheduler(policy, List.of());
    scheduler.keepAccounts();
    store.entriesAfter(
        0,
        entry ->
            Recovery.takeUp(
                scheduler,
                JournalCodec.batch(entry.sequence(), entry.atMillis(), entry.batch()),
                entry.decision()));
    long nowMillis = scheduler.world().nowMillis();
    Map<Integer, String> ids = new TreeMap<>();
    bills(store, scheduler, nowMillis).forEach(bill -> ids.put(bill.machine(), bill.lease()));
    List<LeaseBill> folded = new ArrayList<>(scheduler.keepAccounts().ended());
    folded.addAll(scheduler.keepAccounts().open(nowMillis));
    folded.replaceAll(bill -> bill.named(ids.get(bill.machine())));
    folded.sort((one, other) -> Integer.compare(one.machine(), other.machine()));
    return folded;
  }

  /** All that goes wrong, around a manager that takes a snapshot every few steps. */
  private record OftenWrittenDown(RandomMisfortune misfortune) implements Misfortune {
    @Override
    public ManagerSettings settings() {
      ManagerSettings usual = misfortune.settings();
      return usual.keeping(usual.keeping(), SNAPSHOT_STEPS);
    }

    @Override
    public void plan(VirtualPool pool) {
      misfortune.plan(pool);
    }

    @Override
    public long lastMillis() {
      return misfortune.lastMillis();
    }

    @Override
    public boolean goesSilently() {
      return misfortune.goesSilently();
    }

    @Override
    public long managerDownMillis() {
      return misfortune.managerDownMillis();
    }

    @Override
    public Store mortal(Store store) {
      return misfortune.mortal(store);
    }

    @Override
    public void beforeSend() {
      misfortune.beforeSend();
    }

    @Override
    public void rentalCall(Timeline timeline, Runnable call) {
      misfortune.rentalCall(timeline, call);
    }

    @Override
    public CallFate callFate(Timeline timeline) {
      return misfortune.callFate(timeline);
    }

    @Override
    public void deliver(Timeline timeline, String worker, Runnable delivery) {
      misfortune.deliver(timeline, worker, delivery);
    }
  }
}
