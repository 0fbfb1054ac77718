package io.windhover.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;

/**
 * Watches how long a request takes to arrive. It stands before the decoder, because a head is seen
 * behind it only when it is whole. The connection tells it how far a request has come, and is sent
 * {@link TooSlow} when its time is over. One timer task a connection, not one a request: requests
 * come ten thousand a second.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nothing waits for a check
final class RequestTimer extends ChannelInboundHandlerAdapter {
  /** Which part of a request did not come in time. */
  enum TooSlow {
    HEAD,
    BODY
  }

  private enum Phase {
    BETWEEN_REQUESTS,
    HEAD,
    BODY
  }

  private final Patience patience;
  private Phase phase = Phase.BETWEEN_REQUESTS;
  private long dueNanos;
  private boolean checking;

  RequestTimer(Patience patience) {
    this.patience = patience;
  }

  /** Whoever connects has something to ask, and time to say who it is, TLS included. */
  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    enter(Phase.HEAD, patience.headMillis());
    checkLater(ctx, dueNanos - System.nanoTime());
    ctx.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object bytes) {
    if (phase == Phase.BETWEEN_REQUESTS) {
      enter(Phase.HEAD, patience.headMillis());
      if (!checking) {
        checkLater(ctx, dueNanos - System.nanoTime());
      }
    }
    ctx.fireChannelRead(bytes);
  }

  void headCame() {
    enter(Phase.BODY, patience.bodyMillis());
  }

  void requestCame() {
    phase = Phase.BETWEEN_REQUESTS;
  }

  private void enter(Phase next, long millis) {
    phase = next;
    dueNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private void checkLater(ChannelHandlerContext ctx, long nanos) {
    // Never later than a head that begins in the next moment would be due.
    long most =
        TimeUnit.MILLISECONDS.toNanos(Math.min(patience.headMillis(), patience.bodyMillis()));
    checking = true;
    ctx.executor().schedule(() -> check(ctx), Math.min(most, nanos), TimeUnit.NANOSECONDS);
  }

  private void check(ChannelHandlerContext ctx) {
    checking = false;
    if (phase == Phase.BETWEEN_REQUESTS || !ctx.channel().isActive()) {
      return;
    }
    long left = dueNanos - System.nanoTime();
    if (left <= 0 && ctx.channel().config().isAutoRead()) {
      TooSlow missing = phase == Phase.HEAD ? TooSlow.HEAD : TooSlow.BODY;
      phase = Phase.BETWEEN_REQUESTS;
      ctx.fireUserEventTriggered(missing);
    } else {
      // While the connection is not read, for too much is under way, the client is not to blame.
      checkLater(ctx, left > 0 ? left : TimeUnit.MILLISECONDS.toNanos(patience.headMillis()));
    }
  }
}
