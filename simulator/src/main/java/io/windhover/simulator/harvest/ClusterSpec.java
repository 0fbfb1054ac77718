package io.windhover.simulator.harvest;

import java.util.List;

/**
 * A provider's cluster and its regular customers. Residents stay for long and come one by one;
 * campaigns make servers restless for some hours: orders of several machines, close together, that
 * stay for some minutes, all on the server the campaign began on as far as there is room.
 *
 * @param servers of 64 cores each
 * @param allocation where regular machines go
 * @param residentCores how many cores of a server residents take on average
 * @param residentHours how long one stays on average on a restless server; a third stays four times
 *     as long as the rest
 * @param calmShare of the servers, those that no campaign comes to
 * @param calmHours how long a resident of a calm server stays on average
 * @param campaignsPerServerDay how many begin on a restless server in a day
 * @param campaignHours how long one goes on, on average
 * @param ordersPerHour how often a campaign that goes on orders machines
 * @param machinesPerOrder on average
 * @param togetherShare of the machines of an order, those that come or go within seconds of the one
 *     before; the others follow after some minutes
 * @param stayMinutes how long the machines of an order stay on average
 * @param sizeWeights how common regular machines of 1, 2, 4, 8, 16 and 32 cores are
 */
public record ClusterSpec(
    String name,
    int servers,
    Allocation allocation,
    double residentCores,
    double residentHours,
    double calmShare,
    double calmHours,
    double campaignsPerServerDay,
    double campaignHours,
    double ordersPerHour,
    double machinesPerOrder,
    double togetherShare,
    double stayMinutes,
    List<Double> sizeWeights) {
  /** Hardware threads of a server. */
  public static final int SERVER_CORES = 64;

  /**
   * Kept free for sudden demand (section 4.3): regular machines go there when nothing else fits.
   */
  public static final double BUFFER_SHARE = 0.05;

  /**
   * Half of the servers change all the time and half hardly ever, so that one can see which of them
   * are kept (SlackSched, Appendix B.4). On average a restless one changes every 20 minutes or so,
   * a calm one once in two weeks.
   */
  public static final ClusterSpec GROUND_TRUTH =
      new ClusterSpec(
          "ground truth",
          1000,
          Allocation.RANDOM,
          44,
          5,
          0.5,
          5000,
          0.2,
          10,
          1.2,
          1.4,
          0.9,
          60,
          List.of(4.0, 5.25, 4.41, 3.47, 2.43, 1.28));

  public ClusterSpec {
    sizeWeights = List.copyOf(sizeWeights);
  }

  double meanSize() {
    double sum = 0;
    double weights = 0;
    for (int i = 0; i < sizeWeights.size(); i++) {
      sum += sizeWeights.get(i) * (1 << i);
      weights += sizeWeights.get(i);
    }
    return sum / weights;
  }
}
