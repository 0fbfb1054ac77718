package io.windhover.app.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.timeout.IdleStateHandler;
import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.service.PlacementService;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Serves HTTP on one thread: parsing ten thousand small requests a second takes less than half of
 * one, and the other processor is for deciding.
 */
public final class HttpService implements AutoCloseable {
  private static final int BACKLOG = 1_024;
  private static final int STOP_SECONDS_MAX = 5;

  /**
   * Where and for whom.
   *
   * @param tokenFile null: no token needed, which only a loopback address allows
   */
  public record Settings(
      InetAddress address,
      int port,
      @Nullable Path tokenFile,
      int reserveSecondsUsual,
      Patience patience) {}

  private final EventLoopGroup group;
  private final PlacementService service;
  private final Desk desk;
  private final Channel server;

  private HttpService(EventLoopGroup group, PlacementService service, Desk desk, Channel server) {
    this.group = group;
    this.service = service;
    this.desk = desk;
    this.server = server;
  }

  /**
   * Starts the service that is made, and opens the port.
   *
   * @param making makes the service, whose answers are to run on the given executor
   * @param failures told what should not have happened
   */
  public static HttpService start(
      Settings settings,
      Function<Executor, PlacementService> making,
      Consumer<Throwable> failures) {
    Token token = tokenFor(settings);
    EventLoopGroup group = new NioEventLoopGroup(1);
    PlacementService service = null;
    boolean fine = false;
    try {
      service = making.apply(group.next());
      var desk = new Desk(service, new Routes(settings.reserveSecondsUsual()), token, failures);
      Channel server = bind(group, desk, settings);
      fine = true;
      return new HttpService(group, service, desk, server);
    } finally {
      if (!fine) {
        if (service != null) {
          service.close();
        }
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
      }
    }
  }

  private static @Nullable Token tokenFor(Settings settings) {
    Path file = settings.tokenFile();
    if (file != null) {
      return Token.read(file);
    }
    if (!settings.address().isLoopbackAddress()) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "--bind: "
              + settings.address().getHostAddress()
              + " can be reached from other machines; expected --token-file too");
    }
    return null;
  }

  private static Channel bind(EventLoopGroup group, Desk desk, Settings settings) {
    var bootstrap =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    var timer = new RequestTimer(settings.patience());
                    channel
                        .pipeline()
                        .addLast(
                            new IdleStateHandler(0, 0, settings.patience().idleSeconds()),
                            timer,
                            new StrictDecoder(),
                            new HttpResponseEncoder(),
                            new Connection(desk, timer));
                  }
                });
    var bound =
        bootstrap
            .bind(new InetSocketAddress(settings.address(), settings.port()))
            .awaitUninterruptibly();
    Throwable cause = bound.cause();
    if (cause != null) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          "--serve: port %d of %s cannot be opened: %s"
              .formatted(settings.port(), settings.address().getHostAddress(), cause.getMessage()),
          cause);
    }
    return bound.channel();
  }

  public int port() {
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  public PlacementService service() {
    return service;
  }

  /** No new connections; what was asked is answered, on disk, before this returns. */
  @Override
  public void close() {
    server.close().awaitUninterruptibly();
    desk.stop();
    service.close();
    // The answers were handed to the loop; a task behind them runs when they are written.
    group.next().submit(() -> {}).awaitUninterruptibly(STOP_SECONDS_MAX, TimeUnit.SECONDS);
    group.next().submit(() -> {}).awaitUninterruptibly(STOP_SECONDS_MAX, TimeUnit.SECONDS);
    desk.connections().close().awaitUninterruptibly(STOP_SECONDS_MAX, TimeUnit.SECONDS);
    group
        .shutdownGracefully(0, STOP_SECONDS_MAX, TimeUnit.SECONDS)
        .awaitUninterruptibly(STOP_SECONDS_MAX, TimeUnit.SECONDS);
  }
}
