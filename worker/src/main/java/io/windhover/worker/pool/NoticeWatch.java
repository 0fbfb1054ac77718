package io.windhover.worker.pool;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks every other second whether the provider says that it will end or freeze this machine, at
 * the address for that inside of it: {@code spot/instance-action}, as on EC2.
 */
public final class NoticeWatch {
  private static final long LOOK_MILLIS = 2_000;
  private static final int PATIENCE_MILLIS = 1_000;
  private static final int BYTES_MAX = 4_096;
  private static final Pattern TIME = Pattern.compile("\"time\"\\s*:\\s*\"([^\"]{1,40})\"");

  private final URI address;

  /**
   * Looks at nothing yet.
   *
   * @param metadata the machine's address for such questions, an http URL
   */
  public NoticeWatch(String metadata) {
    this.address = URI.create(metadata.replaceAll("/+$", "") + "/spot/instance-action");
  }

  /** Tells, from a thread of its own, how long is left; once for each notice. */
  void follow(LongConsumer leftMillis) {
    Thread thread = new Thread(() -> look(leftMillis), "windhover-notices");
    thread.setDaemon(true);
    thread.start();
  }

  private void look(LongConsumer leftMillis) {
    Instant told = Instant.MIN;
    try {
      while (true) {
        Instant end = end();
        if (!end.equals(told) && !end.equals(Instant.MIN)) {
          told = end;
          leftMillis.accept(end.toEpochMilli() - System.currentTimeMillis());
        }
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** When it will happen; the beginning of time when nothing is announced, or nobody answers. */
  private Instant end() {
    try {
      var connection = (HttpURLConnection) address.toURL().openConnection();
      connection.setConnectTimeout(PATIENCE_MILLIS);
      connection.setReadTimeout(PATIENCE_MILLIS);
      if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
        connection.disconnect();
        return Instant.MIN;
      }
      try (InputStream in = connection.getInputStream()) {
        Matcher time = TIME.matcher(new String(in.readNBytes(BYTES_MAX), StandardCharsets.UTF_8));
        return time.find() ? Instant.parse(time.group(1)) : Instant.MIN;
      }
    } catch (IOException | DateTimeException nobodyThere) {
      return Instant.MIN;
    }
  }
}
