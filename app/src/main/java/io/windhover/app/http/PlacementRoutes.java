package io.windhover.app.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.place.BadField;
import io.windhover.app.place.BodyReader;
import io.windhover.app.service.Answer;
import io.windhover.app.service.Answer.Problem;
import io.windhover.app.service.Ask;
import io.windhover.app.service.Caller;
import io.windhover.app.service.PlacementService;
import io.windhover.http.HttpAnswer;
import io.windhover.http.HttpCall;
import io.windhover.http.HttpQuery;
import io.windhover.http.Reply;
import io.windhover.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** What can be asked for at which address, and what each outcome is called in HTTP. */
final class PlacementRoutes {
  static final int LINES_A_PAGE = 1_000;
  static final int LINES_A_PAGE_MAX = 10_000;

  private static final String METRICS_TYPE = "text/plain; version=0.0.4";

  /** Reads what a call asks of the service. */
  @FunctionalInterface
  private interface Reading {
    Ask ask(HttpCall call);
  }

  private final PlacementService service;
  private final MetricsText metrics;
  private final BooleanSupplier stopping;
  private final int reserveSecondsUsual;
  private final HttpAnswer openApi = JsonAnswers.text(openApi());

  PlacementRoutes(
      PlacementService service,
      MetricsText metrics,
      BooleanSupplier stopping,
      int reserveSecondsUsual) {
    this.service = service;
    this.metrics = metrics;
    this.stopping = stopping;
    this.reserveSecondsUsual = reserveSecondsUsual;
  }

  static byte[] openApi() {
    try (InputStream in = PlacementRoutes.class.getResourceAsStream("openapi.json")) {
      if (in == null) {
        throw new IllegalStateException("openapi.json is missing from the jar");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Route> all() {
    return List.of(
        asking(
            "POST",
            "/v1/placements",
            call -> new Ask.Place(BodyReader.wish(body(call), reserveSecondsUsual))),
        asking("POST", "/v1/placements/{id}/confirm", call -> new Ask.Confirm(id(call))),
        asking(
            "GET",
            "/v1/placements",
            call -> new Ask.ListPlacements(part(call, Ask.ListPlacements.STATES))),
        asking(
            "GET",
            "/v1/instances",
            call -> new Ask.ListInstances(part(call, Ask.ListInstances.STATES))),
        asking("GET", "/v1/instances/{id}", call -> new Ask.ShowInstance(id(call))),
        asking("GET", "/v1/placements/{id}", call -> new Ask.Show(id(call))),
        asking("DELETE", "/v1/placements/{id}", call -> new Ask.Release(id(call))),
        asking("DELETE", "/v1/instances/{id}", call -> new Ask.EndInstance(id(call))),
        asking("GET", "/v1/hosts", PlacementRoutes::listHosts),
        asking("GET", "/v1/hosts/{id}", call -> new Ask.ShowHost(id(call))),
        asking("PUT", "/v1/hosts/{id}", this::putHost),
        asking("DELETE", "/v1/hosts/{id}", call -> new Ask.RemoveHost(id(call))),
        Route.guarded("GET", "/metrics", (call, reply) -> reply.answer(metrics())),
        Route.open("GET", "/health", (call, reply) -> reply.answer(health())),
        Route.open("GET", "/openapi.json", (call, reply) -> reply.answer(openApi)));
  }

  private Route asking(String method, String path, Reading reading) {
    return Route.guarded(method, path, (call, reply) -> ask(call, reading, reply));
  }

  private void ask(HttpCall call, Reading reading, Reply reply) {
    Ask ask;
    try {
      ask = reading.ask(call);
    } catch (BadField e) {
      reply.answer(JsonAnswers.of(400, Problem.of(e)));
      return;
    }
    if (!service.ask(ask, new Waiting(reply))) {
      reply.answer(
          JsonAnswers.problem(503, "unavailable", "too much to do, or stopping; try again")
              .with("Retry-After", "1"));
    }
  }

  /** Somebody at the other end of a connection. */
  private record Waiting(Reply reply) implements Caller {
    @Override
    public void answered(Answer answer) {
      reply.answer(JsonAnswers.of(status(answer.kind()), answer.body()));
    }

    @Override
    public boolean gone() {
      return reply.isGone();
    }
  }

  private static int status(Answer.Kind kind) {
    return switch (kind) {
      case DONE -> 200;
      case CREATED -> 201;
      case BAD -> 400;
      case MISSING -> 404;
      case CONFLICT -> 409;
      case FAILED -> 500;
      case UNAVAILABLE -> 503;
    };
  }

  private HttpAnswer metrics() {
    return HttpAnswer.text(200, METRICS_TYPE, metrics.text());
  }

  private HttpAnswer health() {
    return service.failure() == null && !stopping.getAsBoolean()
        ? JsonAnswers.of(200, Map.of("status", "ok"))
        : JsonAnswers.problem(503, "unavailable", "stopping");
  }

  private static JsonNode body(HttpCall call) {
    return BodyReader.json(call.body());
  }

  private static String id(HttpCall call) {
    return BodyReader.name("id", call.variable("id"));
  }

  private Ask putHost(HttpCall call) {
    return new Ask.PutHost(service.describedNow(body(call), id(call)));
  }

  private static Ask listHosts(HttpCall call) {
    Map<String, String> query = query(call);
    BodyReader.checkQuery(query, List.of("after", "limit"));
    return new Ask.ListHosts(asked(query, "after"), limit(query));
  }

  private static Ask.Part part(HttpCall call, List<String> states) {
    Map<String, String> query = query(call);
    BodyReader.checkQuery(query, List.of("after", "limit", "host", "state"));
    String state = BodyReader.oneOf("state", asked(query, "state"), states);
    return new Ask.Part(asked(query, "after"), limit(query), asked(query, "host"), state);
  }

  private static Map<String, String> query(HttpCall call) {
    return HttpQuery.read(call.query())
        .orElseThrow(() -> BodyReader.badQuery("query", call.query(), "expected a=b&c=d"));
  }

  private static int limit(Map<String, String> query) {
    String limit = query.getOrDefault("limit", Integer.toString(LINES_A_PAGE));
    return BodyReader.limit(limit, LINES_A_PAGE_MAX);
  }

  private static String asked(Map<String, String> query, String name) {
    return query.getOrDefault(name, "");
  }
}
