package io.windhover.app.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.service.PlacementService;
import io.windhover.http.Patience;
import io.windhover.http.Route;
import io.windhover.placement.AllocationRatios;
import io.windhover.placement.PlacementScheduler;
import io.windhover.placement.Schedulers;
import io.windhover.placement.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A service on a free port, with a clock that stands still unless told otherwise. */
final class Served implements AutoCloseable {
  /** An answer; what is asked of it by a path such as {@code /hosts/0/id}. */
  record Seen(int status, String text) {
    JsonNode at(String path) throws IOException {
      return new JsonMapper().readTree(text).at(path);
    }

    String id() throws IOException {
      return at("/id").asText();
    }
  }

  static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final PlacementScheduler USUAL = Schedulers.onePass(Settings.defaults());

  final AtomicLong clockMillis = new AtomicLong(1_000_000_000_000L);
  final List<Throwable> failures = new ArrayList<>();
  private final Path dir;
  private final Path tokenFile;
  private final Patience patience;
  private final PlacementScheduler scheduler;
  private HttpService http;

  private Served(Path dir, Path tokenFile, Patience patience, PlacementScheduler scheduler) {
    this.dir = dir;
    this.scheduler = scheduler;
    this.tokenFile = tokenFile;
    this.patience = patience;
    start();
  }

  Served(Path dir, Path tokenFile) {
    this(dir, tokenFile, Patience.USUAL, USUAL);
  }

  Served(Path dir, Patience patience) {
    this(dir, null, patience, USUAL);
  }

  Served(Path dir) {
    this(dir, null, Patience.USUAL, USUAL);
  }

  Served(Path dir, PlacementScheduler scheduler) {
    this(dir, null, Patience.USUAL, scheduler);
  }

  private void start() {
    http =
        HttpService.start(
            new HttpService.Settings(InetAddress.getLoopbackAddress(), 0, tokenFile, 60, patience),
            answerer ->
                PlacementService.start(
                    dir,
                    new PlacementService.ServiceRules(3_600_000, scheduler, AllocationRatios.ONE),
                    clockMillis::get,
                    answerer),
            failures::add);
  }

  void restart() {
    http.close();
    start();
  }

  List<Route> routes() {
    var metrics = new MetricsText(http.service().stats());
    return new PlacementRoutes(http.service(), metrics, () -> false, 60).all();
  }

  int port() {
    return http.port();
  }

  void pass(int seconds) {
    clockMillis.addAndGet(seconds * 1000L);
  }

  HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path));
  }

  Seen call(String method, String path, String body) throws IOException, InterruptedException {
    return send(to(path).method(method, BodyPublishers.ofString(body.replace('\'', '"'))));
  }

  static Seen send(HttpRequest.Builder request) throws IOException, InterruptedException {
    var response = CLIENT.send(request.build(), BodyHandlers.ofString());
    return new Seen(response.statusCode(), response.body());
  }

  Seen get(String path) throws IOException, InterruptedException {
    return call("GET", path, "");
  }

  Seen post(String path, String body) throws IOException, InterruptedException {
    return call("POST", path, body);
  }

  Seen delete(String path) throws IOException, InterruptedException {
    return call("DELETE", path, "");
  }

  Seen put(String host, String body) throws IOException, InterruptedException {
    return call("PUT", "/v1/hosts/" + host, body);
  }

  Seen place(String id, String more) throws IOException, InterruptedException {
    return post("/v1/placements", "{'id': '%s', 'vcpus': 2, 'ramMb': 4000%s}".formatted(id, more));
  }

  Seen confirm(String placement) throws IOException, InterruptedException {
    return post("/v1/placements/" + placement + "/confirm", "");
  }

  @Override
  public void close() {
    http.close();
  }
}
