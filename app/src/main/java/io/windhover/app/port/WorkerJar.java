package io.windhover.app.port;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The worker's own program, which is part of this one: what a machine needs besides Java. */
public final class WorkerJar {
  public static final String NAME = "windhover-worker.jar";

  private final byte[] bytes;
  private final String sha256;

  private WorkerJar(byte[] bytes) {
    this.bytes = bytes;
    this.sha256 = sha256(bytes);
  }

  /** Holds the one jar once it was asked for: a manager may hand it out to thousands. */
  private static final class Own {
    private static final WorkerJar JAR = new WorkerJar(read());

    private static byte[] read() {
      try (InputStream in = WorkerJar.class.getResourceAsStream(NAME)) {
        if (in == null) {
          throw new IllegalStateException(
              NAME + " is missing from this build; ./windhover builds with it");
        }
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public static WorkerJar ofThisProgram() {
    return Own.JAR;
  }

  /** All of it; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  public String sha256() {
    return sha256;
  }

  /** As {@code sha256sum} prints and checks it. */
  public String sumLine() {
    return sha256 + "  " + NAME + "\n";
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
