package io.windhover.http;

/**
 * How long a client may take. Somebody who sends a byte now and then would otherwise hold one of
 * the service's connections for ever.
 *
 * @param headMillis from the first byte of a request, or the connection when it is the first, to
 *     the end of its head
 * @param bodyMillis from the end of the head to the end of the body
 * @param idleSeconds for silence between requests
 */
public record Patience(long headMillis, long bodyMillis, int idleSeconds) {
  /** Ten seconds for a head, thirty for a body, two minutes between requests. */
  public static final Patience USUAL = new Patience(10_000, 30_000, 120);

  public Patience {
    if (headMillis < 1 || bodyMillis < 1 || idleSeconds < 1) {
      throw new IllegalArgumentException(
          "patience: must be positive, is %d ms, %d ms, %d s"
              .formatted(headMillis, bodyMillis, idleSeconds));
    }
  }
}
