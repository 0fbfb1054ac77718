package io.windhover.policies.bag.hads;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One decision while it is made: the world, the memory, and what has been decided so far. */
final class Turn {
  final WorldView world;
  final long nowMillis;
  final HadsSettings settings;
  final Set<Mend> mends;
  final HadsMemory memory;
  final List<Action> actions = new ArrayList<>();
  final List<Reason> reasons = new ArrayList<>();

  /** VMs to look at before the decision is over. */
  final TreeSet<Integer> touched = new TreeSet<>();

  /** When the alarms that are due were to ring, by VM: real clocks are always a little late. */
  private final Map<Integer, Long> rung = new TreeMap<>();

  /** Tasks that wait and are on no VM. */
  final TreeSet<TaskId> strays = new TreeSet<>();

  /** VMs or queues have changed, so triggers may no longer hold. */
  boolean fleetChanged;

  /** Ended on frozen VMs by this decision; the world still shows them running. */
  private final TreeSet<TaskId> stopped = new TreeSet<>();

  private final Map<String, Integer> rentedByOffer = new TreeMap<>();
  private final Map<Market, Integer> rentedByMarket = new EnumMap<>(Market.class);
  private final Map<Market, Long> rentedCoresByMarket = new EnumMap<>(Market.class);
  private @Nullable List<Offer> onDemandOffers;
  private List<String> onDemandTypes = List.of();
  private int launched;

  Turn(WorldView world, HadsSettings settings, Set<Mend> mends, HadsMemory memory) {
    this.world = world;
    this.nowMillis = world.nowMillis();
    this.settings = settings;
    this.mends = mends;
    this.memory = memory;
  }

  boolean mends(Mend mend) {
    return mends.contains(mend);
  }

  /** Looks at the VM again at that moment, or as soon as can be. */
  void lookAt(int machine, long atMillis) {
    if (atMillis == Vm.NEVER) {
      return;
    }
    long at = Math.max(atMillis, nowMillis + 1);
    TreeSet<Integer> machines = memory.alarms.get(at);
    if (machines == null) {
      machines = new TreeSet<>();
      memory.alarms.put(at, machines);
      actions.add(new Action.WakeAt(at));
    }
    machines.add(machine);
  }

  /** An alarm of the VM is due, which may have been set for a moment that is over. */
  void rings(int machine, long atMillis) {
    touched.add(machine);
    rung.merge(machine, atMillis, Math::max);
  }

  /** The moment for which the VM is looked at: when its alarm was to ring, else now. */
  long lookedAtMillis(int machine) {
    return rung.getOrDefault(machine, nowMillis);
  }

  JobView job(Bag bag) {
    return world.job(bag.job);
  }

  Moving moving(Bag bag, int task) {
    onDemandOffers();
    return new Moving(task, job(bag), onDemandTypes);
  }

  /** The runtime on the slowest on-demand VM. */
  long longestOnDemand(RuntimeEstimate runtime) {
    onDemandOffers();
    long longest = 0;
    for (int i = 0; i < onDemandTypes.size(); i++) {
      longest = Math.max(longest, runtime.millisOn(onDemandTypes.get(i)).orElse(0));
    }
    return longest;
  }

  /** Whether it can be started by this decision. */
  boolean canStart(Bag bag, int task) {
    TaskId id = new TaskId(bag.job, task);
    GroupView group = job(bag).groupOf(id);
    return group.isWaiting(task - group.task(0).index())
        || (!stopped.isEmpty() && stopped.contains(id));
  }

  void stopFrozen(Bag bag, Core core) {
    TaskId id = new TaskId(bag.job, core.task);
    actions.add(new Action.Stop(new AttemptId(id, core.attempt)));
    stopped.add(id);
    core.clear();
  }

  /** Cheapest first, then as in the catalogue. */
  List<Offer> onDemandOffers() {
    List<Offer> offers = onDemandOffers;
    if (offers == null) {
      offers = new ArrayList<>();
      List<String> types = new ArrayList<>();
      for (Offer offer : world.offers()) {
        if (!offer.isSpot()) {
          offers.add(offer);
          if (!types.contains(offer.machine().type())) {
            types.add(offer.machine().type());
          }
        }
      }
      offers.sort(Comparator.comparingLong(offer -> offer.machine().pricePerHourNanos()));
      onDemandOffers = offers;
      onDemandTypes = types;
      for (MachineView machine : world.machines()) {
        world.offer(machine.offer()).ifPresent(this::countRented);
      }
    }
    return offers;
  }

  private void countRented(Offer offer) {
    rentedByOffer.merge(offer.name(), 1, Integer::sum);
    rentedByMarket.merge(offer.market(), 1, Integer::sum);
    rentedCoresByMarket.merge(offer.market(), (long) offer.machine().cores(), Long::sum);
  }

  /** How many more may be rented, as far as the offer's own limit goes. */
  int left(Offer offer) {
    onDemandOffers();
    return Math.max(0, offer.limit() - rentedByOffer.getOrDefault(offer.name(), 0));
  }

  int leftInMarket(Offer offer) {
    onDemandOffers();
    return offer.roomInMarket(
        rentedByMarket.getOrDefault(offer.market(), 0),
        rentedCoresByMarket.getOrDefault(offer.market(), 0L));
  }

  boolean launchesAllowed() {
    return nowMillis >= memory.quietUntilMillis;
  }

  /** Rents a machine; answers its id. */
  int launch(Offer offer) {
    int id = world.nextMachineId() + launched++;
    countRented(offer);
    actions.add(new Action.Launch(id, offer.name()));
    fleetChanged = true;
    return id;
  }

  Vm launch(Bag bag, Offer offer, long openAtMillis) {
    int id = launch(offer);
    Vm vm = new Vm(id, bag.job, offer.name(), offer.isSpot(), offer.machine(), openAtMillis);
    memory.add(vm);
    return vm;
  }

  void enqueue(Bag bag, Vm vm, int core, Queued next) {
    vm.cores.get(core).waiting.add(next);
    bag.vmOf[next.task()] = vm.id;
    bag.homeless.remove(next.task());
    vm.idleKnown = false;
    touched.add(vm.id);
    fleetChanged = true;
  }

  void release(Vm vm) {
    actions.add(new Action.Release(vm.id));
    memory.remove(vm);
    fleetChanged = true;
  }
}
