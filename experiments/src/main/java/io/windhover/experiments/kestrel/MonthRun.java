package io.windhover.experiments.kestrel;

import io.windhover.core.chance.Chance;
import io.windhover.core.event.Batch;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.manager.Keeping;
import io.windhover.manager.ManagerSettings;
import io.windhover.policies.match.Match;
import io.windhover.simulator.Timeline;
import io.windhover.store.Store;
import io.windhover.virtual.Deeds;
import io.windhover.virtual.FastStores;
import io.windhover.virtual.ManagerLife;
import io.windhover.virtual.Reaper;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Lives through a month: the real manager with its store, the wire's messages and every worker's
 * agent, on one thread and in virtual time.
 */
final class MonthRun {
  /**
   * A worker that has been silent for twenty minutes, four heartbeats, is given up. What costs time
   * in this process and none in the month (looking for silence, for requests, writing progress) is
   * done every half or whole minute instead of many times a second.
   */
  private static final ManagerSettings MANAGER =
      new ManagerSettings(
          20 * Month.MINUTE,
          0,
          10 * Month.MINUTE,
          30_000,
          10,
          30_000,
          Month.MINUTE,
          10 * Month.MINUTE,
          20_000,
          100_000,
          false,
          Store.Durability.PROCESS_CRASH,
          Keeping.EVERYTHING);

  private static final int MAIN = 1;
  private static final int LATER = 2;
  private static final long A_WEEK = 7 * Month.DAY;
  private static final long DOWN_MIN = 2 * Month.MINUTE;
  private static final long DOWN_MAX = Month.HOUR;

  /** Longer than the patience with the silent: what runs there is given to others meanwhile. */
  private static final long LONG_CUT = 45 * Month.MINUTE;

  private static final long SHORT_CUT = 10 * Month.MINUTE;
  private static final int KINDS_OF_CUTS = 3;

  private final Month month;
  private final long seed;
  private final Timeline timeline = new Timeline();
  private final Reaper reaper = new Reaper();
  private final Deeds deeds = new Deeds();
  private final Tally tally = new Tally();
  private final Watch watch = new Watch();
  private final SplittableRandom chance;
  private final Wire wire;
  private final ManagerLife life;
  private final Scene scene;
  private final Cloud cloud;
  private long fingerprint;
  private long mainEndedMillis = -1;
  private long laterBeganMillis = -1;
  private long endedMillis = -1;
  private final List<CompletableFuture<Integer>> wishes = new ArrayList<>();
  private int cuts;
  private int retriesAsked;

  private MonthRun(Month month, long seed, FastStores stores) {
    this.month = month;
    this.seed = seed;
    this.chance = Chance.stream(seed, "month", 0);
    this.wire = new Wire(timeline, reaper, seed);
    this.life =
        new ManagerLife(
            timeline,
            MonthRun::policy,
            () -> reaper.around(stores.get()),
            MANAGER,
            wire,
            this::stepped);
    wire.serve(life);
    this.scene = new Scene(seed, timeline, wire, new StarWork(seed), deeds, tally);
    this.cloud = new Cloud(scene, month);
  }

  static Measured of(Month month, long seed, FastStores stores) {
    var run = new MonthRun(month, seed, stores);
    run.play();
    Measured measured = run.measured();
    run.life.store().close();
    stores.delete();
    return measured;
  }

  private static Policy policy() {
    return new Match(Match.Impossible.WAITS);
  }

  private void play() {
    life.begin();
    cloud.open();
    timeline.at(month.tunedAtMillis(), cloud::tune);
    misfortunes(0, 2 * month.tunedAtMillis(), month.kills());
    timeline.soon(this::visit);
    timeline.soon(this::look);
    while (endedMillis < 0 && timeline.nextMillis() <= month.limitMillis()) {
      timeline.playNextMoment();
      if (!life.turn()) {
        comeBack();
      }
    }
  }

  private void stepped(Batch batch, Decision decision) {
    deeds.stepped(batch, decision);
    fingerprint = 31 * fingerprint + batch.atMillis();
    fingerprint = 31 * fingerprint + batch.events().size();
    fingerprint = 31 * fingerprint + decision.actions().size();
  }

