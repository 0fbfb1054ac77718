package io.windhover.simulator.record;

import io.windhover.core.model.Market;
import java.util.List;
import java.util.Optional;

/**
 * A machine from the moment it was asked for.
 *
 * @param market empty for a machine that came by itself
 * @param readyAtMillis when it could first take work; -1 when it never could
 * @param endedAtMillis when it was given back, lost or refused, or the run was over
 * @param paidUntilMillis up to here the last period was paid, whether it was used or not
 * @param frozen its hibernations; one that never ended ends with the machine
 */
public record VmRecord(
    int id,
    String type,
    Optional<Market> market,
    int cores,
    long requestedAtMillis,
    long readyAtMillis,
    long endedAtMillis,
    long paidUntilMillis,
    End end,
    long costNanos,
    List<Span> frozen) {
  /** What ended it. */
  public enum End {
    RELEASED,
    LOST,
    REFUSED,
    /** It was still there when the run was over. */
    STILL_THERE
  }

  public VmRecord {
    frozen = List.copyOf(frozen);
  }

  public boolean cameUp() {
    return readyAtMillis >= 0;
  }

  public boolean isSpot() {
    return market.filter(m -> m == Market.SPOT).isPresent();
  }
}
