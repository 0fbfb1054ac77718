package io.windhover.app.pool;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.settings.ManagerConfig;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.OrphanedLeases;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.core.step.Snapshot;
import io.windhover.core.step.Snapshots;
import io.windhover.manager.LeaseBooks;
import io.windhover.manager.Recovery;
import io.windhover.policies.PolicyRegistry.Machines;
import io.windhover.store.SqliteStore;
import io.windhover.store.StateFolder;
import io.windhover.store.Store;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** The state folder of a pool's manager: that of a run, or of another pool, is refused. */
final class PoolFolder {
  private PoolFolder() {}

  /**
   * Opens the store in a folder that is held, making it when it is missing.
   *
   * @param rents whether the manager takes up machines that are rented
   */
  static Store open(StateFolder held, ManagerConfig config, boolean rents, String again) {
    RecordedPolicy policy = policy(config);
    if (!held.hasDatabase()) {
      SqliteStore store = held.createDatabase();
      store.put(RecordedPolicy.KEY, policy.encode());
      store.put(OpenRun.POOL, config.domain());
      return ready(store, again);
    }
    SqliteStore store = held.openDatabase();
    boolean fine = false;
    try {
      check(held, store, config, policy, rents);
      fine = true;
    } finally {
      if (!fine) {
        store.close();
      }
    }
    return ready(store, again);
  }

  private static Store ready(SqliteStore store, String again) {
    store.indexResults();
    OpenRun.recordResume(store, again, List.of());
    return store;
  }

  private static void check(
      StateFolder held, Store store, ManagerConfig config, RecordedPolicy policy, boolean rents) {
    Path folder = held.layout().folder();
    Optional<String> domain = store.value(OpenRun.POOL);
    if (domain.isEmpty() && store.lastSequence() > 0) {
      throw bad(folder + ": the state folder of a run; expected that of a pool, or a new one");
    }
    if (domain.isPresent() && !domain.get().equals(config.domain())) {
      throw bad(
          "%s: the state folder of the pool %s; expected that of %s, or a new one"
              .formatted(folder, domain.get(), config.domain()));
    }
    RecordedPolicy recorded = RecordedPolicy.of(store);
    if (!rents && LeaseBooks.isKeptIn(store)) {
      OrphanedLeases.refuse(folder.toString(), store, Recovery.load(store, recorded.make()));
    }
    if (domain.isPresent() && !recorded.equals(policy) && !isUnused(store, recorded)) {
      throw bad(
          "%s: this pool was given jobs under policy %s, and policy: says %s; expected the same,"
                  .formatted(folder, words(recorded), words(policy))
              + " or a new folder");
    }
    store.put(RecordedPolicy.KEY, policy.encode());
    store.put(OpenRun.POOL, config.domain());
  }

  /** Whether another policy could take the pool up without a trace of the recorded one. */
  private static boolean isUnused(Store store, RecordedPolicy recorded) {
    Snapshot now = Snapshots.of(Recovery.load(store, recorded.make()).world());
    return now.nextJobId() <= 1 && now.memory().isEmpty();
  }

  private static String words(RecordedPolicy policy) {
    return policy.settings().isEmpty() ? policy.name() : policy.name() + " " + policy.settings();
  }

  /** Workers come and go, so what cannot be done now may be done later. */
  private static RecordedPolicy policy(ManagerConfig config) {
    return new RecordedPolicy(
        config.policy().name(), new TreeMap<>(config.policy().settings()), Machines.COME_AND_GO);
  }

  private static CommandFailure bad(String what) {
    return new CommandFailure(ExitCode.BAD_INPUT, what);
  }
}
