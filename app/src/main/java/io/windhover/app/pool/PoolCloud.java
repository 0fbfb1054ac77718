package io.windhover.app.pool;

import io.windhover.app.port.ManagerPort;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Offer;
import io.windhover.manager.LeaseDoor;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerLoop;
import io.windhover.store.Store;
import io.windhover.workload.scenario.StorePlace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The cloud that a pool's manager rents from, as far as its engine has to do with it. The engine
 * calls {@link #rentFor} before the manager starts, {@link #open} when it does, and {@link #leave}
 * and {@link #close} when it stops.
 */
public interface PoolCloud extends AutoCloseable {
  /**
   * Has a manager rent here that is not started yet.
   *
   * @param folder the manager's state folder
   * @return who may come in as a machine that is rented
   */
  LeaseDoor rentFor(Manager manager, Path folder, Store store);

  /** Opens the source; machines will dial the manager at this port, which need not be open yet. */
  void open(ManagerPort port);

  /** How much faster its clock goes than this machine's. */
  double speed();

  /** Where what tasks save is kept, when the cloud's file says so. */
  Optional<StorePlace> store();

  /** The time by which the manager must count. */
  long nowMillis();

  /** How much may be rented. */
  Limits limits();

  /** What could be rented when the source said so last; from any thread. */
  List<Offer> offers();

  /** Completed when the manager was told what can be rented. */
  CompletableFuture<Void> offered();

  /**
   * Before the manager stops: gives every machine back, or says what becomes of those that stay.
   *
   * @param loop the manager's, which may have failed
   */
  void leave(Manager manager, ManagerLoop loop, Consumer<String> notice);

  /** Waits for nothing more in {@link #leave}, from another thread. */
  void hurry();

  /** Speaks to the source no more; ends nothing that is rented. */
  @Override
  void close();
}
