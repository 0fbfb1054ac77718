package io.windhover.worker;

import io.windhover.wire.Order;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Copies whole outputs to where a job wants them: GROUP/INDEX.ATTEMPT.out and .err below a folder,
 * or below a URL, each by one PUT. GROUP is written as in {@link LogFiles}. Where to, the order
 * says in a variable. A URL's query goes along with every PUT and is never shown: it may be a key.
 *
 * <p>The attempt's room is taken until its outputs are copied, so a place that is not there, or
 * that takes nothing any more, is given up soon; one that is merely slow is not.
 */
final class OutputCopies {
  static final String VARIABLE = "WINDHOVER_OUTPUT";

  private static final int TRIES = 2;
  private static final long LOOK_MILLIS = 100;
  private static final Duration CONNECT_MAX = Duration.ofSeconds(20);
  private static final List<String> SUFFIXES = List.of(".out", ".err");

  private final Duration patience;
  private final Duration stall;
  private @Nullable HttpClient http;

  /**
   * @param patience how long one file may take
   * @param stall how long nothing of it may be taken, and no answer come
   */
  OutputCopies(Duration patience, Duration stall) {
    this.patience = patience;
    this.stall = stall;
  }

  /**
   * Copies both outputs of an attempt; answers what went wrong in a line for people, or "".
   *
   * @param isUnwanted asked now and then: whether to leave off
   */
  String copy(Order order, LogFiles logs, BooleanSupplier isUnwanted) {
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
        destination = (file, name) -> put(file, below(base, name), isUnwanted);
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
    } catch (IOException | IllegalArgumentException e) {
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
    Path part = folder.resolve("." + StateIdentity.randomHex() + ".part");
    try {
      // As the umask says: what the job's owner wants copied is no longer the worker's secret.
      try (OutputStream out = Files.newOutputStream(part, StandardOpenOption.CREATE_NEW)) {
        Files.copy(from, out);
      }
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

  private void put(Path file, URI to, BooleanSupplier isUnwanted) throws IOException {
    for (int left = TRIES; ; left--) {
      try {
        putOnce(file, to, isUnwanted);
        return;
      } catch (HttpTimeoutException e) {
        throw new IOException(e.getMessage()); // Another try would take as long again.
      } catch (IOException e) {
        if (left == 1) {
          throw e;
        }
      }
    }
  }

  private void putOnce(Path file, URI to, BooleanSupplier isUnwanted) throws IOException {
    var body = new Body(file);
    HttpRequest request =
        HttpRequest.newBuilder(to)
            .header("Content-Type", "application/octet-stream")
            .PUT(body)
            .build();
    try {
      var answer = http().sendAsync(request, BodyHandlers.discarding());
      int status = watched(answer, body.taken, isUnwanted);
      if (status / 100 != 2) {
        throw new IOException("answered with status " + status);
      }
    } catch (HttpConnectTimeoutException e) {
      throw new HttpConnectTimeoutException("no connection after " + spelled(connectMax()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Waits for the answer's status as long as something moves. */
  private int watched(
      CompletableFuture<? extends HttpResponse<?>> answer,
      AtomicLong taken,
      BooleanSupplier isUnwanted)
      throws IOException, InterruptedException {
    long beganNanos = System.nanoTime();
    long movedNanos = beganNanos;
    long seen = 0;
    while (true) {
      try {
        return answer.get(LOOK_MILLIS, TimeUnit.MILLISECONDS).statusCode();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
      } catch (TimeoutException notYet) {
        long nowNanos = System.nanoTime();
        if (taken.get() != seen) {
          seen = taken.get();
          movedNanos = nowNanos;
        }
        if (isUnwanted.getAsBoolean()) {
          answer.cancel(true);
          throw new HttpTimeoutException("the task was stopped meanwhile");
        } else if (nowNanos - movedNanos > stall.toNanos()) {
          answer.cancel(true);
          throw new HttpTimeoutException(
              "nothing was taken and no answer came for " + spelled(stall));
        } else if (nowNanos - beganNanos > patience.toNanos()) {
          answer.cancel(true);
          throw new HttpTimeoutException("it was not done after " + spelled(patience));
        }
      }
    }
  }

  private static String spelled(Duration time) {
    return time.toMillis() % 1_000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }

  /** A file on its way, and how much of it was taken. */
  private static final class Body implements HttpRequest.BodyPublisher {
    final AtomicLong taken = new AtomicLong();
    private final HttpRequest.BodyPublisher file;

    Body(Path file) throws IOException {
      this.file = BodyPublishers.ofFile(file);
    }

    @Override
    public long contentLength() {
      return file.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> taker) {
      file.subscribe(
          new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
              taker.onSubscribe(subscription);
            }

            @Override
            public void onNext(ByteBuffer piece) {
              taken.addAndGet(piece.remaining());
              taker.onNext(piece);
            }

            @Override
            public void onError(Throwable failure) {
              taker.onError(failure);
            }

            @Override
            public void onComplete() {
              taker.onComplete();
            }
          });
    }
  }

  private Duration connectMax() {
    return patience.compareTo(CONNECT_MAX) < 0 ? patience : CONNECT_MAX;
  }

  /** Made when it is first wanted: most workers never do. */
  private synchronized HttpClient http() {
    HttpClient made = http;
    if (made == null) {
      made = HttpClient.newBuilder().connectTimeout(connectMax()).build();
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
