package io.windhover.policies.bag.hads;

import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.policies.bag.plan.BagTask;
import io.windhover.policies.bag.plan.Plan;
import io.windhover.policies.bag.plan.Planner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * HADS's primary map, Algorithms 1 to 3. Tasks by falling memory; each goes to the first chosen VM
 * that ends it in time, cheapest first; else to a new spot VM by weighted round robin; else to the
 * cheapest new on-demand VM.
 *
 * <p>Departures. Times count from when a VM is up, since a launch takes time. A new on-demand VM
 * must end the task by the deadline; when none does there is no plan (the paper schedules it
 * anyway), and none for tasks of several cores. Round robin passes over types that could not take
 * the task. Memory is kept for a core's largest task, so no core waits for another's memory. The
 * paper walks over all chosen VMs for each task; here trees find the first that fits ({@link
 * ChosenMachines}), which is the same one.
 */
public final class PrimaryPlanner implements Planner {
  private static final Comparator<ChosenMachines> CHEAPEST_FIRST =
      Comparator.comparingLong((ChosenMachines row) -> row.offer.machine().pricePerHourNanos())
          .thenComparing(row -> row.offer.market(), Comparator.reverseOrder());

  /** A runtime that nobody has said; there is no place for the task on such a VM. */
  private static final long UNKNOWN = -1;

  private final HadsSettings settings;

  public PrimaryPlanner(HadsSettings settings) {
    this.settings = settings;
  }

  @Override
  public Optional<Plan> plan(List<BagTask> tasks, List<Offer> offers, long deadlineMillis) {
    if (offers.isEmpty() || tasks.stream().anyMatch(task -> task.need().cores() > 1)) {
      return Optional.empty();
    }
    long spotLimit = SpotLimit.of(tasks, offers, deadlineMillis, settings.alphaMillis());
    List<BagTask> byMemory = new ArrayList<>(tasks);
    byMemory.sort(Comparator.comparingLong((BagTask task) -> task.need().memoryBytes()).reversed());
    PrimaryMap map = new PrimaryMap(offers, spotLimit, deadlineMillis);
    for (BagTask task : byMemory) {
      if (!map.schedule(task)) {
        return Optional.empty();
      }
    }
    return Optional.of(new Plan(spotLimit, map.machines()));
  }

  /** The map while it is made. */
  private final class PrimaryMap {
    private final List<ChosenMachines> rows = new ArrayList<>();
    private final List<ChosenMachines> spotRows = new ArrayList<>();
    private final WeightedRoundRobin roundRobin;
    private int spots;
    private int onDemands;
    private long spotCores;
    private long onDemandCores;

    PrimaryMap(List<Offer> offers, long spotLimitMillis, long deadlineMillis) {
      List<Offer> spotOffers = new ArrayList<>();
      for (Offer offer : offers) {
        var row = new ChosenMachines(offer, offer.isSpot() ? spotLimitMillis : deadlineMillis);
        rows.add(row);
        if (offer.isSpot()) {
          spotRows.add(row);
          spotOffers.add(offer);
        }
      }
      rows.sort(CHEAPEST_FIRST);
      roundRobin = new WeightedRoundRobin(spotOffers);
    }

    boolean schedule(BagTask task) {
      // Phase 1, lines 7 to 17.
      for (ChosenMachines row : rows) {
        long run = runMillis(task, row.offer);
        if (row.count() > 0 && run != UNKNOWN && row.schedule(task, run)) {
          return true;
        }
      }
      // Phase 2, lines 19 to 28.
      int spot = roundRobin.next(i -> canChoose(spotRows.get(i), task));
      if (spot != WeightedRoundRobin.NONE) {
        return choose(spotRows.get(spot), task);
      }
      // Phase 3, lines 30 to 35.
      for (ChosenMachines row : rows) {
        if (!row.offer.isSpot() && canChoose(row, task)) {
          return choose(row, task);
        }
      }
      return false;
    }

    private boolean canChoose(ChosenMachines row, BagTask task) {
      boolean spot = row.offer.market() == Market.SPOT;
      return row.count() < row.offer.limit()
          && row.offer.roomInMarket(spot ? spots : onDemands, spot ? spotCores : onDemandCores) > 0
          && runMillis(task, row.offer) != UNKNOWN
          && row.wouldTake(task, runMillis(task, row.offer));
    }

    private boolean choose(ChosenMachines row, BagTask task) {
      if (row.offer.isSpot()) {
        spots++;
        spotCores += row.offer.machine().cores();
      } else {
        onDemands++;
        onDemandCores += row.offer.machine().cores();
      }
      row.choose();
      return row.schedule(task, runMillis(task, row.offer));
    }

    /** Algorithm 3, line 2: checkpoints stretch a run on a spot VM. */
    private long runMillis(BagTask task, Offer offer) {
      long runMillis = task.runtime().millisOn(offer.machine().type()).orElse(UNKNOWN);
      return offer.isSpot() && runMillis != UNKNOWN ? settings.withOverhead(runMillis) : runMillis;
    }

    List<Plan.Machine> machines() {
      List<Plan.Machine> machines = new ArrayList<>();
      rows.forEach(row -> row.addTo(machines));
      return machines;
    }
  }
}
