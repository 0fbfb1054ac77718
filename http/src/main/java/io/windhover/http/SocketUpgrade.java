package io.windhover.http;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.websocketx.Utf8FrameValidator;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketHandshakeException;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker13;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.Arrays;
import java.util.Optional;

/** How an HTTP connection becomes a WebSocket (RFC 6455, version 13). */
final class SocketUpgrade {
  private SocketUpgrade() {}

  /** The answer to a request that does not ask for a WebSocket as it should. */
  static Optional<HttpAnswer> refusal(
      FrontDesk desk, SocketEndpoint endpoint, HttpCall call, HttpRequest head) {
    HttpHeaders headers = head.headers();
    boolean asks =
        headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true)
            && headers.containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
    if (!asks) {
      return Optional.of(
          desk.house()
              .problem(426, "upgrade-required", "there is a WebSocket here")
              .with("Upgrade", "websocket"));
    }
    if (!headers.contains(HttpHeaderNames.SEC_WEBSOCKET_VERSION, "13", true)
        || !headers.contains(HttpHeaderNames.SEC_WEBSOCKET_KEY)) {
      return Optional.of(
          desk.house()
              .problem(400, "bad-request", "expected Sec-WebSocket-Version: 13 and a key")
              .with("Sec-WebSocket-Version", "13"));
    }
    boolean speaks =
        headers.getAll(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL).stream()
            .flatMap(line -> Arrays.stream(line.split(",", -1)))
            .anyMatch(offered -> offered.strip().equals(endpoint.protocol()));
    return speaks
        ? endpoint.refusal(call).map(why -> desk.house().problem(403, "forbidden", why))
        : Optional.of(
            desk.house()
                .problem(
                    400, "bad-request", "expected Sec-WebSocket-Protocol: " + endpoint.protocol()));
  }

  /** Exchanges what is in the pipeline, and tells the endpoint. */
  static void perform(
      FrontDesk desk,
      SocketEndpoint endpoint,
      HttpCall call,
      HttpRequest head,
      ChannelHandlerContext connection) {
    HttpLimits limits = desk.limits();
    var handshaker =
        new WebSocketServerHandshaker13(
            call.path(),
            endpoint.protocol(),
            WebSocketDecoderConfig.newBuilder()
                .maxFramePayloadLength(limits.messageBytes())
                .allowExtensions(false)
                .build());
    ChannelPipeline pipeline = connection.pipeline();
    pipeline.remove(RequestTimer.class);
    pipeline.remove(IdleStateHandler.class);
    var socket = new SocketConnection(desk, endpoint, call);
    pipeline.replace(connection.handler(), "socket", socket);
    String name = pipeline.context(socket).name();
    pipeline.addBefore(name, "idle", new IdleStateHandler(limits.pingSeconds(), 0, 0));
    pipeline.addBefore(name, "utf8", new Utf8FrameValidator());
    pipeline.addBefore(name, "whole", new WebSocketFrameAggregator(limits.messageBytes()));
    FullHttpRequest request =
        new DefaultFullHttpRequest(head.protocolVersion(), head.method(), head.uri());
    request.headers().set(head.headers());
    try {
      ChannelFuture shaken = handshaker.handshake(connection.channel(), request);
      var unused = shaken.addListener(done -> socket.shaken(done.isSuccess()));
    } catch (WebSocketHandshakeException e) {
      var unused = connection.channel().close();
    }
  }
}
