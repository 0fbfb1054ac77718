package io.windhover.app.http;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.service.PlacementService;
import io.windhover.http.Gate;
import io.windhover.http.HttpAnswer;
import io.windhover.http.HttpHouse;
import io.windhover.http.HttpLimits;
import io.windhover.http.HttpServer;
import io.windhover.http.HttpSettings;
import io.windhover.http.Patience;
import io.windhover.http.PortFailure;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The placement service at its port. */
public final class HttpService implements AutoCloseable {
  /**
   * Where and for whom.
   *
   * @param tokenFile null: no token needed, which only a loopback address allows
   */
  public record Settings(
      InetAddress address,
      int port,
      @Nullable Path tokenFile,
      int reserveSecondsUsual,
      Patience patience) {}

  private final HttpServer server;
  private final PlacementService service;

  private HttpService(HttpServer server, PlacementService service) {
    this.server = server;
    this.service = service;
  }

  /**
   * Starts the service that is made, and opens the port.
   *
   * @param making makes the service, whose answers are to run on the given executor
   * @param failures told what should not have happened
   */
  public static HttpService start(
      Settings settings,
      Function<Executor, PlacementService> making,
      Consumer<Throwable> failures) {
    Gate gate = gate(settings);
    var server = new HttpServer();
    PlacementService service = null;
    boolean fine = false;
    try {
      service = making.apply(server.executor());
      var metrics = new MetricsText(service.stats());
      var routes =
          new PlacementRoutes(service, metrics, server::isStopping, settings.reserveSecondsUsual());
      server.open(
          new HttpSettings(
              settings.address(), settings.port(), null, HttpLimits.USUAL, settings.patience()),
          routes.all(),
          gate,
          new House(metrics, failures));
      fine = true;
      return new HttpService(server, service);
    } catch (PortFailure e) {
      throw new CommandFailure(ExitCode.UNAVAILABLE, "--serve: " + e.getMessage(), e);
    } finally {
      if (!fine) {
        if (service != null) {
          service.close();
        }
        server.close();
      }
    }
  }

  private record House(MetricsText metrics, Consumer<Throwable> failures) implements HttpHouse {
    @Override
    public HttpAnswer problem(int status, String error, String message) {
      return JsonAnswers.problem(status, error, message);
    }

    @Override
    public void answered(int status) {
      metrics.answered(status);
    }

    @Override
    public void failed(Throwable cause) {
      failures.accept(cause);
    }
  }

  private static Gate gate(Settings settings) {
    Path file = settings.tokenFile();
    if (file != null) {
      Token token = Token.read(file);
      return Gate.tokens(shown -> token.is(shown) ? Optional.of("") : Optional.empty());
    }
    if (!settings.address().isLoopbackAddress()) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "--bind: "
              + settings.address().getHostAddress()
              + " can be reached from other machines; expected --token-file too");
    }
    return Gate.anybodyButPages();
  }

  public int port() {
    return server.port();
  }

  public PlacementService service() {
    return service;
  }

  /** No new connections; what was asked is answered, on disk, before this returns. */
  @Override
  public void close() {
    server.stopTaking();
    service.close();
    server.close();
  }
}
