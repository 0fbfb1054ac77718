package io.windhover.app.cloud;

import io.windhover.core.model.Limits;
import io.windhover.core.step.World;
import io.windhover.core.words.Counted;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerLoop;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Has a manager give back every machine, and waits until the source says that none is left. The
 * machines are too old from now on, and no other may be rented; both are facts on disk, so whatever
 * becomes of this process, who goes on with the state gives them back.
 */
final class GivingBack {
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final long LOOK_MILLIS = 50;

  private final Manager manager;
  private final Tenancy tenancy;
  private final ManagerLoop loop;
  private final CountDownLatch hurried = new CountDownLatch(1);

  /**
   * Does nothing yet.
   *
   * @param loop the manager's; when it has failed nothing more can be done
   */
  GivingBack(Manager manager, Tenancy tenancy, ManagerLoop loop) {
    this.manager = manager;
    this.tenancy = tenancy;
    this.loop = loop;
  }

  /**
   * Gives back; answers how many leases may still be charged for.
   *
   * @param atOnce whether to wait for nothing
   */
  int run(boolean atOnce, Consumer<String> notice) {
    int rented = kept();
    if (rented == 0) {
      return 0;
    }
    notice.accept("giving back " + Counted.of(rented, "machine"));
    heard(manager.limit(new Limits(1, 1, 1, 1)));
    tenancy.lookOften();
    long untilNanos = System.nanoTime() + LONGEST.toNanos();
    int counted = heard(manager.look(pool -> pool.world().nextMachineId())).orElse(0);
    boolean aged = true;
    while (!atOnce && System.nanoTime() < untilNanos && !loop.failure().isDone()) {
      if (aged && heard(manager.look(pool -> areGone(pool.world(), counted))).orElse(false)) {
        aged = false; // Else what the policy asks for in their place would be given back for ever.
        heard(manager.limit(new Limits(1, 1, 1, 0)));
      }
      tenancy.survey();
      rented = kept();
      if (rented == 0 || pause(LOOK_MILLIS)) {
        break;
      }
    }
    return rented;
  }

  private int kept() {
    return heard(manager.look(RentedNow::of)).orElse(RentedNow.NOTHING).kept();
  }

  /** What the manager answers; empty when it fails before it does. */
  private <T> Optional<T> heard(CompletableFuture<T> answer) {
    CompletableFuture.anyOf(answer, loop.failure().handle((none, failure) -> "")).join();
    return answer.isDone() ? Optional.of(answer.join()) : Optional.empty();
  }

  private static boolean areGone(World world, int before) {
    return world.machines().stream()
        .noneMatch(machine -> machine.id() < before && !machine.offer().isEmpty());
  }

  /** Answers false, a while later, or true at once when somebody is in a hurry. */
  boolean pause(long millis) {
    try {
      return hurried.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Waits no longer, from another thread. */
  void hurry() {
    hurried.countDown();
  }
}
