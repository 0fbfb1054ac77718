package io.windhover.experiments.scs;

import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.ArrivalPattern;
import io.windhover.workload.generate.TaskTimes;
import java.util.List;
import java.util.Locale;

/** What the paper's experiments were made with (its section 4 and Table 1), as far as it says. */
public final class ScsSetting {
  /** From the request of a machine to the moment it takes work. */
  public static final long LAG_MILLIS = 390_000;

  static final long HOUR_MILLIS = 3_600_000;

  /** Jobs an hour. The paper gives no volume, only X and 10 X for its Figure 11. */
  static final int LIGHT = 1;

  static final int USUAL = 6;
  public static final int HEAVY = 60;

  public static final List<Integer> VOLUMES = List.of(LIGHT, USUAL, HEAVY);

  public static final List<Long> DEADLINES_MILLIS =
      List.of(HOUR_MILLIS / 2, HOUR_MILLIS, 3 * HOUR_MILLIS / 2, 2 * HOUR_MILLIS);

  /** Nothing keeps anybody from renting more. */
  private static final int NO_LIMIT = 1_000_000;

  private static final long MEMORY_BYTES = 8_000_000_000L;

  /** What is charged for: whole hours, as in the paper, or seconds, as today. */
  public enum Meter {
    HOUR(HOUR_MILLIS),
    SECOND(1000);

    private final long periodMillis;

    Meter(long periodMillis) {
      this.periodMillis = periodMillis;
    }

    /** As rows write it. */
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** An application, how its jobs come, and how soon each must be done. */
  record Cell(Application application, ArrivalPattern pattern, long deadlineMillis) {
    String name() {
      return "%s/%s/%s".formatted(application.text(), pattern.text(), deadlineText(deadlineMillis));
    }
  }

  private ScsSetting() {}

  /** 0.5h, 1h, 1.5h, 2h. */
  static String deadlineText(long deadlineMillis) {
    String hours = Double.toString((double) deadlineMillis / HOUR_MILLIS);
    return (hours.endsWith(".0") ? hours.substring(0, hours.length() - 2) : hours) + "h";
  }

  /** Table 1. */
  public static List<Offer> offers(Meter meter) {
    return List.of(
        offer(TaskTimes.MICRO, 20, meter),
        offer(TaskTimes.STANDARD, 85, meter),
        offer(TaskTimes.HIGH_CPU, 680, meter),
        offer(TaskTimes.HIGH_MEMORY, 500, meter));
  }

  private static Offer offer(String type, long millidollarsPerHour, Meter meter) {
    MachineSpec machine =
        new MachineSpec(type, type, List.of(), 1, MEMORY_BYTES, millidollarsPerHour * 1_000_000);
    return new Offer(
        type,
        Market.ON_DEMAND,
        machine,
        NO_LIMIT,
        NO_LIMIT,
        0,
        LAG_MILLIS,
        Billing.perPeriod(meter.periodMillis));
  }
}
