package io.windhover.wire.xmpp.line;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * How a client that stays connected goes about it.
 *
 * @param pauseMin before the first new try; doubles with each
 * @param pauseMax the longest pause; all pauses are shortened by chance, by up to a half, so that
 *     the clients of a server that comes back do not come all at once
 * @param stable a connection that lasted this long was a good one: pauses begin anew
 * @param silenceMax a server that owes an answer and says nothing at all for this long is given up
 * @param failures told of each try that failed, and when another has taken our place
 */
public record Reconnection(
    Duration pauseMin,
    Duration pauseMax,
    Duration stable,
    Duration silenceMax,
    Consumer<PoolFailure> failures) {

  public static Reconnection usual(Consumer<PoolFailure> failures) {
    return new Reconnection(
        Duration.ofMillis(500),
        Duration.ofSeconds(60),
        Duration.ofSeconds(10),
        Duration.ofSeconds(20),
        failures);
  }
}
