package io.windhover.app.bench;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.Scheduler;
import io.windhover.experiments.hads.PaperSetting;
import io.windhover.policies.PolicyRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * How long a policy thinks when a bag arrives for which ten thousand machines can be rented, and
 * what it keeps in memory after that.
 */
public final class FirstDecision {
  private static final int KINDS = 1000;
  private static final int LIMIT = 2500;
  private static final int MARKET_LIMIT = 10_000;
  private static final long DEADLINE_MILLIS = 4 * 3_600_000L;

  private FirstDecision() {}

  public static void main(String[] arguments) {
    String policy = arguments[0];
    int tasks = Integer.parseInt(arguments[1]);
    Scheduler scheduler =
        new Scheduler(
            PolicyRegistry.make(policy, new TreeMap<>(), PolicyRegistry.Machines.COME_AND_GO),
            offers());
    JobSpec job = bag(tasks);
    long beganNanos = System.nanoTime();
    Decision decision = scheduler.step(new Batch(1, 0, List.of(new Event.JobSubmitted(1, job))));
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "tasks %d seconds %.3f heapMb %.1f machines %d%n",
        tasks,
        seconds,
        usedMb(),
        scheduler.world().machines().size());
    if (!decision.reasons().isEmpty()) {
      throw new IllegalStateException("refused: " + decision.reasons());
    }
  }

  private static double usedMb() {
    Runtime runtime = Runtime.getRuntime();
    double used = 0;
    for (int i = 0; i < 3; i++) {
      System.gc();
      used = (runtime.totalMemory() - runtime.freeMemory()) / 1e6;
    }
    return used;
  }

  /** The paper's four types, but as many as a large customer may rent. */
  private static List<Offer> offers() {
    List<Offer> offers = new ArrayList<>();
    for (Offer offer : PaperSetting.offers(0)) {
      offers.add(
          new Offer(
              offer.name(),
              offer.market(),
              offer.machine(),
              LIMIT,
              MARKET_LIMIT,
              offer.gflops(),
              offer.startUpMillis(),
              offer.billing()));
    }
    return offers;
  }

  /** A thousand arrays of equal size, runtimes from 100 to 300 s. */
  private static JobSpec bag(int tasks) {
    List<TaskGroup> groups = new ArrayList<>();
    for (int kind = 0; kind < KINDS; kind++) {
      String name = "kind" + kind;
      groups.add(
          new TaskGroup(
              name,
              tasks / KINDS,
              new Script(List.of("true"), "", new TreeMap<>()),
              name,
              new Need(List.of(), 1, 5_000_000L + 10_000L * (kind * 7919 % KINDS)),
              List.of(),
              new RuntimeEstimate(100_000 + 200L * (kind * 6101 % KINDS), new TreeMap<>()),
              0,
              true,
              0,
              0,
              0));
    }
    return new JobSpec("large", "", new Deadline.Within(DEADLINE_MILLIS), false, groups);
  }
}
