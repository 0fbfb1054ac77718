package io.windhover.hook;

import java.nio.file.Path;

/**
 * How the machines of a hook reach their manager and what they run; nothing of it is secret.
 *
 * @param join the manager's address, {@code https://HOST:PORT}
 * @param fingerprint SHA-256 of its certificate, in hexadecimal
 * @param keyPin SHA-256 of its public key in Base64, as curl pins it
 * @param patienceSeconds how long a machine that cannot reach it waits before it ends
 * @param jar the worker's program on the manager's machine
 * @param jarSha256 its checksum, in hexadecimal; it is the same at {@code JOIN/worker.jar}
 */
public record ManagerContact(
    String join,
    String fingerprint,
    String keyPin,
    long patienceSeconds,
    Path jar,
    String jarSha256) {
  String jarUrl() {
    return join + "/worker.jar";
  }
}
