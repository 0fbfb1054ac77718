package io.windhover.app.cloud;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.pool.PoolCloud;
import io.windhover.app.port.ManagerPort;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Offer;
import io.windhover.core.words.Counted;
import io.windhover.manager.LeaseDoor;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerLoop;
import io.windhover.store.Store;
import io.windhover.workload.Durations;
import io.windhover.workload.scenario.CloudFile;
import io.windhover.workload.scenario.StorePlace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cloud file as a pool's manager uses it. A manager that stops is mostly started again, so its
 * machines stay, run on what they run, and end by themselves when nobody has come back within their
 * patience; unless it was told to give them back.
 */
public final class CloudOfPool implements PoolCloud {
  private final CloudFile cloud;
  private final SourceMaker maker;
  private final String dialled;
  private final boolean givesBack;
  private volatile @Nullable Tenancy tenancy;
  private volatile @Nullable GivingBack givingBack;
  private volatile boolean hurried;

  /**
   * A cloud that is not open yet.
   *
   * @param listens the host that the manager listens at, which machines dial unless the cloud file
   *     has an address for them
   * @param givesBack whether the manager gives every machine back when it stops
   */
  public CloudOfPool(CloudFile cloud, SourceMaker maker, String listens, boolean givesBack) {
    this.cloud = cloud;
    this.maker = maker;
    this.dialled = dialled(cloud, listens);
    this.givesBack = givesBack;
  }

  private static String dialled(CloudFile cloud, String listens) {
    String address = cloud.manager().address();
    if (!address.isEmpty() || !isEverywhere(listens)) {
      return address.isEmpty() ? listens : address;
    }
    if (cloud.source().equals(CloudFile.LOCAL)) {
      return "127.0.0.1";
    }
    throw new CommandFailure(
        ExitCode.BAD_INPUT,
        "%s: manager: no address, and the manager listens at %s; expected manager: {address: HOST},"
                .formatted(cloud.file(), listens)
            + " which machines dial");
  }

  private static boolean isEverywhere(String host) {
    try {
      return InetAddress.getByName(host).isAnyLocalAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  @Override
  public LeaseDoor rentFor(Manager manager, Path folder, Store store) {
    try {
      // The manager's log has what goes wrong with calls already.
      var rented = new Tenancy(cloud, maker, folder, store, manager, line -> {});
      tenancy = rented;
      return rented.door();
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.IMPOSSIBLE, cloud.dir() + ": " + e.getMessage(), e);
    }
  }

  private Tenancy tenancy() {
    Tenancy rented = tenancy;
    if (rented == null) {
      throw new IllegalStateException("no manager rents here yet");
    }
    return rented;
  }

  @Override
  public void open(ManagerPort port) {
    tenancy()
        .open(
            new MachineStart(
                dialled,
                port.listensAt(),
                port.fingerprint(),
                port.keyPin(),
                cloud.patienceMillis()));
  }

  @Override
  public double speed() {
    return cloud.speed();
  }

  @Override
  public Optional<StorePlace> store() {
    return cloud.store();
  }

  @Override
  public long nowMillis() {
    return tenancy().nowMillis();
  }

  @Override
  public Limits limits() {
    return cloud.limits();
  }

  @Override
  public List<Offer> offers() {
    return tenancy().offers();
  }

  @Override
  public CompletableFuture<Void> offered() {
    return tenancy().offered();
  }

  @Override
  public void leave(Manager manager, ManagerLoop loop, Consumer<String> notice) {
    if (loop.failure().isDone()) {
      return; // Nothing can be written down any more; who starts it again finds what is there.
    }
    if (givesBack) {
      var leaving = new GivingBack(manager, tenancy(), loop);
      givingBack = leaving;
      int left = leaving.run(hurried, notice);
      if (left > 0) {
        notice.accept(
            Counted.of(left, "machine") + " may still be charged for; " + sweep() + " ends them");
      }
      return;
    }
    int stay = manager.look(RentedNow::of).join().kept();
    if (stay > 0) {
      notice.accept(
          "%s rented: started again within %s this manager has them, else they end by themselves;"
                  .formatted(
                      Counted.of(stay, "machine stays", "machines stay"),
                      Durations.format(cloud.patienceMillis()))
              + " %s ends them now".formatted(sweep()));
    }
  }

  private String sweep() {
    return "windhover cloud sweep " + cloud.file();
  }

  @Override
  public void hurry() {
    hurried = true;
    GivingBack leaving = givingBack;
    if (leaving != null) {
      leaving.hurry();
    }
  }

  @Override
  public void close() {
    Tenancy rented = tenancy;
    if (rented != null) {
      rented.close();
    }
  }
}
