package io.windhover.app.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.place.BodyReader;
import io.windhover.app.service.Ask;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What can be asked for at which address. */
final class Routes {
  static final int LINES_A_PAGE = 1_000;
  static final int LINES_A_PAGE_MAX = 10_000;

  /** A request that has arrived whole. */
  record Call(String id, Map<String, String> query, Supplier<JsonNode> body) {}

  @FunctionalInterface
  interface Reading {
    Ask ask(Call call);
  }

  /**
   * One operation.
   *
   * @param path with {@code {id}} for the one part that varies
   * @param open whether it needs no token
   * @param reading null: answered by the connection itself
   */
  record Route(String method, String path, boolean open, @Nullable Reading reading) {}

  /** Either a route, or none with the methods the address does have. */
  record Match(@Nullable Route route, String id, List<String> allowed) {}

  private final List<Route> routes;

  Routes(int reserveSecondsUsual) {
    routes =
        List.of(
            new Route(
                "POST",
                "/v1/placements",
                false,
                call -> new Ask.Place(BodyReader.wish(call.body().get(), reserveSecondsUsual))),
            new Route(
                "POST", "/v1/placements/{id}/confirm", false, call -> new Ask.Confirm(call.id())),
            new Route(
                "GET",
                "/v1/placements",
                false,
                call -> new Ask.ListPlacements(part(call, Ask.ListPlacements.STATES))),
            new Route(
                "GET",
                "/v1/instances",
                false,
                call -> new Ask.ListInstances(part(call, Ask.ListInstances.STATES))),
            new Route("GET", "/v1/instances/{id}", false, call -> new Ask.ShowInstance(call.id())),
            new Route("GET", "/v1/placements/{id}", false, call -> new Ask.Show(call.id())),
            new Route("DELETE", "/v1/placements/{id}", false, call -> new Ask.Release(call.id())),
            new Route(
                "DELETE", "/v1/instances/{id}", false, call -> new Ask.EndInstance(call.id())),
            new Route("GET", "/v1/hosts", false, Routes::listHosts),
            new Route("GET", "/v1/hosts/{id}", false, call -> new Ask.ShowHost(call.id())),
            new Route(
                "PUT",
                "/v1/hosts/{id}",
                false,
                call -> new Ask.PutHost(call.id(), call.body().get())),
            new Route("DELETE", "/v1/hosts/{id}", false, call -> new Ask.RemoveHost(call.id())),
            new Route("GET", "/metrics", false, null),
            new Route("GET", "/health", true, null),
            new Route("GET", "/openapi.json", true, null));
  }

  List<Route> all() {
    return routes;
  }

  private static Ask listHosts(Call call) {
    BodyReader.checkQuery(call.query(), List.of("after", "limit"));
    return new Ask.ListHosts(asked(call, "after"), limit(call));
  }

  private static Ask.Part part(Call call, List<String> states) {
    BodyReader.checkQuery(call.query(), List.of("after", "limit", "host", "state"));
    String state = BodyReader.oneOf("state", asked(call, "state"), states);
    return new Ask.Part(asked(call, "after"), limit(call), asked(call, "host"), state);
  }

  private static int limit(Call call) {
    String limit = call.query().getOrDefault("limit", Integer.toString(LINES_A_PAGE));
    return BodyReader.limit(limit, LINES_A_PAGE_MAX);
  }

  private static String asked(Call call, String name) {
    return call.query().getOrDefault(name, "");
  }

  Match match(String method, String path) {
    List<String> allowed = new ArrayList<>();
    for (Route route : routes) {
      String id = variable(route.path(), path);
      if (id != null) {
        if (route.method().equals(method)) {
          return new Match(route, decoded(id), List.of());
        }
        allowed.add(route.method());
      }
    }
    return new Match(null, "", allowed);
  }

  /** What stands for the variable part: empty when there is none, null when it does not match. */
  private static @Nullable String variable(String pattern, String path) {
    int start = pattern.indexOf("{id}");
    if (start < 0) {
      return path.equals(pattern) ? "" : null;
    }
    String before = pattern.substring(0, start);
    String behind = pattern.substring(start + 4);
    int end = path.length() - behind.length();
    if (end <= start || !path.startsWith(before) || !path.endsWith(behind)) {
      return null;
    }
    String id = path.substring(start, end);
    return id.indexOf('/') < 0 ? id : null;
  }

  /** A plus sign is a plus sign in a path. */
  private static String decoded(String id) {
    if (id.indexOf('%') < 0) {
      return id.isEmpty() ? id : BodyReader.name("id", id);
    }
    try {
      String text = URLDecoder.decode(id.replace("+", "%2B"), StandardCharsets.UTF_8);
      return BodyReader.name("id", text);
    } catch (IllegalArgumentException e) {
      return BodyReader.name("id", id);
    }
  }
}
