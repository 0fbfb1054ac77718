package io.windhover.http;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where all connections of a server bring their requests: which route, and who may take it. */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a connection to close
final class FrontDesk {
  private final Router router;
  private final Gate gate;
  private final HttpLimits limits;
  private final HttpHouse house;
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Newcomers newcomers;
  private final ChannelGroup sockets = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private volatile boolean stopping;

  FrontDesk(List<Route> routes, Gate gate, HttpLimits limits, HttpHouse house) {
    this.router = new Router(routes);
    this.gate = gate;
    this.limits = limits;
    this.house = house;
    this.newcomers = new Newcomers(limits.newcomers());
  }

  HttpLimits limits() {
    return limits;
  }

  HttpHouse house() {
    return house;
  }

  /** Whether a connection may stay; an older one that has not shown who it is may go for it. */
  boolean welcome(Channel channel) {
    newcomers.add(channel).ifPresent(this::sendAway);
    if (connections.size() >= limits.connections()) {
      newcomers.takeOldest().ifPresent(this::sendAway);
    }
    return connections.size() < limits.connections() && connections.add(channel);
  }

  private void sendAway(Channel channel) {
    connections.remove(channel);
    channel.close();
  }

  /** A client has shown who it is, or has gone. */
  void noNewcomer(Channel channel) {
    newcomers.remove(channel);
  }

  /** Counts a connection among the WebSockets from now on; false when there are too many. */
  boolean welcomeSocket(Channel channel) {
    if (sockets.size() >= limits.sockets()) {
      return false;
    }
    connections.remove(channel);
    newcomers.remove(channel);
    return sockets.add(channel);
  }

  List<ChannelGroup> everybody() {
    return List.of(connections, sockets);
  }

  void stop() {
    stopping = true;
  }

  boolean stopping() {
    return stopping;
  }

  /** Answers a request now or has it answered later; a WebSocket is opened by its connection. */
  void handle(HttpRequest head, byte[] body, Exchange exchange, Connection connection) {
    String uri = head.uri();
    int question = uri.indexOf('?');
    String path = question < 0 ? uri : uri.substring(0, question);
    String query = question < 0 ? "" : uri.substring(question + 1);
    String method = head.method().name();
    var call =
        new HttpCall(method, path, query, head.headers(), body, connection.remote(), Map.of(), "");
    Router.Match match = router.match(method, path);
    Route route = match.route();
    boolean open = route != null && route.open();
    Gate.Verdict verdict = open ? new Gate.Verdict.Admitted("") : gate.judge(call);
    if (!open && verdict instanceof Gate.Verdict.Admitted) {
      connection.isKnown();
    }
    Optional<HttpAnswer> refusal = refusal(verdict);
    if (refusal.isPresent()) {
      exchange.answer(refusal.get());
    } else if (route == null) {
      exchange.answer(nowhere(match.allowed(), method, path));
    } else {
      String who = verdict instanceof Gate.Verdict.Admitted admitted ? admitted.who() : "";
      enter(route, call.with(match.variables(), who), head, exchange, connection);
    }
  }

  private void enter(
      Route route, HttpCall call, HttpRequest head, Exchange exchange, Connection connection) {
    try {
      if (route.endpoint() instanceof SocketEndpoint endpoint) {
        connection.upgrade(endpoint, call, head, exchange);
      } else if (route.endpoint() instanceof Route.Handler handler) {
        handler.handle(call, exchange);
      }
    } catch (RuntimeException e) {
      house.failed(e);
      exchange.answer(house.problem(500, "failed", "this could not be answered"));
    }
  }

  private Optional<HttpAnswer> refusal(Gate.Verdict verdict) {
    if (verdict instanceof Gate.Verdict.Unknown unknown) {
      return Optional.of(
          house.problem(401, "unauthorized", unknown.why()).with("WWW-Authenticate", "Bearer"));
    }
    return verdict instanceof Gate.Verdict.Forbidden forbidden
        ? Optional.of(house.problem(403, "forbidden", forbidden.why()))
        : Optional.empty();
  }

  private HttpAnswer nowhere(List<String> allowed, String method, String path) {
    if (allowed.isEmpty()) {
      String shown = path.length() > 100 ? path.substring(0, 100) + "..." : path;
      return house.problem(404, "not-found", "there is nothing at " + shown);
    }
    return house
        .problem(405, "method-not-allowed", method + " is not possible here; expected " + allowed)
        .with("Allow", String.join(", ", allowed));
  }
}
