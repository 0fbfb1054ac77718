package io.windhover.app.cloud;

import io.windhover.app.local.RentedTotals;
import io.windhover.app.state.OrphanedLeases;
import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.step.LeaseBill;
import io.windhover.core.step.Scheduler;
import io.windhover.manager.JournalCodec;
import io.windhover.manager.LeaseBooks;
import io.windhover.store.StoreView;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Adds up what a run has rented, from its books and its journal, all its sessions together. */
final class RentedTotalsReader {
  private final StoreView store;
  private final Scheduler scheduler;
  private final long nowMillis;

  /** For a manager that has stopped. */
  RentedTotalsReader(StoreView store, Scheduler scheduler, long nowMillis) {
    this.store = store;
    this.scheduler = scheduler;
    this.nowMillis = nowMillis;
  }

  RentedTotals read(OptionalLong onDemandOnlyNanos) {
    Collection<LeaseBill> bills = LeaseBooks.all(store, scheduler, nowMillis);
    List<LeaseBill> rented = bills.stream().filter(RentedTotalsReader::wasThere).toList();
    Set<Integer> lost = lost();
    return new RentedTotals(
        bills.stream().mapToLong(LeaseBill::costNanos).sum(),
        onDemandOnlyNanos,
        rented.size(),
        (int) rented.stream().filter(bill -> bill.frozenMillis() > 0).count(),
        (int) rented.stream().filter(bill -> lost.contains(bill.machine())).count(),
        bills.stream()
            .filter(bill -> OrphanedLeases.mayBeThere(bill, scheduler.world()))
            .map(LeaseBill::lease)
            .toList());
  }

  /** A machine that was refused was never rented. */
  private static boolean wasThere(LeaseBill bill) {
    return bill.readyAtMillis() >= 0 || bill.chargedSinceMillis() >= 0;
  }

  private Set<Integer> lost() {
    Set<Integer> lost = new TreeSet<>();
    store.entriesAfter(
        0,
        entry -> {
          Batch batch = JournalCodec.batch(entry.sequence(), entry.atMillis(), entry.batch());
          for (Event event : batch.events()) {
            if (event instanceof MachineChange.Lost gone) {
              lost.add(gone.machine());
            }
          }
        });
    return lost;
  }
}
