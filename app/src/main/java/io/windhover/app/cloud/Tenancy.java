package io.windhover.app.cloud;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.pool.PoolKey;
import io.windhover.capacity.LeaseKeys;
import io.windhover.capacity.SourceThread;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Offer;
import io.windhover.core.step.World;
import io.windhover.manager.LeaseDoor;
import io.windhover.manager.Manager;
import io.windhover.store.Store;
import io.windhover.workload.scenario.CloudFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one manager has with the cloud it rents from: the key and mark of its leases, the source
 * once the manager's port is known, the calls to the source and what is heard from there. The
 * engine of a run has one, and so has a pool's manager.
 */
final class Tenancy implements AutoCloseable {
  /** Under this key of the store: where the machines of this state were rented last. */
  private static final String PLACE = "cloudPlace";

  private static final long LAST_LOOK_MILLIS = 1_000;

  private final CloudFile cloud;
  private final SourceMaker maker;
  private final String mark;
  private final LateDesk desk = new LateDesk();
  private final SourceNews news;
  private final LeaseDoor door;
  private SourceMaker.@Nullable Opened source;
  private @Nullable SourceThread calls;
  private volatile LongSupplier clock = System::currentTimeMillis;

  /**
   * Has a manager that is not started yet rent from a cloud.
   *
   * @param folder the manager's state folder
   * @param trouble told in a line what goes wrong with the source
   * @throws CommandFailure when machines are rented elsewhere, which nobody would find here
   */
  Tenancy(
      CloudFile cloud,
      SourceMaker maker,
      Path folder,
      Store store,
      Manager manager,
      Consumer<String> trouble)
      throws IOException {
    this.cloud = cloud;
    this.maker = maker;
    byte[] key = PoolKey.readOrMake(folder);
    this.mark = new LeaseKeys(store.value(Store.IDENTITY).orElse(""), key).mark();
    checkPlace(folder, store, manager.world());
    new CloudMarks(cloud.dir()).keep(mark, folder);
    store.put(PLACE, place());
    this.news = new SourceNews(manager, trouble);
    this.door = manager.rentFrom(desk, key);
  }

  private String place() {
    boolean here = cloud.source().equals(CloudFile.LOCAL);
    Path dir = here ? cloud.local().dir() : cloud.dir();
    return cloud.source() + " " + dir.toAbsolutePath().normalize();
  }

  /** Leases that another place has would look ended here, and be paid for there. */
  private void checkPlace(Path folder, Store store, World world) {
    Optional<String> before = store.value(PLACE);
    boolean rents =
        !world.endingLeases().isEmpty()
            || world.machines().stream().anyMatch(machine -> !machine.offer().isEmpty());
    if (rents && before.isPresent() && !before.get().equals(place())) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "%s: machines are rented from %s, and %s is about %s; expected the same until they are"
                  .formatted(folder, before.get(), cloud.file(), place())
              + " given back");
    }
  }

  /** Who may come in as a machine that is rented. */
  LeaseDoor door() {
    return door;
  }

  /** Opens the source: from now on calls to it are made. */
  void open(MachineStart start) {
    source = maker.open(cloud, new SourceMaker.Use(mark, Optional.of(start), news));
    clock = source.clock();
    news.pause(source.lookMillis());
    calls = new SourceThread(source.source(), news, clock);
    desk.open(calls);
  }

  /** The source's own time, by which its manager counts; this machine's until it is open. */
  long nowMillis() {
    return clock.getAsLong();
  }

  Limits limits() {
    return cloud.limits();
  }

  /** Completed when the manager was told what can be rented. */
  CompletableFuture<Void> offered() {
    return news.offered();
  }

  /** What could be rented when the source was asked last; from any thread. */
  List<Offer> offers() {
    return news.offers();
  }

  /** Has the manager told what there is, unless an answer is still to come. */
  void survey() {
    news.survey(desk, nowMillis());
  }

  /** Looks more often from now on, since somebody waits for the end. */
  void lookOften() {
    news.pause(source == null ? 0 : Math.min(LAST_LOOK_MILLIS, source.lookMillis()));
  }

  /** Ends nothing that is rented. */
  @Override
  public void close() {
    if (calls != null) {
      calls.close();
    }
    if (source != null) {
      source.close();
    }
  }
}
