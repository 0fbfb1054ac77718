package io.windhover.local;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.windhover.capacity.Sighting;
import io.windhover.core.event.MachineChange.Coming;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a machine can ask about itself, at an address of its own on loopback, as EC2's machines can:
 * {@code spot/instance-action} is not found until there is a notice, and then says what will be
 * done and when, by the clock of this machine.
 */
final class Metadata implements AutoCloseable {
  private static final Pattern PATH =
      Pattern.compile("/([A-Za-z0-9-]{1,100})/spot/instance-action");
  private static final int NOT_FOUND = 404;
  private static final int GOOD = 200;

  private final HttpServer server;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread made = new Thread(work, "metadata");
            made.setDaemon(true);
            return made;
          });
  private final Function<String, Optional<Sighting>> seen;

  /**
   * Answers from now on.
   *
   * @param seen what is known of a lease, by real time
   */
  Metadata(Function<String, Optional<Sighting>> seen) throws IOException {
    this.seen = seen;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(thread);
    server.start();
  }

  /** Of the machine of a lease. */
  String address(String lease) {
    return "http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), lease);
  }

  private void answer(HttpExchange asked) throws IOException {
    try (asked) {
      Matcher path = PATH.matcher(asked.getRequestURI().getPath());
      Optional<String> notice =
          path.matches() ? seen.apply(path.group(1)).flatMap(Metadata::notice) : Optional.empty();
      byte[] text = notice.orElse("not found\n").getBytes(StandardCharsets.UTF_8);
      asked
          .getResponseHeaders()
          .set("Content-Type", notice.isPresent() ? "application/json" : "text/plain");
      asked.sendResponseHeaders(notice.isPresent() ? GOOD : NOT_FOUND, text.length);
      asked.getResponseBody().write(text);
    }
  }

  private static Optional<String> notice(Sighting seen) {
    return seen.noticeMillis() == Long.MAX_VALUE
        ? Optional.empty()
        : Optional.of(
            "{\"action\": \"%s\", \"time\": \"%s\"}\n"
                .formatted(action(seen.coming()), Instant.ofEpochMilli(seen.noticeMillis())));
  }

  private static String action(Coming coming) {
    return switch (coming) {
      case ENDED -> "terminate";
      case HIBERNATED -> "hibernate";
      case STOPPED -> "stop";
    };
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }
}
