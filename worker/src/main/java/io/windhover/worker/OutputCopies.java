package io.windhover.worker;

import io.windhover.wire.Order;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Copies whole outputs to where a job wants them: GROUP/INDEX.ATTEMPT.out and .err below a folder,
 * or below a URL, each by one PUT. GROUP is written as in {@link LogFiles}. Where to, the order
 * says in a variable. A URL's query goes along with every PUT and is never shown: it may be a key.
 */
final class OutputCopies {
  static final String VARIABLE = "WINDHOVER_OUTPUT";

  private static final int TRIES = 2;
  private static final Duration CONNECT_MAX = Duration.ofSeconds(20);
  private static final List<String> SUFFIXES = List.of(".out", ".err");

  private final Duration patience;
  private @Nullable HttpClient http;

  /**
   * @param patience how long one file may take
   */
  OutputCopies(Duration patience) {
    this.patience = patience;
  }

  /** Copies both outputs of an attempt; answers what went wrong in a line for people, or "". */
  String copy(Order order, LogFiles logs) {
    String target = order.env().getOrDefault(VARIABLE, "");
    if (target.isEmpty()) {
      return "";
    }
    int attempt = order.ref().attempt();
    String shown = isUrl(target) ? "the job's URL" : target;
    try {
      Destination destination;
      if (isUrl(target)) {
        URI base = base(target);
        shown = "%s://%s%s".formatted(base.getScheme(), base.getAuthority(), base.getPath());
        destination = (file, name) -> put(file, below(base, name));
      } else {
        Path folder = folder(order, target);
        destination = (file, name) -> copy(file, folder.resolve(name));
      }
      for (String suffix : SUFFIXES) {
        File file = logs.file(order.group(), order.index(), attempt, suffix);
        String name = LogFiles.plainName(order.group()) + "/" + file.getName();
        destination.take(file.toPath(), name);
      }
      return "";
    } catch (IOException | InvalidPathException e) {
      return "windhover: the whole output could not be copied to %s: %s".formatted(shown, words(e));
    }
  }

  private interface Destination {
    void take(Path file, String name) throws IOException;
  }

  private static boolean isUrl(String target) {
    return target.toLowerCase(Locale.ROOT).matches("(?s)https?://.*");
  }

  private static Path folder(Order order, String target) throws IOException {
    Path folder = Path.of(target);
    if (folder.isAbsolute()) {
      return folder;
    }
    if (order.folder().isEmpty() || !new File(order.folder()).isDirectory()) {
      throw new IOException("the job's folder is not on this machine; expected an absolute folder");
    }
    return Path.of(order.folder()).resolve(folder);
  }

  /** Under its name there is the whole file or none. */
  private static void copy(Path from, Path to) throws IOException {
    Path folder = Files.createDirectories(to.toAbsolutePath().getParent());
    Path part = Files.createTempFile(folder, ".", ".part");
    try {
      Files.copy(
          from, part, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static URI base(String target) throws IOException {
    URI base;
    try {
      base = new URI(target).parseServerAuthority();
    } catch (URISyntaxException e) {
      // Its message would hold the whole URL.
      throw new IOException("not a URL");
    }
    if (base.getHost() == null || base.getRawUserInfo() != null || base.getRawFragment() != null) {
      throw new IOException("expected a URL like https://host/path, with no user in it");
    }
    return base;
  }

  private static URI below(URI base, String name) {
    String path = base.getRawPath();
    String query = base.getRawQuery();
    return URI.create(
        "%s://%s%s/%s%s"
            .formatted(
                base.getScheme(),
                base.getRawAuthority(),
                path.endsWith("/") ? path.substring(0, path.length() - 1) : path,
                name.replace("%", "%25"),
                query == null ? "" : "?" + query));
  }

  private void put(Path file, URI to) throws IOException {
    for (int left = TRIES; ; left--) {
      try {
        putOnce(file, to);
        return;
      } catch (IOException e) {
        if (left == 1) {
          throw e;
        }
      }
    }
  }

  private void putOnce(Path file, URI to) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(to)
            .timeout(patience)
            .header("Content-Type", "application/octet-stream")
            .PUT(BodyPublishers.ofFile(file))
            .build();
    try {
      int status = http().send(request, BodyHandlers.discarding()).statusCode();
      if (status / 100 != 2) {
        throw new IOException("answered with status " + status);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Made when it is first wanted: most workers never do. */
  private synchronized HttpClient http() {
    HttpClient made = http;
    if (made == null) {
      Duration connect = patience.compareTo(CONNECT_MAX) < 0 ? patience : CONNECT_MAX;
      made = HttpClient.newBuilder().connectTimeout(connect).build();
      http = made;
    }
    return made;
  }

  private static String words(Exception e) {
    String message = e.getMessage();
    String kind = e.getClass().getSimpleName().replaceFirst("Exception$", "");
    if (e.getClass() == IOException.class && message != null) {
      return message;
    }
    return message == null ? kind : kind + ": " + message;
  }
}
