package io.windhover.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderException;
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
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.concurrent.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
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

  private final FrontDesk desk;
  private final Framing framing;
  private final RequestTimer timer;
  private final ArrayDeque<Exchange> underWay = new ArrayDeque<>();
  private volatile @Nullable ChannelHandlerContext context;
  private @Nullable HttpRequest request;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(256);
  private boolean flushing;
  private boolean closing;
  private boolean refused;
  private volatile boolean gone;

  Connection(FrontDesk desk, RequestTimer timer) {
    this.desk = desk;
    this.framing = new Framing(desk);
    this.timer = timer;
  }

  boolean isGone() {
    return gone;
  }

  /** Runs it where everything of this connection happens: now, when that is here. */
  void onItsThread(Runnable task) {
    ChannelHandlerContext ctx = context;
    if (ctx == null || ctx.executor().inEventLoop()) {
      task.run();
    } else {
      ctx.executor().execute(task);
    }
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
    desk.noNewcomer(ctx.channel());
  }

  /** Where the client is, without its port. */
  String remote() {
    ChannelHandlerContext ctx = context;
    return ctx != null
            && ctx.channel().remoteAddress() instanceof InetSocketAddress internet
            && internet.getAddress() != null
        ? internet.getAddress().getHostAddress()
        : "unknown";
  }

  /** The client has shown who it is. */
  void isKnown() {
    ChannelHandlerContext ctx = context;
    if (ctx != null) {
      desk.noNewcomer(ctx.channel());
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) throws IOException {
    if (closing) {
      return;
    }
    if (part.decoderResult().isFailure()) {
      refuse(framing.undecoded(part.decoderResult().cause()));
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
  private void refuse(HttpAnswer answer) {
    closing = true;
    refused = true;
    request = null;
    timer.requestCame();
    var exchange = new Exchange(this, false, false);
    underWay.add(exchange);
    exchange.answer(answer);
  }

  private void begin(ChannelHandlerContext ctx, HttpRequest head) {
    HttpAnswer refusal = framing.refusal(head);
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
    if (body.size() + content.readableBytes() > framing.bodyBytesMax()) {
      refuse(framing.tooLarge("it has more bytes"));
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
    desk.handle(head, body.toByteArray(), exchange, this);
  }

  /** An exchange has its answer: send all that are next in order; flush once for all of a turn. */
  void answered() {
    ChannelHandlerContext ctx = context;
    if (ctx == null) {
      return;
    }
    for (Exchange first = underWay.peek(); first != null; first = underWay.peek()) {
      HttpAnswer answer = first.made();
      if (answer == null) {
        break;
      }
      underWay.remove();
      send(ctx, first, answer);
    }
    if (!flushing) {
      flushing = true;
      ctx.channel().eventLoop().execute(() -> flush(ctx));
    }
  }

  private void send(ChannelHandlerContext ctx, Exchange exchange, HttpAnswer answer) {
    desk.house().answered(answer.status());
    FullHttpResponse sent = response(answer, exchange.withoutBody());
    if (exchange.keepAlive() && !desk.stopping()) {
      ctx.write(sent, ctx.voidPromise());
    } else {
      closing = true;
      sent.headers().set(HttpHeaderNames.CONNECTION, "close");
      ctx.write(sent).addListener(refused ? this::linger : ChannelFutureListener.CLOSE);
    }
  }

  private static FullHttpResponse response(HttpAnswer answer, boolean withoutBody) {
    byte[] content = answer.body();
    var response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(answer.status()),
            withoutBody ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(content));
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, answer.type());
    response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, content.length);
    answer.headers().forEach((name, value) -> response.headers().set(name, value));
    return response;
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

  /** Makes a WebSocket of this connection, if it asks for that as it should. */
  void upgrade(SocketEndpoint endpoint, HttpCall call, HttpRequest head, Exchange exchange) {
    ChannelHandlerContext ctx = context;
    Optional<HttpAnswer> refusal = SocketUpgrade.refusal(desk, endpoint, call, head);
    if (refusal.isPresent() || ctx == null) {
      refusal.ifPresent(exchange::answer);
    } else if (underWay.size() > 1) {
      exchange.answer(
          desk.house().problem(400, "bad-request", "others are unanswered on this connection"));
    } else if (desk.stopping() || !desk.welcomeSocket(ctx.channel())) {
      exchange.answer(desk.house().problem(503, "unavailable", "too many, or stopping; try again"));
    } else {
      underWay.clear();
      closing = true; // what comes now is for the socket
      SocketUpgrade.perform(desk, endpoint, call, head, ctx);
    }
  }

  /** A request that does not come in time is refused; after a long silence the client is gone. */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof RequestTimer.TooSlow missing && !closing) {
      String what = missing == RequestTimer.TooSlow.HEAD ? "head" : "body";
      refuse(
          desk.house().problem(408, "too-slow", "the " + what + " of the request took too long"));
    } else if (event instanceof IdleStateEvent && underWay.isEmpty()) {
      ctx.close();
    }
  }

  /** What a client did wrong in TLS is no failure of ours. */
  private static boolean isTheirTls(Throwable cause) {
    return (cause instanceof DecoderException && cause.getCause() instanceof SSLException)
        || cause instanceof NotSslRecordException;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!(cause instanceof IOException) && !isTheirTls(cause)) {
      desk.house().failed(cause);
    }
    ctx.close();
  }
}
