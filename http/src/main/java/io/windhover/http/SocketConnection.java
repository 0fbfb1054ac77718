package io.windhover.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.timeout.IdleStateEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One WebSocket. */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the connection
final class SocketConnection extends SimpleChannelInboundHandler<WebSocketFrame>
    implements SocketLine {
  private static final int UNSUPPORTED = 1003;
  private static final int REASON_CHARACTERS_MAX = 100;

  /** Who does not take the last words within this time does without. */
  private static final int FAREWELL_SECONDS = 2;

  private final FrontDesk desk;
  private final SocketEndpoint endpoint;
  private final HttpCall call;
  private final ConcurrentLinkedQueue<ByteBuf> queue = new ConcurrentLinkedQueue<>();
  private final AtomicLong unreadBytes = new AtomicLong();
  private final AtomicBoolean draining = new AtomicBoolean();

  /** What came in one piece with the request, before that was answered. */
  private final List<String> early = new ArrayList<>(0);

  private long earlyCharacters;

  private @Nullable SocketListener listener;
  private volatile @Nullable ChannelHandlerContext context;
  private volatile boolean over;
  private String why = "the connection was lost";

  SocketConnection(FrontDesk desk, SocketEndpoint endpoint, HttpCall call) {
    this.desk = desk;
    this.endpoint = endpoint;
    this.call = call;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  /** The client has its answer; what it says next is a message. */
  void shaken(boolean fine) {
    ChannelHandlerContext ctx = context;
    if (!fine || over || ctx == null) {
      return;
    }
    desk.house().answered(101);
    try {
      SocketListener told = endpoint.opened(call, this);
      listener = told;
      early.forEach(told::received);
    } catch (RuntimeException e) {
      desk.house().failed(e);
      cut(ctx, "the connection failed");
    }
    early.clear();
  }

  // Out.

  @Override
  public void send(String message) {
    ChannelHandlerContext ctx = context;
    if (over || ctx == null) {
      return;
    }
    ByteBuf bytes = Unpooled.copiedBuffer(message, StandardCharsets.UTF_8);
    long unread = unreadBytes.addAndGet(bytes.readableBytes());
    if (unread > desk.limits().unreadBytes()) {
      ctx.executor().execute(() -> cut(ctx, "what was sent is not read"));
      return;
    }
    queue.add(bytes);
    drainSoon(ctx);
  }

  private void drainSoon(ChannelHandlerContext ctx) {
    if (draining.compareAndSet(false, true)) {
      ctx.executor().execute(() -> drain(ctx));
    }
  }

  /** Writes all that is queued, and flushes once for all. */
  private void drain(ChannelHandlerContext ctx) {
    draining.set(false);
    long bytes = 0;
    ChannelFuture last = null;
    for (ByteBuf next = queue.poll(); next != null; next = queue.poll()) {
      bytes += next.readableBytes();
      last = ctx.write(new TextWebSocketFrame(next));
    }
    if (last != null) {
      long written = bytes;
      last.addListener(done -> unreadBytes.addAndGet(-written));
      ctx.flush();
    }
  }

  @Override
  public void close(int status, String reason) {
    ChannelHandlerContext ctx = context;
    if (ctx != null) {
      ctx.executor()
          .execute(
              () -> {
                drain(ctx);
                end(ctx, status, reason);
              });
    }
  }

  private void end(ChannelHandlerContext ctx, int status, String reason) {
    if (over) {
      return;
    }
    over = true;
    why = reason;
    String shown =
        reason.length() > REASON_CHARACTERS_MAX
            ? reason.substring(0, REASON_CHARACTERS_MAX)
            : reason;
    ctx.writeAndFlush(new CloseWebSocketFrame(status, shown))
        .addListener(ChannelFutureListener.CLOSE);
    ctx.executor().schedule(() -> ctx.close(), FAREWELL_SECONDS, TimeUnit.SECONDS);
  }

  private void cut(ChannelHandlerContext ctx, String reason) {
    if (!over) {
      over = true;
      why = reason;
      ctx.close();
    }
  }

  // In.

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, WebSocketFrame frame) {
    if (over) {
      return;
    }
    if (frame instanceof TextWebSocketFrame text) {
      SocketListener told = listener;
      if (told != null) {
        told.received(text.text());
      } else {
        keep(ctx, text.text());
      }
    } else if (frame instanceof PingWebSocketFrame ping) {
      if (ctx.channel().isWritable()) { // Who does not read could fill the memory with its pongs.
        ctx.writeAndFlush(new PongWebSocketFrame(ping.content().retain()));
      }
    } else if (frame instanceof CloseWebSocketFrame close) {
      end(ctx, NORMAL, close.statusCode() == NORMAL ? "closed" : "closed: " + close.reasonText());
    } else if (frame instanceof BinaryWebSocketFrame) {
      end(ctx, UNSUPPORTED, "messages are text here");
    }
  }

  /** Keeps what cannot be told to anybody yet, and only so much of it. */
  private void keep(ChannelHandlerContext ctx, String message) {
    earlyCharacters += message.length();
    if (earlyCharacters > desk.limits().messageBytes()) {
      cut(ctx, "too much was said before the answer");
    } else {
      early.add(message);
    }
  }

  /** After one silence it is asked, after two it is over. */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof IdleStateEvent idle) {
      if (idle.isFirst()) {
        ctx.writeAndFlush(new PingWebSocketFrame());
      } else {
        cut(ctx, "nothing was heard for too long");
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    over = true;
    SocketListener told = listener;
    if (told != null) {
      listener = null;
      told.closed(why);
    }
  }

  /** The decoder has said goodbye to whoever sends no proper frames. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof CodecException) {
      cut(ctx, "not a proper message: " + cause.getMessage());
      return;
    }
    if (!(cause instanceof IOException)) {
      desk.house().failed(cause);
    }
    cut(ctx, "the connection failed");
  }
}
