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
 * @param costNanos all that it cost, storage included
 * @param storageNanos the part of it that it cost while it was frozen
 * @param notices when its users were told that it will freeze or end
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
    long storageNanos,
    List<Span> frozen,
    List<Long> notices) {
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
    notices = List.copyOf(notices);
  }

  /** One of which nobody gave notice, and that cost nothing while it was frozen. */
  public VmRecord(
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
    this(
        id,
        type,
        market,
        cores,
        requestedAtMillis,
        readyAtMillis,
        endedAtMillis,
        paidUntilMillis,
        end,
        costNanos,
        0,
        frozen,
        List.of());
  }

  public boolean cameUp() {
    return readyAtMillis >= 0;
  }

  public boolean isSpot() {
    return market.filter(m -> m == Market.SPOT).isPresent();
  }
}
