package io.windhover.wire.xmpp.component;

import java.util.function.Supplier;

/**
 * Where the server is and how patient we are with it.
 *
 * @param secret asked for at every handshake; the array is wiped after use
 * @param keepAliveMillis after so long without a word something is said; after three times as long
 *     without an answer the connection counts as dead
 * @param pauseMillisMin first pause before another try, doubled up to the other
 * @param steadyMillis whoever has been connected for longer tries again at once, though somebody
 *     has taken the place
 * @param queuedBytesMax what waits to be written; what does not fit is lost, as on any wire
 * @param stanzaBytesMax a larger stanza is not read
 */
public record ComponentSettings(
    String host,
    int port,
    String domain,
    Supplier<char[]> secret,
    int keepAliveMillis,
    int pauseMillisMin,
    int pauseMillisMax,
    long steadyMillis,
    int queuedBytesMax,
    int stanzaBytesMax) {
  public static ComponentSettings of(
      String host, int port, String domain, Supplier<char[]> secret) {
    return new ComponentSettings(
        host, port, domain, secret, 15_000, 200, 20_000, 10_000, 64 << 20, 2_000_000);
  }

  public ComponentSettings withPauses(int minMillis, int maxMillis) {
    return new ComponentSettings(
        host,
        port,
        domain,
        secret,
        keepAliveMillis,
        minMillis,
        maxMillis,
        steadyMillis,
        queuedBytesMax,
        stanzaBytesMax);
  }

  public ComponentSettings withKeepAlive(int millis) {
    return new ComponentSettings(
        host,
        port,
        domain,
        secret,
        millis,
        pauseMillisMin,
        pauseMillisMax,
        steadyMillis,
        queuedBytesMax,
        stanzaBytesMax);
  }

  public ComponentSettings withSteady(long millis) {
    return new ComponentSettings(
        host,
        port,
        domain,
        secret,
        keepAliveMillis,
        pauseMillisMin,
        pauseMillisMax,
        millis,
        queuedBytesMax,
        stanzaBytesMax);
  }

  /** Without the secret, which is nobody's business. */
  @Override
  public String toString() {
    return domain + " at " + host + ":" + port;
  }
}
