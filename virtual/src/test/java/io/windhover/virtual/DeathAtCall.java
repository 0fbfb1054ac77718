package io.windhover.virtual;

import io.windhover.simulator.Timeline;
import io.windhover.store.Store;

/**
 * Kills the manager at the k-th call by which it rents a machine or gives one back, at a chosen
 * point of that call; if wished, its next life dies at the same point of its first such call.
 */
final class DeathAtCall implements Misfortune {
  /** Where in the call it dies. */
  enum Point {
    BEFORE_THE_COMMIT,
    BEFORE_THE_CALL,
    SENT_AND_NOT_DELIVERED,
    DONE_AND_NOT_ANSWERED,
    ANSWERED
  }

  private final int call;
  private final Point point;
  private final boolean twice;
  private final long downMillis;
  private final Reaper reaper = new Reaper();
  private int calls;
  private int deaths;
  private long dyingAtMillis = -1;
  private Runnable killing = () -> {};
  private Runnable onDeath = () -> {};

  /**
   * Death at one call.
   *
   * @param call counted from 1; 0 for never
   * @param commit the step, counted from 1, that decides on this call; a dry run has told it
   * @param downMillis for how long nobody manages
   */
  DeathAtCall(int call, int commit, Point point, boolean twice, long downMillis) {
    this.call = call;
    this.point = point;
    this.twice = twice;
    this.downMillis = downMillis;
    if (call > 0 && point == Point.BEFORE_THE_COMMIT) {
      reaper.killAfter(2 * (commit - 1)); // It may die before and after each commit.
    }
  }

  /** Calls this when a manager dies. */
  void onDeath(Runnable listener) {
    onDeath = listener;
  }

  int deaths() {
    return deaths;
  }

  @Override
  public void plan(VirtualPool pool) {
    killing =
        () -> {
          died();
          pool.killManager();
        };
  }

  private void died() {
    deaths++;
    dyingAtMillis = -1;
    onDeath.run();
  }

  /** The k-th call, and the first one of the next life. */
  private boolean isDeadly() {
    return dyingAtMillis < 0 && (deaths == 0 ? calls == call : twice && deaths == 1);
  }

  @Override
  public void rentalCall(Timeline timeline, Runnable callToMake) {
    calls++;
    if (!isDeadly() || point == Point.BEFORE_THE_COMMIT) {
      callToMake.run();
      return;
    }
    switch (point) {
      case BEFORE_THE_CALL -> die();
      case SENT_AND_NOT_DELIVERED -> dieIn(0, timeline);
      case DONE_AND_NOT_ANSWERED -> {
        callToMake.run();
        die();
      }
      default -> {
        callToMake.run();
        dieIn(1, timeline);
      }
    }
  }

  private void dieIn(long millis, Timeline timeline) {
    dyingAtMillis = timeline.nowMillis() + millis;
    timeline.at(dyingAtMillis, killing);
  }

  /** The story is not over before the death that is planned. */
  @Override
  public long lastMillis() {
    return Math.max(0, dyingAtMillis);
  }

  private void die() {
    died();
    throw new ManagerKilled(point.name());
  }

  @Override
  public Store mortal(Store store) {
    return reaper.around(store);
  }

  /** Also called when the reaper has struck, of which nobody else tells. */
  @Override
  public long managerDownMillis() {
    if (point == Point.BEFORE_THE_COMMIT && reaper.kills() > deaths) {
      deaths = reaper.kills();
      onDeath.run();
      if (twice && deaths == 1) {
        reaper.killAfter(0);
      }
    }
    return downMillis;
  }

  @Override
  public void deliver(Timeline timeline, String worker, Runnable delivery) {
    delivery.run();
  }
}
