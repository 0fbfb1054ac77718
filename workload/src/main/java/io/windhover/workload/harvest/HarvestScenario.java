package io.windhover.workload.harvest;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.JobSpec;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.generate.HarvestWork;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Work on harvest machines: all that a simulation needs to be told.
 *
 * @param killOrder who goes first when a machine has shrunk under its tasks; one of {@link
 *     #KILL_ORDERS}
 * @param prices the usual ones when empty
 */
public record HarvestScenario(
    String name,
    Supply supply,
    String killOrder,
    Optional<Prices> prices,
    Work work,
    CheckpointCost checkpoints,
    PolicyChoice policy,
    long seed) {
  /** Clusters to draw machines from; the last one runs on wind. */
  public static final List<String> CLUSTERS =
      List.of("C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "wind");

  /** The first is what holds when nobody says. */
  public static final List<String> KILL_ORDERS = List.of("newest", "oldest");

  /** Where the machines come from. */
  public sealed interface Supply {}

  /**
   * Machines on the servers of a cluster.
   *
   * @param seed of its own, so that they stay the same while all other chance changes
   */
  public record FromCluster(String cluster, int machines, double hours, OptionalLong seed)
      implements Supply {
    private static final double HOUR_MILLIS = 3_600_000;

    public long lengthMillis() {
      return Math.max(1, Math.round(hours * HOUR_MILLIS));
    }
  }

  /** Machines as they were recorded. */
  public record Recorded(HarvestTrace trace) implements Supply {}

  /** Of a core for an hour, in nano-dollars: up to the minimum size, and beyond it. */
  public record Prices(long spotNanos, long harvestedNanos) {}

  /** What is to be done. */
  public sealed interface Work {}

  /** One job, there from the beginning. */
  public record OneJob(JobSpec job) implements Work {}

  /**
   * Jobs that come over time.
   *
   * @param seed of its own, so that they stay the same while all other chance changes
   */
  public record Drawn(HarvestWork work, OptionalLong seed) implements Work {}
}
