package io.windhover.app.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.concurrent.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection. Requests may come one behind the other without waiting; all are decided as they
 * come, and answered in their order.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the connection
final class Connection extends SimpleChannelInboundHandler<HttpObject> {
  private static final int UNDER_WAY_MAX = 256;

  /**
   * Time for a refused client to read why. Closed at once, while it still sends, the connection
   * would be reset, and the answer lost with it.
   */
  private static final int LINGER_SECONDS = 2;

  private final Desk desk;
  private final RequestTimer timer;
  private final ArrayDeque<Exchange> underWay = new ArrayDeque<>();
  private @Nullable ChannelHandlerContext context;
  private @Nullable HttpRequest request;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(256);
  private boolean flushing;
  private boolean closing;
  private boolean refused;
  private volatile boolean gone;

  Connection(Desk desk, RequestTimer timer) {
    this.desk = desk;
    this.timer = timer;
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
      refuse(Framing.undecoded(part.decoderResult().cause()));
      return;
    }
    if (part instanceof HttpRequest head) {
      begin(ctx, head);
    }
    if (part instanceof HttpContent content && !closing) {
      add(content.content());
    }
    if (part instanceof LastHttpContent && !closing && request != null) {
      end(ctx, request);
    }
  }

  /** Answers what is still on its way, and reads nothing behind it. */
  private void refuse(FullHttpResponse answer) {
    closing = true;
    refused = true;
    request = null;
    timer.requestCame();
    var exchange = new Exchange(this, false, false);
    underWay.add(exchange);
    exchange.respond(answer);
  }

  private void begin(ChannelHandlerContext ctx, HttpRequest head) {
    FullHttpResponse refusal = Framing.refusal(head);
    if (refusal != null) {
      refuse(refusal);
      return;
    }
    request = head;
    body.reset();
    timer.headCame();
    // Behind others under way it would be taken for their answer; the client goes on without it.
    if (HttpUtil.is100ContinueExpected(head) && underWay.isEmpty()) {
      ctx.writeAndFlush(
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
    }
  }

  private void add(ByteBuf content) throws IOException {
    if (body.size() + content.readableBytes() > Framing.BODY_BYTES_MAX) {
      refuse(Framing.tooLarge("it has more bytes"));
    } else {
      content.readBytes(body, content.readableBytes());
    }
  }

  private void end(ChannelHandlerContext ctx, HttpRequest head) {
    request = null;
    timer.requestCame();
    var exchange =
        new Exchange(this, HttpUtil.isKeepAlive(head), head.method().equals(HttpMethod.HEAD));
    underWay.add(exchange);
    if (underWay.size() >= UNDER_WAY_MAX) {
      ctx.channel().config().setAutoRead(false);
    }
    if (!exchange.keepAlive()) {
      closing = true; // nothing is read behind the last request
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
    FullHttpResponse sent =
        exchange.withoutBody() ? response.replace(Unpooled.EMPTY_BUFFER) : response;
    if (exchange.keepAlive() && !desk.stopping()) {
      ctx.write(sent, ctx.voidPromise());
    } else {
      closing = true;
      sent.headers().set(HttpHeaderNames.CONNECTION, "close");
      ctx.write(sent).addListener(refused ? this::linger : ChannelFutureListener.CLOSE);
    }
  }

  private void linger(Future<? super Void> written) {
    ChannelHandlerContext ctx = context;
    if (ctx != null && written.isSuccess() && ctx.channel() instanceof DuplexChannel duplex) {
      duplex.shutdownOutput();
      ctx.executor().schedule(() -> ctx.close(), LINGER_SECONDS, TimeUnit.SECONDS);
    } else if (ctx != null) {
      ctx.close();
    }
  }

  private void flush(ChannelHandlerContext ctx) {
    flushing = false;
    ctx.flush();
    readOn(ctx);
  }

  /** Who does not read the answers is not read from either, or they would pile up here. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (!ctx.channel().isWritable()) {
      ctx.channel().config().setAutoRead(false);
    } else {
      readOn(ctx);
    }
  }

  private void readOn(ChannelHandlerContext ctx) {
    if (underWay.size() < UNDER_WAY_MAX / 2
        && ctx.channel().isWritable()
        && !ctx.channel().config().isAutoRead()) {
      ctx.channel().config().setAutoRead(true);
    }
  }

  /** A request that does not come in time is refused; after a long silence the client is gone. */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof RequestTimer.TooSlow missing && !closing) {
      String what = missing == RequestTimer.TooSlow.HEAD ? "head" : "body";
      refuse(Responses.problem(408, "too-slow", "the " + what + " of the request took too long"));
    } else if (event instanceof IdleStateEvent && underWay.isEmpty()) {
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
