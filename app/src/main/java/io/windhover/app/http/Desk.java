package io.windhover.app.http;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.windhover.app.place.BadField;
import io.windhover.app.place.BodyReader;
import io.windhover.app.service.Answer.Problem;
import io.windhover.app.service.PlacementService;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where requests go: who may ask, what is asked, and the few answers that need no decision. */
final class Desk {
  private static final int CONNECTIONS_MAX = 2_000;

  private final PlacementService service;
  private final Routes routes;
  private final @Nullable Token token;
  private final MetricsText metrics;
  private final Consumer<Throwable> failures;
  private final byte[] openApi = openApi();
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private volatile boolean stopping;

  Desk(
      PlacementService service,
      Routes routes,
      @Nullable Token token,
      Consumer<Throwable> failures) {
    this.service = service;
    this.routes = routes;
    this.token = token;
    this.metrics = new MetricsText(service.stats());
    this.failures = failures;
  }

  static byte[] openApi() {
    try (InputStream in = Desk.class.getResourceAsStream("openapi.json")) {
      if (in == null) {
        throw new IllegalStateException("openapi.json is missing from the jar");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean welcome(Channel channel) {
    return connections.size() < CONNECTIONS_MAX && connections.add(channel);
  }

  ChannelGroup connections() {
    return connections;
  }

  void stop() {
    stopping = true;
  }

  boolean stopping() {
    return stopping;
  }

  void answered(int status) {
    metrics.answered(status);
  }

  void failed(Throwable cause) {
    failures.accept(cause);
  }

  void handle(HttpRequest head, byte[] body, Exchange exchange) {
    try {
      exchange.respondUnlessWaiting(decide(head, body, exchange));
    } catch (BadField e) {
      String field = e.path().isEmpty() ? null : e.path();
      String message = String.valueOf(e.getMessage());
      exchange.respond(Responses.json(400, new Problem("bad-request", message, field, null)));
    }
  }

  /** The answer, or null when the service will give it. */
  private @Nullable FullHttpResponse decide(HttpRequest head, byte[] body, Exchange exchange) {
    String uri = head.uri();
    int question = uri.indexOf('?');
    String path = question < 0 ? uri : uri.substring(0, question);
    Routes.Match match = routes.match(head.method().name(), path);
    Routes.Route route = match.route();
    FullHttpResponse refusal = refusal(head, route);
    if (refusal != null) {
      return refusal;
    }
    if (route == null) {
      return nowhere(match.allowed(), head.method().name(), path);
    }
    Routes.Reading reading = route.reading();
    if (reading == null) {
      return ownAnswer(route.path());
    }
    Map<String, String> query = question < 0 ? Map.of() : query(uri);
    var call = new Routes.Call(match.id(), query, () -> BodyReader.json(body));
    if (!service.ask(reading.ask(call), exchange)) {
      FullHttpResponse busy =
          Responses.problem(503, "unavailable", "too much to do, or stopping; try again");
      busy.headers().setInt(HttpHeaderNames.RETRY_AFTER, 1);
      return busy;
    }
    return null;
  }

  private @Nullable FullHttpResponse refusal(HttpRequest head, Routes.@Nullable Route route) {
    boolean open = route != null && route.open();
    if (token != null) {
      if (open || token.isIn(head.headers().get(HttpHeaderNames.AUTHORIZATION))) {
        return null;
      }
      FullHttpResponse response =
          Responses.problem(401, "unauthorized", "expected Authorization: Bearer and the token");
      response.headers().set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
      return response;
    }
    // Without a token a page in somebody's browser must not be able to ask in their name.
    return !open && head.headers().contains(HttpHeaderNames.ORIGIN)
        ? Responses.problem(403, "forbidden", "requests of web pages need a token")
        : null;
  }

  private static FullHttpResponse nowhere(List<String> allowed, String method, String path) {
    if (allowed.isEmpty()) {
      return Responses.problem(404, "not-found", "there is nothing at " + shown(path));
    }
    FullHttpResponse response =
        Responses.problem(
            405, "method-not-allowed", method + " is not possible here; expected " + allowed);
    response.headers().set(HttpHeaderNames.ALLOW, String.join(", ", allowed));
    return response;
  }

  private static String shown(String path) {
    return path.length() > 100 ? path.substring(0, 100) + "..." : path;
  }

  private FullHttpResponse ownAnswer(String path) {
    return switch (path) {
      case "/metrics" -> Responses.metrics(metrics.text());
      case "/openapi.json" -> Responses.jsonText(openApi);
      case "/health" ->
          service.failure() == null && !stopping
              ? Responses.json(200, Map.of("status", "ok"))
              : Responses.problem(503, "unavailable", "stopping");
      default -> throw new IllegalStateException("nobody answers " + path);
    };
  }

  private static Map<String, String> query(String uri) {
    Map<String, String> first = new TreeMap<>();
    try {
      new QueryStringDecoder(uri)
          .parameters()
          .forEach((name, values) -> first.put(name, values.get(0)));
    } catch (IllegalArgumentException e) {
      throw BodyReader.badQuery("query", uri.substring(uri.indexOf('?') + 1), "expected a=b&c=d");
    }
    return first;
  }
}
