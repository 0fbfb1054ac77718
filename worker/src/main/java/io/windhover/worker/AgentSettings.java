package io.windhover.worker;

/**
 * The limits of an {@link Agent}.
 *
 * @param heartbeatMillis between two signs of life
 * @param joinMillisMin first pause before Join is said again; doubles each time
 * @param joinMillisMax longest pause before Join is said again
 * @param reportMillisMin first pause before a report is said again; doubles each time
 * @param reportMillisMax longest pause before a report is said again
 * @param graceMillis between asking a process to end and killing it
 * @param holdMillis how long the end of a command by SIGHUP, SIGINT or SIGTERM is kept back: a
 *     signal to the whole process group can end a command an instant before this worker itself
 *     hears of it, and a shutdown within this time turns the end into {@code Stopped}
 * @param cleanupMillisMax a cleanup command that runs longer is ended
 * @param farewellMillis how long a shutdown waits for acknowledgements and cleanups once no command
 *     runs any more
 * @param heldMax attempts held at one time; further orders are refused
 * @param rememberedMax answers kept for attempts that are over, so that a late or doubled message
 *     about one of them is answered and starts nothing
 * @param patienceMillis a rented machine that has heard nothing of its manager for this long, while
 *     awake, ends what it runs and leaves for good, so that nobody pays for it for ever
 * @param killsOldest whether the oldest attempts end first when the machine has shrunk under them,
 *     and not the newest
 */
public record AgentSettings(
    long heartbeatMillis,
    long joinMillisMin,
    long joinMillisMax,
    long reportMillisMin,
    long reportMillisMax,
    long graceMillis,
    long holdMillis,
    long cleanupMillisMax,
    long farewellMillis,
    int heldMax,
    int rememberedMax,
    long patienceMillis,
    boolean killsOldest) {
  private static final long PATIENCE_MILLIS = 900_000;

  public static final AgentSettings DEFAULT =
      new AgentSettings(
          5_000, 500, 30_000, 1_000, 30_000, 5_000, 1_000, 600_000, 2_000, 10_000, 4_096);

  /** For a manager of thousands of workers: what was not heard is said again more slowly. */
  public static final AgentSettings POOL =
      new AgentSettings(
          15_000, 3_000, 60_000, 5_000, 60_000, 5_000, 1_000, 600_000, 5_000, 10_000, 16_384);

  /** With the usual patience. */
  public AgentSettings(
      long heartbeatMillis,
      long joinMillisMin,
      long joinMillisMax,
      long reportMillisMin,
      long reportMillisMax,
      long graceMillis,
      long holdMillis,
      long cleanupMillisMax,
      long farewellMillis,
      int heldMax,
      int rememberedMax) {
    this(
        heartbeatMillis,
        joinMillisMin,
        joinMillisMax,
        reportMillisMin,
        reportMillisMax,
        graceMillis,
        holdMillis,
        cleanupMillisMax,
        farewellMillis,
        heldMax,
        rememberedMax,
        PATIENCE_MILLIS,
        false);
  }

  /** The same, but for the kill order. */
  public AgentSettings killing(boolean oldest) {
    return new AgentSettings(
        heartbeatMillis,
        joinMillisMin,
        joinMillisMax,
        reportMillisMin,
        reportMillisMax,
        graceMillis,
        holdMillis,
        cleanupMillisMax,
        farewellMillis,
        heldMax,
        rememberedMax,
        patienceMillis,
        oldest);
  }

  public AgentSettings {
    requirePositive("heartbeatMillis", heartbeatMillis);
    requirePositive("joinMillisMin", joinMillisMin);
    requirePositive("joinMillisMax - joinMillisMin + 1", joinMillisMax - joinMillisMin + 1);
    requirePositive("reportMillisMin", reportMillisMin);
    requirePositive("reportMillisMax - reportMillisMin + 1", reportMillisMax - reportMillisMin + 1);
    requirePositive("graceMillis + 1", graceMillis + 1);
    requirePositive("holdMillis + 1", holdMillis + 1);
    requirePositive("cleanupMillisMax", cleanupMillisMax);
    requirePositive("farewellMillis + 1", farewellMillis + 1);
    requirePositive("heldMax", heldMax);
    requirePositive("rememberedMax", rememberedMax);
    requirePositive("patienceMillis", patienceMillis);
  }

  private static void requirePositive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be positive, is " + value);
    }
  }
}
