package io.windhover.virtual;

import io.windhover.core.chance.Chance;
import io.windhover.manager.Keeping;
import io.windhover.manager.ManagerSettings;
import io.windhover.simulator.Timeline;
import io.windhover.store.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Everything that can go wrong, from a seed: messages lost, late, doubled and out of order, workers
 * cut off for a while, with or without the manager being told, or gone without a word, managers
 * killed at any point of a turn, the manager's state replaced by an empty one, jobs that leave the
 * world as soon as they can, and their journal with them, calls to a source of machines that fail,
 * some of them after they took effect, rented machines that run and never join. It stops after a
 * while, so that what can be finished is finished.
 */
final class RandomMisfortune implements Misfortune {
  private static final long LAST_MILLIS = 180_000;
  private static final int NEVER_JOINS_ONE_IN = 16;

  private final SplittableRandom chance;
  private final double lost;
  private final double doubled;
  private final SplittableRandom callChance;
  private final SplittableRandom darkness;
  private final double callsFail;
  private final int lateMillisMax;
  private final boolean killsManager;
  private final Map<String, Long> cutOffUntil = new LinkedHashMap<>();
  private final ManagerSettings settings;
  private Timeline clock = new Timeline();
  private final Reaper reaper = new Reaper();
  private final Runnable deleteStore;
  private final boolean replacesState;
  private int kills;
  private int breaks;
  private int replaced;

  /**
   * What goes wrong for this seed.
   *
   * @param deleteStore called between two lives of the manager when its state is replaced
   */
  RandomMisfortune(long seed, Runnable deleteStore) {
    this.deleteStore = deleteStore;
    this.replacesState = Chance.stream(seed, "state replaced", 0).nextInt(8) == 0;
    this.chance = Chance.stream(seed, "misfortune", 0);
    this.lost = chance.nextInt(3) * 0.1;
    this.doubled = chance.nextInt(3) * 0.1;
    this.lateMillisMax = chance.nextBoolean() ? 0 : 1 + chance.nextInt(4_000);
    this.killsManager = chance.nextBoolean();
    this.darkness = Chance.stream(seed, "machines that never join", 0);
    this.callChance = Chance.stream(seed, "calls to the source", 0);
    this.callsFail = callChance.nextInt(3) * 0.1;
    ManagerSettings patience = chance.nextBoolean() ? ManagerSettings.LOCAL : awaiting(20_000);
    this.settings = leavingEarly(patience, Chance.stream(seed, "keeping", 0).nextInt(4));
  }

  /** In half of the stories jobs leave when they are over or soon after, and the journal goes. */
  private static ManagerSettings leavingEarly(ManagerSettings patience, int dice) {
    return switch (dice) {
      case 0 -> patience.keeping(new Keeping(0, 0, Long.MAX_VALUE, 25), 10);
      case 1 -> patience.keeping(new Keeping(3, 1, Long.MAX_VALUE, 0), 7);
      default -> patience;
    };
  }

  /** As a local one, but it waits for workers whose connection broke. */
  private static ManagerSettings awaiting(long awayMillis) {
    ManagerSettings local = ManagerSettings.LOCAL;
    return new ManagerSettings(
        local.silenceMillis(),
        awayMillis,
        local.joinMillis(),
        local.resendMillis(),
        local.resendsMax(),
        local.sweepMillis(),
        local.requestMillis(),
        local.progressMillis(),
        local.snapshotSteps(),
        local.inboxMax(),
        true,
        local.durability(),
        local.keeping());
  }

  @Override
  public ManagerSettings settings() {
    return settings;
  }

  /** How often a connection broke and the manager was told. */
  int breaks() {
    return breaks;
  }

  int kills() {
    return kills + reaper.kills();
  }

  @Override
  public void plan(VirtualPool pool) {
    clock = pool.timeline();
    if (killsManager) {
      for (int i = chance.nextInt(6); i >= 0; i--) {
        long atMillis = chance.nextLong(LAST_MILLIS);
        if (chance.nextBoolean()) {
          pool.timeline().at(atMillis, () -> kill(pool));
        } else {
          pool.timeline().at(atMillis, () -> reaper.killAfter(chance.nextInt(6)));
        }
      }
    }
    if (replacesState) {
      pool.timeline().at(chance.nextLong(LAST_MILLIS), () -> replaceState(pool));
    }
    for (int i = chance.nextInt(4); i > 0; i--) {
      pool.timeline().at(chance.nextLong(LAST_MILLIS), () -> cutOffSomebody(pool.workerNames()));
    }
    for (int i = chance.nextInt(8); i > 0; i--) {
      pool.timeline().at(chance.nextLong(LAST_MILLIS), () -> breakSomebodysConnection(pool));
    }
  }

  private void kill(VirtualPool pool) {
    kills++;
    pool.killManager();
  }

  private void replaceState(VirtualPool pool) {
    replaced++;
    reaper.killAfter(-1);
    pool.replaceState(deleteStore);
  }

  /** How often the manager's state was replaced by an empty one. */
  int replaced() {
    return replaced;
  }

  private void breakSomebodysConnection(VirtualPool pool) {
    List<String> names = pool.workerNames();
    if (!names.isEmpty()) {
      breaks++;
      String name = names.get(chance.nextInt(names.size()));
      long downMillis = chance.nextInt(40_000);
      cutOffUntil.merge(name, clock.nowMillis() + downMillis, Math::max);
      pool.breakConnection(name, downMillis);
    }
  }

  private void cutOffSomebody(List<String> names) {
    if (!names.isEmpty()) {
      String name = names.get(chance.nextInt(names.size()));
      cutOffUntil.put(name, clock.nowMillis() + chance.nextInt(60_000));
    }
  }

  @Override
  public long lastMillis() {
    return LAST_MILLIS;
  }

  @Override
  public boolean goesSilently() {
    return chance.nextBoolean();
  }

  @Override
  public boolean neverJoins() {
    return clock.nowMillis() <= LAST_MILLIS && darkness.nextInt(NEVER_JOINS_ONE_IN) == 0;
  }

  @Override
  public long managerDownMillis() {
    return chance.nextInt(60_000);
  }

  @Override
  public void deliver(Timeline timeline, String worker, Runnable delivery) {
    boolean over = timeline.nowMillis() > LAST_MILLIS;
    if (over || (lateMillisMax == 0 && lost == 0 && doubled == 0)) {
      if (over || !cutOff(timeline, worker)) {
        delivery.run();
      }
      return;
    }
    int copies = chance.nextDouble() < lost ? 0 : chance.nextDouble() < doubled ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      long lateMillis = lateMillisMax == 0 ? 0 : chance.nextInt(lateMillisMax);
      timeline.at(
          timeline.nowMillis() + lateMillis,
          () -> {
            if (!cutOff(timeline, worker)) {
              delivery.run();
            }
          });
    }
  }

  @Override
  public CallFate callFate(Timeline timeline) {
    if (timeline.nowMillis() > LAST_MILLIS || callsFail == 0) {
      return CallFate.PASSES;
    }
    double drawn = callChance.nextDouble();
    return drawn < callsFail
        ? CallFate.FAILS
        : drawn < 2 * callsFail ? CallFate.TIMES_OUT : CallFate.PASSES;
  }

  private boolean cutOff(Timeline timeline, String worker) {
    return timeline.nowMillis() < cutOffUntil.getOrDefault(worker, 0L);
  }

  @Override
  public void beforeSend() {
    reaper.beforeMessage();
  }

  @Override
  public Store mortal(Store store) {
    return reaper.around(store);
  }
}
