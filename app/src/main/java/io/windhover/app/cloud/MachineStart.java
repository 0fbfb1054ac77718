package io.windhover.app.cloud;

/**
 * What every machine of a source is started with, besides its lease and join secret.
 *
 * @param host where it dials its manager
 * @param fingerprint of the manager's certificate, the only one that it trusts
 * @param keyPin of the manager's public key, as curl pins it
 * @param patienceMillis how long it waits for a manager that it cannot reach before it ends
 */
public record MachineStart(
    String host, int port, String fingerprint, String keyPin, long patienceMillis) {
  /** Where it dials its manager, as an address. */
  public String join() {
    boolean bare = host.indexOf(':') >= 0 && !host.startsWith("[");
    return "https://" + (bare ? "[" + host + "]" : host) + ":" + port;
  }
}
