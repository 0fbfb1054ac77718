package io.windhover.local;

import io.windhover.core.model.Offer;
import io.windhover.simulator.Cloud;
import java.util.List;

/**
 * What a cloud on this machine is told when it starts.
 *
 * @param market what befalls machines, in milliseconds since the cloud was first set up; one that
 *     nobody has used yet, made from the same seed at each start
 * @param factor how many seconds of the cloud's clock go by in a real one; what a folder was set up
 *     with counts
 * @param level by which means machines are frozen, shrunk and ended
 * @param command of a machine: its worker
 * @param idleMillis real time after which a cloud ends by itself where nothing is rented and nobody
 *     listens
 */
public record CloudPlan(
    List<Offer> offers,
    Cloud market,
    double factor,
    Level level,
    List<String> command,
    long idleMillis) {
  /** A minute. */
  public static final long IDLE_MILLIS = 60_000;

  public CloudPlan {
    offers = List.copyOf(offers);
    command = List.copyOf(command);
    if (command.isEmpty()) {
      throw new IllegalArgumentException("a machine without a command");
    }
  }
}
