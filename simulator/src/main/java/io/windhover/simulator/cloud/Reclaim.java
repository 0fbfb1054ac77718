package io.windhover.simulator.cloud;

/**
 * What a provider does with spot machines it wants back.
 *
 * @param hibernates whether they freeze, to come back some day; otherwise they are ended
 * @param noticeMillis how long before it happens their users are told
 */
public record Reclaim(boolean hibernates, long noticeMillis) {
  /** Why a machine is lost that its provider wants back. */
  static final String ENDED = "ended by the provider";

  /** As HADS has it: frozen at once, without a word. */
  public static final Reclaim HIBERNATE = new Reclaim(true, 0);

  public Reclaim {
    if (noticeMillis < 0) {
      throw new IllegalArgumentException("notice of " + noticeMillis + " ms");
    }
  }
}
