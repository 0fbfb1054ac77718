package io.windhover.simulator.provider;

import io.windhover.core.chance.Chance;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView;
import io.windhover.placement.Cluster;
import io.windhover.placement.Host;
import io.windhover.placement.Instance;
import io.windhover.placement.Placement;
import io.windhover.placement.PlacementScheduler;
import io.windhover.placement.Request;
import io.windhover.placement.Schedulers;
import io.windhover.placement.Settings;
import io.windhover.placement.Size;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.LeasedMachines;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A cloud whose spot machines freeze, or end, because somebody else was given their place: every
 * regular machine, a customer's or an on-demand one that a policy rents, is placed by the placement
 * scheduler, and the preemptible instances it ends to make room are the spot machines. When a
 * customer leaves, frozen machines come back in the order in which they froze, as far as there is
 * room. A spot machine that fits nowhere without ending anybody is refused.
 *
 * <p>Customers are drawn from the seed alone: when they come, how large they are and how long they
 * want to stay are the same whatever is rented. One object serves one simulation.
 */
public final class ProviderCloud implements Cloud {
  private static final long REFUSAL_MILLIS = 1000;
  public static final long BYTES_PER_MB = 1_000_000;
  private static final double NANOS_PER_DOLLAR = 1e9;

  /**
   * What the provider can tell of itself so far.
   *
   * @param customers regular machines that came, those of the start included
   * @param refused of those, the ones that no host could take even by ending spot machines
   * @param evictions how often a spot machine had to make room
   * @param returns how often a frozen one came back
   */
  public record Account(int customers, int refused, int evictions, int returns) {}

  private final Cluster cluster = new Cluster();
  private final PlacementScheduler scheduler = Schedulers.onePass(Settings.defaults());
  private final Customers customers;
  private final boolean hibernates;
  private final CheckpointCost checkpoints;
  private final long seed;
  private final SplittableRandom gaps;
  private final TreeMap<Long, List<String>> departures = new TreeMap<>();
  private final Set<Integer> evicted = new LinkedHashSet<>();
  private final TreeMap<Integer, Instance> spots = new TreeMap<>();
  private final Set<Integer> frozen = new LinkedHashSet<>();
  private double exactArrivalMillis;
  private long nextArrivalMillis;
  private long nowMillis;
  private int came;
  private int refused;
  private int evictions;
  private int returns;

  /**
   * A provider with these hosts.
   *
   * @param hibernates whether a spot machine that must make room freezes; otherwise it ends
   */
  public ProviderCloud(
      List<Host> hosts,
      Customers customers,
      boolean hibernates,
      CheckpointCost checkpoints,
      long seed) {
    this.customers = customers;
    this.hibernates = hibernates;
    this.checkpoints = checkpoints;
    this.seed = seed;
    this.gaps = Chance.stream(seed, "customers", 0);
    hosts.forEach(cluster::addHost);
    for (int i = 0; i < customers.usual(); i++) {
      admitCustomer(0);
    }
    planNextArrival();
  }

  private void planNextArrival() {
    if (customers.arrivalsPerHour() == 0) {
      nextArrivalMillis = NEVER_MILLIS;
      return;
    }
    // StrictMath: the same bits on every machine.
    exactArrivalMillis -= StrictMath.log(1 - gaps.nextDouble()) / customers.arrivalsPerMilli();
    nextArrivalMillis = Math.max(nextArrivalMillis + 1, (long) Math.ceil(exactArrivalMillis));
  }

  private void admitCustomer(long atMillis) {
    SplittableRandom chance = Chance.stream(seed, "customer", came++);
    Size size = customers.sizes().get(chance.nextInt(customers.sizes().size()));
    double life = -StrictMath.log(1 - chance.nextDouble()) * customers.meanLifeMillis();
    Request request = Request.normal("customer" + came, size);
    if (place(request, 0, atMillis)) {
      departures
          .computeIfAbsent(atMillis + 1 + (long) life, at -> new ArrayList<>())
          .add(request.id());
    } else {
      refused++;
    }
  }

  /** Places it and notes whom it displaced; answers whether it found a place. */
  private boolean place(Request request, double dollarsPerHour, long atMillis) {
    Placement placement = scheduler.place(cluster, request, atMillis, seed);
    if (!(placement instanceof Placement.Placed placed)) {
      return false;
    }
    cluster.apply(placed, request.started(atMillis, dollarsPerHour, 0));
    for (String victim : placed.victims()) {
      evicted.add(machineOf(victim));
      evictions++;
    }
    return true;
  }

