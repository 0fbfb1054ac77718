package io.windhover.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.windhover.http.tls.ServerIdentity;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Serves HTTP, and WebSockets, on one thread: parsing ten thousand small requests a second takes
 * less than half of one. Handlers run on it too, and whoever answers later may use it ({@link
 * #executor}) to answer many calls at one go.
 */
public final class HttpServer implements AutoCloseable {
  private static final int BACKLOG = 1_024;
  private static final int STOP_SECONDS_MAX = 5;

  /**
   * Of one connection before the others have their turn. Netty's own measure, sixteen times 64 KB,
   * is thousands of messages that the others wait for.
   */
  private static final int READ_BYTES_MAX = 16 << 10;

  private final EventLoopGroup group = new NioEventLoopGroup(1);
  private @Nullable FrontDesk desk;
  private @Nullable Channel server;

  /** Where handlers run and answers are sent. */
  public Executor executor() {
    return group.next();
  }

  /** Opens the port. Routes that come first are asked first. */
  public void open(HttpSettings settings, List<Route> routes, Gate gate, HttpHouse house) {
    var opened = new FrontDesk(routes, gate, settings.limits(), house);
    desk = opened;
    ServerIdentity identity = settings.identity();
    SslContext tls = identity == null ? null : Encryption.of(identity);
    var bound =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(
                ChannelOption.RCVBUF_ALLOCATOR,
                new AdaptiveRecvByteBufAllocator(64, 2_048, READ_BYTES_MAX).maxMessagesPerRead(1))
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    if (tls != null) {
                      SslHandler encryption = tls.newHandler(channel.alloc());
                      encryption.setHandshakeTimeoutMillis(settings.patience().headMillis());
                      channel.pipeline().addLast(encryption);
                    }
                    var timer = new RequestTimer(settings.patience());
                    channel
                        .pipeline()
                        .addLast(
                            new IdleStateHandler(0, 0, settings.patience().idleSeconds()),
                            timer,
                            new StrictDecoder(),
                            new HttpResponseEncoder(),
                            new Connection(opened, timer));
                  }
                })
            .bind(new InetSocketAddress(settings.address(), settings.port()))
            .awaitUninterruptibly();
    Throwable cause = bound.cause();
    if (cause != null) {
      throw new PortFailure(
          "port %d of %s cannot be opened: %s"
              .formatted(settings.port(), settings.address().getHostAddress(), cause.getMessage()),
          cause);
    }
    server = bound.channel();
  }

  /** The port that was opened. */
  public int port() {
    Channel opened = server;
    if (opened == null) {
      throw new IllegalStateException("no port is open");
    }
    return ((InetSocketAddress) opened.localAddress()).getPort();
  }

  public boolean isStopping() {
    FrontDesk opened = desk;
    return opened != null && opened.stopping();
  }

  /** No new connections; those that are open end with their next answer. */
  public void stopTaking() {
    Channel opened = server;
    if (opened != null) {
      opened.close().awaitUninterruptibly();
    }
    FrontDesk front = desk;
    if (front != null) {
      front.stop();
    }
  }

  /** Sends what was answered, and ends all connections. */
  @Override
  public void close() {
    stopTaking();
    // Answers were handed to the loop; a task behind them runs when they are written.
    group.next().submit(() -> {}).awaitUninterruptibly(STOP_SECONDS_MAX, TimeUnit.SECONDS);
    group.next().submit(() -> {}).awaitUninterruptibly(STOP_SECONDS_MAX, TimeUnit.SECONDS);
    FrontDesk front = desk;
    if (front != null) {
      front
          .everybody()
          .forEach(all -> all.close().awaitUninterruptibly(STOP_SECONDS_MAX, TimeUnit.SECONDS));
    }
    group
        .shutdownGracefully(0, STOP_SECONDS_MAX, TimeUnit.SECONDS)
        .awaitUninterruptibly(STOP_SECONDS_MAX, TimeUnit.SECONDS);
  }
}
