package io.windhover.app.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.timeout.IdleStateEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One connection. Requests may come one behind the other without waiting; all are decided as they
 * come, and answered in their order.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the connection
final class Connection extends SimpleChannelInboundHandler<HttpObject> {
  static final int BODY_BYTES_MAX = 1 << 20;

  /** More than this is not even read in order to be refused. */
  private static final int DROPPED_BYTES_MAX = 64 << 20;

  private static final int UNDER_WAY_MAX = 256;

  private final Desk desk;
  private final ArrayDeque<Exchange> underWay = new ArrayDeque<>();
  private @Nullable ChannelHandlerContext context;
  private @Nullable HttpRequest request;
  private ByteArrayOutputStream body = new ByteArrayOutputStream(256);
  private long bodyBytes;
  private boolean flushing;
  private boolean closing;
  private volatile boolean gone;

  Connection(Desk desk) {
    this.desk = desk;
  }

  boolean isGone() {
    return gone;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    context = ctx;
    if (!desk.welcome(ctx.channel())) {
      closing = true;
      ctx.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    gone = true;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) throws IOException {
    if (closing) {
      return;
    }
    if (part.decoderResult().isFailure()) {
      var exchange = new Exchange(this, false);
      underWay.add(exchange);
      exchange.respond(Responses.problem(400, "bad-request", "this is not HTTP/1.1"));
      return;
    }
    if (part instanceof HttpRequest head) {
      begin(ctx, head);
    }
    if (part instanceof HttpContent content) {
      add(ctx, content.content());
    }
    if (part instanceof LastHttpContent && request != null) {
      end(ctx, request);
    }
  }

  private void begin(ChannelHandlerContext ctx, HttpRequest head) {
    request = head;
    body.reset();
    bodyBytes = 0;
    if (HttpUtil.is100ContinueExpected(head)) {
      ctx.writeAndFlush(
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
    }
  }

  private void add(ChannelHandlerContext ctx, ByteBuf content) throws IOException {
    bodyBytes += content.readableBytes();
    if (bodyBytes > DROPPED_BYTES_MAX) {
      closing = true;
      ctx.close();
    } else if (bodyBytes <= BODY_BYTES_MAX) {
      content.readBytes(body, content.readableBytes());
    } else {
      body = new ByteArrayOutputStream(256);
    }
  }

  private void end(ChannelHandlerContext ctx, HttpRequest head) {
    request = null;
    var exchange = new Exchange(this, HttpUtil.isKeepAlive(head));
    underWay.add(exchange);
    if (underWay.size() >= UNDER_WAY_MAX) {
      ctx.channel().config().setAutoRead(false);
    }
    if (!exchange.keepAlive()) {
      closing = true; // nothing is read behind the last request
    }
    if (bodyBytes > BODY_BYTES_MAX) {
      exchange.respond(
          Responses.problem(
              400,
              "too-large",
              "body: it has %,d bytes; expected at most %,d".formatted(bodyBytes, BODY_BYTES_MAX)));
      return;
    }
    desk.handle(head, body.toByteArray(), exchange);
  }

  /** An exchange has its answer: send all that are next in order; flush once for all of a turn. */
  void answered() {
    ChannelHandlerContext ctx = context;
    if (ctx == null) {
      return;
    }
    for (Exchange first = underWay.peek(); first != null; first = underWay.peek()) {
      FullHttpResponse response = first.response();
      if (response == null) {
        break;
      }
      underWay.remove();
      send(ctx, first, response);
    }
    if (!flushing) {
      flushing = true;
      ctx.channel().eventLoop().execute(() -> flush(ctx));
    }
  }

  private void send(ChannelHandlerContext ctx, Exchange exchange, FullHttpResponse response) {
    desk.answered(response.status().code());
    if (exchange.keepAlive() && !desk.stopping()) {
      ctx.write(response, ctx.voidPromise());
    } else {
      closing = true;
      response.headers().set(HttpHeaderNames.CONNECTION, "close");
      ctx.write(response).addListener(ChannelFutureListener.CLOSE);
    }
  }

  private void flush(ChannelHandlerContext ctx) {
    flushing = false;
    ctx.flush();
    if (underWay.size() < UNDER_WAY_MAX / 2 && !ctx.channel().config().isAutoRead()) {
      ctx.channel().config().setAutoRead(true);
    }
  }

  /** Silence while nobody waits for an answer of ours: the other side is slow or gone. */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof IdleStateEvent && underWay.isEmpty()) {
      ctx.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!(cause instanceof IOException)) {
      desk.failed(cause);
    }
    ctx.close();
  }
}
