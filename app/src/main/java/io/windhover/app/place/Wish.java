package io.windhover.app.place;

import io.windhover.placement.Instance;
import io.windhover.placement.Request;

/** A request and what the instance will be worth once it runs. */
public record Wish(Request request, double pricePerHour, int priority) {
  public static final int RESERVE_SECONDS_MAX = 86_400;
  public static final int QUEUE_SECONDS_MAX = 3_600;

  public Instance started(long nowMillis) {
    return request.started(nowMillis, pricePerHour, priority);
  }

  /**
   * A wish as the service is asked.
   *
   * @param reserveSeconds how long the room is held for it
   * @param queueSeconds how long it may wait when there is no room
   */
  public record OnTerms(Wish wish, int reserveSeconds, int queueSeconds) {}
}
