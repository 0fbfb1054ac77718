package io.windhover.policies.bag.plan;

import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * HADS's primary scheduler as its authors' own program computes it, which differs from Algorithm 2
 * and section 4.2.1 as printed. The rules were found from that program's plans for two jobs and
 * twelve deadlines, all of which this class makes again, placement by placement.
 *
 * <ul>
 *   <li>D_spot = D - the time that the n <em>shortest</em> tasks take on one machine of the
 *       cheapest on-demand type, n = ceil(tasks / on-demand machines allowed at once); nothing is
 *       kept for alpha, so this reading cannot promise the deadline.
 *   <li>Tasks by falling memory; equals stay in the job's order.
 *   <li>Machines that are in the plan are tried by rising end; equals stay in the order they had
 *       before. Spot machines run to D_spot, on-demand ones to D, without time for checkpoints.
 *   <li>Else a new spot machine, by {@link SpotRotation}. It is asked as often as it has types; a
 *       type of which no more may be rented uses its turn up. So spot machines may stay unused.
 *   <li>Else a new on-demand machine, the cheapest first. Burstable types (label {@value
 *       #BURSTABLE}) are not rented; D_spot is reckoned on them all the same.
 *   <li>The limit of a type holds for its spot and on-demand machines together.
 *   <li>A task that fits nowhere: there is no plan.
 * </ul>
 *
 * <p>Not settled by those plans, and chosen here: a task may end exactly at its limit; the rotation
 * could also be asked up to twice more; needs of several cores and labels, which the authors' tasks
 * do not have.
 */
public final class AuthorsPlanner implements Planner {
  /** The label of machine types whose speed is rationed. */
  public static final String BURSTABLE = "burstable";

  @Override
  public Optional<Plan> plan(List<BagTask> tasks, List<Offer> offers, long deadlineMillis) {
    return new Draft(offers, deadlineMillis, spotLimitMillis(tasks, offers, deadlineMillis))
        .plan(tasks);
  }

  private static long spotLimitMillis(
      List<BagTask> tasks, List<Offer> offers, long deadlineMillis) {
    Optional<Offer> refuge =
        offers.stream()
            .filter(offer -> !offer.isSpot() && offer.limit() > 0 && offer.roomInMarket(0, 0) > 0)
            .min(Comparator.comparingLong(offer -> offer.machine().pricePerHourNanos()));
    if (refuge.isEmpty()) {
      return 0;
    }
    Offer offer = refuge.get();
    String type = offer.machine().type();
    int machines = Math.max(1, offer.roomInMarket(0, 0));
    int count = (tasks.size() + machines - 1) / machines;
    OpenMachine machine = new OpenMachine(offer);
    tasks.stream()
        .filter(task -> task.runtime().millisOn(type).isPresent())
        .sorted(Comparator.comparingLong(task -> task.runtime().millisOn(type).orElseThrow()))
        .limit(count)
        .forEach(task -> machine.take(task, Long.MAX_VALUE));
    return Math.max(deadlineMillis - machine.endMillis(), 0);
  }

  /** One plan in the making. */
  private static final class Draft {
    private final long deadlineMillis;
    private final long spotLimitMillis;
    private final SpotRotation rotation;
    private final List<Offer> onDemand;
    private final List<OpenMachine> machines = new ArrayList<>();
    private final SortedMap<String, Integer> rentedByType = new TreeMap<>();

    Draft(List<Offer> offers, long deadlineMillis, long spotLimitMillis) {
      this.deadlineMillis = deadlineMillis;
      this.spotLimitMillis = spotLimitMillis;
      this.rotation =
          SpotRotation.of(offers.stream().filter(o -> o.isSpot() && o.limit() > 0).toList());
      this.onDemand =
          offers.stream()
              .filter(o -> !o.isSpot() && !o.machine().labels().contains(BURSTABLE))
              .sorted(Comparator.comparingLong(o -> o.machine().pricePerHourNanos()))
              .toList();
    }

    Optional<Plan> plan(List<BagTask> tasks) {
      List<BagTask> byMemory = new ArrayList<>(tasks);
      byMemory.sort(
          Comparator.comparingLong((BagTask task) -> task.need().memoryBytes()).reversed());
      List<OpenMachine> inOrderOfRent = new ArrayList<>();
      for (BagTask task : byMemory) {
        // sorted in place, so that equal ends keep the order of the last sort
        machines.sort(Comparator.comparingLong(OpenMachine::endMillis));
        if (onChosen(task)) {
          continue;
        }
        Optional<OpenMachine> fresh = onNewSpot(task).or(() -> onNewOnDemand(task));
        if (fresh.isEmpty()) {
          return Optional.empty();
        }
        machines.add(fresh.get());
        inOrderOfRent.add(fresh.get());
      }
      return Optional.of(
          new Plan(spotLimitMillis, inOrderOfRent.stream().map(OpenMachine::closed).toList()));
    }

    private boolean onChosen(BagTask task) {
      for (OpenMachine machine : machines) {
        if (machine.take(task, limitMillis(machine.offer()))) {
          return true;
        }
      }
      return false;
    }

    private Optional<OpenMachine> onNewSpot(BagTask task) {
      for (int turn = 0; turn < rotation.size(); turn++) {
        Optional<OpenMachine> machine = onNew(task, rotation.next());
        if (machine.isPresent()) {
          return machine;
        }
      }
      return Optional.empty();
    }

    private Optional<OpenMachine> onNewOnDemand(BagTask task) {
      return onDemand.stream()
          .map(offer -> onNew(task, offer))
          .flatMap(Optional::stream)
          .findFirst();
    }

    private Optional<OpenMachine> onNew(BagTask task, Offer offer) {
      String type = offer.machine().type();
      if (rentedByType.getOrDefault(type, 0) >= offer.limit()
          || offer.roomInMarket(rented(offer.market()), rentedCores(offer.market())) == 0) {
        return Optional.empty();
      }
      OpenMachine machine = new OpenMachine(offer);
      if (!machine.take(task, limitMillis(offer))) {
        return Optional.empty();
      }
      rentedByType.merge(type, 1, Integer::sum);
      return Optional.of(machine);
    }

    private int rented(Market market) {
      return (int) machines.stream().filter(machine -> machine.offer().market() == market).count();
    }

    private long rentedCores(Market market) {
      return machines.stream()
          .filter(machine -> machine.offer().market() == market)
          .mapToLong(machine -> machine.offer().machine().cores())
          .sum();
    }

    private long limitMillis(Offer offer) {
      return offer.isSpot() ? spotLimitMillis : deadlineMillis;
    }
  }
}
