package io.windhover.manager;

import io.windhover.capacity.LeaseKeys;
import io.windhover.core.step.LeaseAccounts;
import io.windhover.core.step.LeaseBill;
import io.windhover.core.step.Scheduler;
import io.windhover.store.KeyRange;
import io.windhover.store.Store;
import io.windhover.store.StoreView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What each lease has cost and what for, on disk. A lease that has ended is written down in the
 * commit of the step it ended with, so it outlives the journal; the accounts of the open ones are
 * written down in the commit of each snapshot, and the journal after it brings them up to date. A
 * manager that is killed anywhere in between loses nothing and counts nothing twice.
 */
public final class LeaseBooks {
  /** Under this key and the machine's number lies a lease that has ended. */
  private static final String ENDED = "lease/";

  /** Under this key lie the accounts of the leases that were open at the newest snapshot. */
  private static final String OPEN = "leases";

  /** Under this key: what the ids of the leases begin with. */
  private static final String MARK = "leaseMark";

  private static final int LOOKS_MAX = 3;

  private final Store store;
  private final LeaseAccounts accounts;

  LeaseBooks(Store store, LeaseAccounts accounts) {
    this.store = store;
    this.accounts = accounts;
  }

  /** What a recovery begins with: the newest snapshot and the accounts of the same step. */
  record Beginning(Optional<Store.Snapshot> snapshot, LeaseAccounts.Saved accounts) {
    /**
     * Looks again when a manager beside us has written a snapshot between the two. Older programs
     * write no accounts: then they are begun anew.
     */
    static Beginning of(StoreView store) {
      Beginning found = look(store);
      for (int looks = 1; looks < LOOKS_MAX && !found.isOfOneStep(); looks++) {
        found = look(store);
      }
      return found;
    }

    private static Beginning look(StoreView store) {
      LeaseAccounts.Saved accounts =
          store
              .value(OPEN)
              .map(JournalCodec::accounts)
              .orElseGet(() -> new LeaseAccounts.Saved(0, List.of()));
      return new Beginning(store.latestSnapshot(), accounts);
    }

    private boolean isOfOneStep() {
      return snapshot.map(Store.Snapshot::sequence).orElse(0L) == accounts.sequence();
    }
  }

  /** Whether whoever worked on this state could rent. */
  public static boolean isKeptIn(StoreView store) {
    return store.value(MARK).isPresent();
  }

  /**
   * The pool's mark is public: with it anybody who reads the state knows the leases' ids. A state
   * keeps the one it was begun with.
   */
  void markedBy(LeaseKeys keys) {
    Optional<String> begunWith = store.value(MARK);
    if (begunWith.isEmpty()) {
      store.put(MARK, keys.mark());
    } else if (!begunWith.get().equals(keys.mark())) {
      throw new OtherPoolKey(begunWith.get(), keys.mark());
    }
  }

  /** Writes down what ended in a step that failed, or was made by an older program. */
  void start() {
    for (LeaseBill bill : accounts.takeEnded()) {
      String key = ENDED + bill.machine();
      if (store.value(key).isEmpty()) {
        store.put(key, JournalCodec.encode(named(store, bill)));
      }
    }
  }

  /** Adds to the texts of a commit what has ended with the step that it writes down. */
  void putEnded(Map<String, String> texts) {
    for (LeaseBill bill : accounts.takeEnded()) {
      texts.put(ENDED + bill.machine(), JournalCodec.encode(named(store, bill)));
    }
  }

  Map<String, String> besideSnapshot() {
    return Map.of(OPEN, JournalCodec.encode(accounts.saved()));
  }

  /**
   * Every lease of this state, ended or open, by machine. The open ones are as of the world's last
   * step but are charged until the given moment.
   *
   * @param scheduler as {@link Recovery} has made it of this store
   */
  public static Collection<LeaseBill> all(StoreView store, Scheduler scheduler, long nowMillis) {
    LeaseAccounts accounts = scheduler.keepAccounts();
    Map<Integer, LeaseBill> all = new TreeMap<>();
    List<LeaseBill> known = new ArrayList<>(accounts.open(nowMillis));
    known.addAll(accounts.ended());
    known.forEach(bill -> all.put(bill.machine(), named(store, bill)));
    store.texts(
        KeyRange.startingWith(ENDED, Integer.MAX_VALUE),
        (key, text) -> {
          LeaseBill bill = JournalCodec.bill(text);
          all.put(bill.machine(), bill);
        });
    return all.values();
  }

  private static LeaseBill named(StoreView store, LeaseBill bill) {
    return bill.named(
        LeaseKeys.lease(
            store.value(MARK).orElse(""),
            store.value(Store.IDENTITY).orElse(""),
            bill.machine(),
            bill.requestedAtMillis()));
  }
}
