package io.windhover.http;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.Map;

/** One request that has arrived whole. */
public final class HttpCall {
  private final String method;
  private final String path;
  private final String query;
  private final HttpHeaders headers;
  private final byte[] body;
  private final String from;
  private final Map<String, String> variables;
  private final String who;

  HttpCall(
      String method,
      String path,
      String query,
      HttpHeaders headers,
      byte[] body,
      String from,
      Map<String, String> variables,
      String who) {
    this.method = method;
    this.path = path;
    this.query = query;
    this.headers = headers;
    this.body = body;
    this.from = from;
    this.variables = variables;
    this.who = who;
  }

  HttpCall with(Map<String, String> newVariables, String newWho) {
    return new HttpCall(method, path, query, headers, body, from, newVariables, newWho);
  }

  public String method() {
    return method;
  }

  public String path() {
    return path;
  }

  /** What stands behind the question mark, as it came; {@link HttpQuery} reads it. */
  public String query() {
    return query;
  }

  /** The first header of this name; empty when there is none. */
  public String header(String name) {
    String value = headers.get(name);
    return value == null ? "" : value;
  }

  public boolean hasHeader(String name) {
    return headers.contains(name);
  }

  /** All of the body; it is not copied. */
  public byte[] body() {
    return body;
  }

  /** The address that the connection comes from, without its port. */
  public String from() {
    return from;
  }

  /** What stands in the path for the variable of this name in the route's. */
  public String variable(String name) {
    String value = variables.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the route has no variable " + name);
    }
    return value;
  }

  /** Who asks, as the gate knows them; empty where the gate was not asked or lets anybody in. */
  public String who() {
    return who;
  }
}
