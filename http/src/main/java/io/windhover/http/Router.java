package io.windhover.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds the route of a call. */
final class Router {
  /** Either a route, or none with the methods the address does have. */
  record Match(@Nullable Route route, Map<String, String> variables, List<String> allowed) {}

  private record Pattern(Route route, List<String> parts) {}

  private final List<Pattern> patterns;

  Router(List<Route> routes) {
    patterns = routes.stream().map(route -> new Pattern(route, parts(route.path()))).toList();
  }

  private static List<String> parts(String path) {
    return Arrays.asList(path.split("/", -1));
  }

  Match match(String method, String path) {
    List<String> parts = parts(path);
    List<String> allowed = new ArrayList<>(0);
    for (Pattern pattern : patterns) {
      if (!fits(pattern.parts, parts)) {
        continue;
      }
      if (pattern.route.method().equals(method)) {
        return new Match(pattern.route, variables(pattern.parts, parts), List.of());
      }
      allowed.add(pattern.route.method());
    }
    return new Match(null, Map.of(), allowed);
  }

  private static boolean isVariable(String part) {
    return part.startsWith("{");
  }

  private static boolean fits(List<String> pattern, List<String> parts) {
    if (pattern.size() != parts.size()) {
      return false;
    }
    for (int i = 0; i < parts.size(); i++) {
      if (isVariable(pattern.get(i))
          ? parts.get(i).isEmpty()
          : !pattern.get(i).equals(parts.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static Map<String, String> variables(List<String> pattern, List<String> parts) {
    Map<String, String> variables = null;
    for (int i = 0; i < parts.size(); i++) {
      if (isVariable(pattern.get(i))) {
        variables = variables == null ? new TreeMap<>() : variables;
        variables.put(
            pattern.get(i).substring(1, pattern.get(i).length() - 1), decoded(parts.get(i)));
      }
    }
    return variables == null ? Map.of() : variables;
  }

  /** A plus sign is a plus sign in a path; what cannot be decoded stands for itself. */
  private static String decoded(String part) {
    if (part.indexOf('%') < 0) {
      return part;
    }
    try {
      return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return part;
    }
  }
}