  // What goes wrong.

  /**
   * Managers are killed between two turns or in the midst of one, sites are cut off for a while.
   */
  private void misfortunes(long fromMillis, long toMillis, int kills) {
    for (int i = 0; i < kills; i++) {
      boolean amidst = i % 2 == 1;
      timeline.at(chance.nextLong(fromMillis, toMillis), () -> kill(amidst));
    }
    for (int i = 0; i < kills; i++) {
      int kind = i % KINDS_OF_CUTS;
      timeline.at(chance.nextLong(fromMillis, toMillis), () -> cutOff(kind));
    }
  }

  private void kill(boolean amidst) {
    if (amidst) {
      reaper.killAfter(chance.nextInt(8));
    } else if (life.alive().isPresent()) {
      life.die();
      comeBack();
    }
  }

  private void comeBack() {
    timeline.in(chance.nextLong(DOWN_MIN, DOWN_MAX), life::begin);
  }

  private void cutOff(int kind) {
    cuts++;
    switch (kind) {
      case 0 -> wire.cut(Cloud.CERN, LONG_CUT);
      case 1 -> wire.cut(Cloud.EC2, LONG_CUT);
      default -> wire.cut(Cloud.LARGE_SITE, SHORT_CUT);
    }
  }

  // What the owner of the jobs does.

  /**
   * Submits what is not there yet, has tasks that failed tried again, and a week after the main run
   * begins another. Who has no answer looks before asking again, so that nothing is there twice.
   */
  private void ask() {
    life.alive()
        .ifPresent(
            manager -> {
              if (!life.world().hasJob(MAIN)) {
                wishes.add(manager.submit(month.mainJob()));
              } else if (laterBeganMillis >= 0 && !life.world().hasJob(LATER)) {
                wishes.add(manager.submit(month.laterJob()));
              }
              for (Job job : life.world().jobs()) {
                if (job.count(TaskState.FAILED) > 0) {
                  retriesAsked++;
                  wishes.add(manager.retry(job.id(), true));
                }
              }
            });
  }

  private void visit() {
    ask();
    timeline.in(6 * Month.HOUR, this::visit);
  }

  private boolean done(int job) {
    return life.world().hasJob(job)
        && life.world().job(job).over()
        && life.world().job(job).count(TaskState.FAILED) == 0;
  }

  private void look() {
    watch.look(timeline.nowMillis(), life.world(), tally.executing);
    if (mainEndedMillis < 0 && done(MAIN)) {
      mainEndedMillis = life.world().job(MAIN).endedAtMillis();
      cloud.close();
      timeline.at(mainEndedMillis + A_WEEK, this::beginAgain);
    } else if (laterBeganMillis >= 0 && done(LATER)) {
      cloud.close();
      endedMillis = life.world().job(LATER).endedAtMillis();
    }
    timeline.in(Watch.EVERY_MILLIS, this::look);
  }

  private void beginAgain() {
    laterBeganMillis = timeline.nowMillis();
    cloud.open();
    misfortunes(laterBeganMillis, laterBeganMillis + Month.DAY, 1);
    ask();
  }

  private Measured measured() {
    if (life.alive().isEmpty()) {
      life.begin();
    }
    List<String> wrongs = new ArrayList<>(deeds.wrongs());
    if (wishes.stream().anyMatch(CompletableFuture::isCompletedExceptionally)) {
      wrongs.add("the manager refused what an owner asked for");
    }
    Ledger ledger = Ledger.of(life.store(), life.world(), deeds, MonthRun::policy);
    return new Measured(
        month,
        seed,
        endedMillis >= 0,
        mainEndedMillis,
        laterBeganMillis,
        endedMillis,
        life.lives() - 1,
        cuts,
        retriesAsked,
        deeds.orders(),
        deeds.starts(),
        deeds.successes(),
        tally,
        wire.messages(),
        wire.lost(),
        wire.doubled(),
        watch.miscounts(),
        wrongs,
        fingerprint,
        watch.looks(),
        ledger,
        scene.work());
  }
}