  /** What a machine of this offer takes of a host. */
  public static Size sizeOf(Offer offer) {
    long megabytes = Math.min(Size.MAX, offer.machine().memoryBytes() / BYTES_PER_MB);
    return new Size(offer.machine().cores(), (int) megabytes, 0);
  }

  private static String nameOf(int machine) {
    return "m" + machine;
  }

  private static int machineOf(String name) {
    return Integer.parseInt(name, 1, name.length(), 10);
  }

  @Override
  public OptionalLong launchMillis(Offer offer, int machine, long atMillis) {
    nowMillis = atMillis;
    Size size = sizeOf(offer);
    double dollars = offer.machine().pricePerHourNanos() / NANOS_PER_DOLLAR;
    Request request =
        offer.isSpot()
            ? Request.preemptible(nameOf(machine), size)
            : Request.normal(nameOf(machine), size);
    if (!place(request, dollars, atMillis)) {
      return OptionalLong.empty();
    }
    if (offer.isSpot()) {
      spots.put(machine, request.started(atMillis, dollars, 0));
    }
    return OptionalLong.of(offer.startUpMillis());
  }

  @Override
  public void released(int machine, long atMillis) {
    nowMillis = atMillis;
    spots.remove(machine);
    frozen.remove(machine);
    evicted.remove(machine);
    if (cluster.instance(nameOf(machine)).isPresent()) {
      cluster.removeInstance(nameOf(machine));
    }
  }

  @Override
  public long refusalMillis() {
    return REFUSAL_MILLIS;
  }

  @Override
  public long dumpMillis(long memoryBytes) {
    return checkpoints.dumpMillis(memoryBytes);
  }

  @Override
  public long nextMillis() {
    if (!evicted.isEmpty()) {
      return nowMillis;
    }
    long departure = departures.isEmpty() ? NEVER_MILLIS : departures.firstKey();
    return Math.min(departure, nextArrivalMillis);
  }

  @Override
  public List<Event> happen(long atMillis, LeasedMachines machines) {
    nowMillis = atMillis;
    List<Event> events = new ArrayList<>();
    List<String> leaving = departures.remove(atMillis);
    if (leaving != null) {
      leaving.forEach(cluster::removeInstance);
      comeBack(machines, events);
    }
    if (nextArrivalMillis == atMillis) {
      admitCustomer(atMillis);
      planNextArrival();
    }
    for (int machine : evicted) {
      evict(machine, machines, events);
    }
    evicted.clear();
    return events;
  }

  private void evict(int machine, LeasedMachines machines, List<Event> events) {
    boolean starting =
        machines
            .machine(machine)
            .filter(known -> known.state() == MachineView.State.REQUESTED)
            .isPresent();
    if (starting) {
      events.add(new MachineChange.LaunchRefused(machine, "a regular machine was given its place"));
      spots.remove(machine);
    } else if (hibernates) {
      events.add(new MachineChange.Hibernated(machine));
      frozen.add(machine);
    } else {
      events.add(new MachineChange.Lost(machine, "a regular machine was given its place"));
      spots.remove(machine);
    }
  }

  private void comeBack(LeasedMachines machines, List<Event> events) {
    for (int machine : List.copyOf(frozen)) {
      Instance instance = spots.get(machine);
      if (instance == null || machines.machine(machine).isEmpty()) {
        frozen.remove(machine);
        continue;
      }
      Request request = Request.preemptible(nameOf(machine), instance.size());
      if (place(request, instance.pricePerHour(), nowMillis)) {
        frozen.remove(machine);
        events.add(new MachineChange.Resumed(machine));
        returns++;
      }
    }
  }

  public Account account() {
    return new Account(came, refused, evictions, returns);
  }

  /** Taken share of all vCPUs at this moment, by whomever. */
  public double utilisation() {
    double all = 0;
    double free = 0;
    for (Host host : cluster.hosts()) {
      all += host.size().vcpus();
      free += cluster.fullState(host.id()).vcpus();
    }
    return all == 0 ? 0 : 1 - free / all;
  }
}
