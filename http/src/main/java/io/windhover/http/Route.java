package io.windhover.http;

/**
 * One thing that can be asked for.
 *
 * @param path parts between slashes; one in braces, such as {@code {id}}, stands for any text
 * @param open whether the gate is not asked
 */
public record Route(String method, String path, boolean open, Endpoint endpoint) {
  /** What is at a route's address. */
  public sealed interface Endpoint permits Handler, SocketEndpoint {}

  /** Answers a call. It runs on the connections' own thread, so it must not wait for anything. */
  public non-sealed interface Handler extends Endpoint {
    void handle(HttpCall call, Reply reply);
  }

  /** One behind the gate. */
  public static Route guarded(String method, String path, Handler handler) {
    return new Route(method, path, false, handler);
  }

  /** One that anybody may ask for. */
  public static Route open(String method, String path, Handler handler) {
    return new Route(method, path, true, handler);
  }

  /** A WebSocket behind the gate. */
  public static Route socket(String path, SocketEndpoint endpoint) {
    return new Route("GET", path, false, endpoint);
  }
}
