package io.windhover.app.pool;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.settings.ManagerConfig;
import io.windhover.app.state.PrivateFolder;
import io.windhover.app.state.StoreFailures;
import io.windhover.host.Interrupts;
import io.windhover.http.PortFailure;
import io.windhover.http.tls.BadIdentity;
import io.windhover.store.SqliteStore;
import io.windhover.store.StateFolder;
import io.windhover.store.Store;
import io.windhover.store.StoreException;
import io.windhover.store.StoreView;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A pool's manager from the state folder to the last word, however it ends. */
public final class PoolService {
  /** Why the main thread goes on. */
  private sealed interface End {
    record Told() implements End {}

    record GivesWay(String why) implements End {}

    record Broken(Throwable cause) implements End {}

    record Refused(Throwable cause) implements End {}
  }

  private final ManagerConfig config;
  private final Path folder;
  private final String again;
  private final PrintWriter out;
  private final ManagerLog log;
  private final Optional<PoolCloud> cloud;
  private volatile @Nullable PoolEngine stopping;

  /**
   * Makes a manager that does nothing yet.
   *
   * @param cloud where it rents machines; empty when it rents none
   * @param again the command that goes on with it
   */
  public PoolService(
      ManagerConfig config,
      Path folder,
      Optional<PoolCloud> cloud,
      String again,
      PrintWriter out,
      PrintWriter err) {
    this.cloud = cloud;
    this.config = config;
    this.folder = folder;
    this.again = again;
    this.out = out;
    this.log = new ManagerLog(err, System::currentTimeMillis);
  }

  /**
   * Manages until a signal ends it.
   *
   * @throws CommandFailure when it cannot begin or go on
   */
  public ExitCode run() {
    checkWay();
    PrivateFolder.make(folder);
    var told = new CompletableFuture<End>();
    var signals = new Interrupts(count -> told(count, told));
    try (signals;
        StateFolder held = StateFolder.acquire(folder, "windhover manager")) {
      Store store = PoolFolder.open(held, config, cloud.isPresent(), again);
      try (StoreView results = SqliteStore.openForReading(held.database())) {
        return manage(store, results, told);
      } finally {
        closeQuietly(store);
      }
    } catch (BadIdentity e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "port: " + e.getMessage(), e);
    } catch (PortFailure e) {
      throw new CommandFailure(ExitCode.UNAVAILABLE, "port: " + e.getMessage(), e);
    } catch (StoreException e) {
      throw StoreFailures.failure(e);
    }
  }

  /** The first signal ends it, the second one the wait for machines that are given back. */
  private void told(int signals, CompletableFuture<End> told) {
    told.complete(new End.Told());
    PoolEngine engine = stopping;
    if (signals > 1 && engine != null) {
      engine.hurry();
    }
  }

  /** What cannot be closed properly has lost nothing: the next to open it puts it right. */
  private void closeQuietly(Store store) {
    try {
      store.close();
    } catch (StoreException e) {
      log.warn("failures", String.valueOf(e.getMessage()));
    }
  }

  /** Components have no encryption (XEP-0114): the secret's proof and all jobs would be read. */
  private void checkWay() {
    config.xmpp().ifPresent(PoolService::checkWay);
  }

  private static void checkWay(ManagerConfig.XmppConfig xmpp) {
    String host = xmpp.server().host();
    try {
      if (!xmpp.plainAllowed() && !InetAddress.getByName(host).isLoopbackAddress()) {
        throw new CommandFailure(
            ExitCode.BAD_INPUT,
            "server: %s is not this machine, and the way of a component to its server is not"
                    .formatted(xmpp.server())
                + " encrypted (XEP-0114); run the manager beside the server, or go through a"
                + " tunnel, or say plain: allowed if the network is yours alone");
      }
    } catch (UnknownHostException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "server: there is no host " + host, e);
    }
  }

  private ExitCode manage(Store store, StoreView results, CompletableFuture<End> told) {
    var engine = new PoolEngine(config, folder, store, results, log, cloud);
    stopping = engine;
    try {
      var end =
          CompletableFuture.anyOf(
              told,
              engine.failure().handle((none, failure) -> new End.Broken(failure)),
              engine.givesWay().thenApply(End.GivesWay::new),
              engine.refused().thenApply(End.Refused::new));
      engine.start();
      CompletableFuture.anyOf(end, engine.ready()).join();
      if (!end.isDone()) {
        out.printf(
            "manager ready: %s at %s, state in %s: %s%n",
            config.domain(), engine.where(), folder, engine.remembered());
        out.flush();
        log.info(
            "starts",
            "manager started for %s, state in %s: %s"
                .formatted(config.domain(), folder, engine.remembered()));
      }
      return ended((End) end.join());
    } finally {
      engine.close();
    }
  }

  private ExitCode ended(End end) {
    if (end instanceof End.Broken broken) {
      Throwable cause = unwrapped(broken.cause());
      if (cause instanceof StoreException medium) {
        throw medium;
      }
      throw new IllegalStateException("the manager has failed: " + cause, cause);
    } else if (end instanceof End.GivesWay other) {
      throw new CommandFailure(ExitCode.UNAVAILABLE, other.why());
    } else if (end instanceof End.Refused refused) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE, String.valueOf(unwrapped(refused.cause()).getMessage()));
    }
    out.println("manager stopping: writing down where things stand");
    out.flush();
    log.info("stops", "manager stops: it was told to");
    return ExitCode.DONE;
  }

  private static Throwable unwrapped(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
