package io.windhover.simulator.harvest;

import io.windhover.core.chance.Chance;
import io.windhover.core.harvest.RegularArrival;
import io.windhover.placement.Cluster;
import io.windhover.placement.Host;
import io.windhover.placement.Instance;
import io.windhover.placement.Placement;
import io.windhover.placement.PlacementScheduler;
import io.windhover.placement.Request;
import io.windhover.placement.Request.GroupRule;
import io.windhover.placement.Schedulers;
import io.windhover.placement.Size;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The servers of a cluster, with the regular machines on them and the harvest and spot machines in
 * what is left. A server takes at most one harvest machine, which has all its free cores.
 */
final class ServerPark {
  private static final String OPEN = "open";
  private static final String HARVEST = "harvest";
  private static final String CALM = "calm";
  private static final String RESTLESS = "restless";
  private static final int MB_PER_CORE = 4000;

  /** Cores by which the power of a server is changed at a time. */
  private static final int AT_A_TIME = 8;

  private static final int SERVER_MB = 1_000_000;

  private record Departure(long atMillis, String id) implements Comparable<Departure> {
    @Override
    public int compareTo(Departure other) {
      return atMillis != other.atMillis
          ? Long.compare(atMillis, other.atMillis)
          : id.compareTo(other.id);
    }
  }

  private final Cluster cluster = new Cluster();
  private final RegularCustomers customers;
  private final PlacementScheduler anywhere;
  private final PlacementScheduler atAnyPrice;
  private final PriorityQueue<Departure> departures = new PriorityQueue<>();
  private final Map<String, String> harvestByServer = new HashMap<>();
  private final Map<String, Integer> minimumOf = new HashMap<>();
  private Set<String> touched = new LinkedHashSet<>();
  private final Set<String> evicted = new LinkedHashSet<>();
  private final Map<String, RegularVm> regular = new HashMap<>();
  private final List<RegularVm> movedOut = new ArrayList<>();
  private final Map<String, Integer> darkCores = new HashMap<>();
  private final WindPower power;
  private final int cores;
  private final long seed;
  private long darkTotal;
  private int refused;

  ServerPark(ClusterSpec spec, long seed, long startMillis) {
    this(spec, List.of(), WindPower.NONE, seed, startMillis);
  }

  /**
   * Servers with recorded customers or on wind.
   *
   * @param recorded who comes instead of campaigns; none: campaigns do
   */
  ServerPark(
      ClusterSpec spec,
      List<RegularArrival> recorded,
      WindPower power,
      long seed,
      long startMillis) {
    this.seed = seed;
    this.power = power;
    this.cores = spec.servers() * ClusterSpec.SERVER_CORES;
    this.customers = new RegularCustomers(spec, recorded, seed, startMillis);
    this.anywhere = Schedulers.plain(spec.allocation().settings());
    this.atAnyPrice = Schedulers.onePass(spec.allocation().settings());
    int buffers = (int) (spec.servers() * ClusterSpec.BUFFER_SHARE);
    long calm = Math.round(spec.servers() * spec.calmShare());
    for (int i = 1; i <= spec.servers(); i++) {
      Host host =
          Host.of("s" + i, ClusterSpec.SERVER_CORES, SERVER_MB, 0)
              .withZone(i > spec.servers() - calm ? CALM : RESTLESS);
      cluster.addHost(i <= buffers ? host : host.withTraits(OPEN));
    }
  }

  /** When a regular machine next comes or goes. */
  long nextMillis() {
    long departure = departures.isEmpty() ? Long.MAX_VALUE : departures.element().atMillis();
    return Math.min(power.nextMillis(), Math.min(departure, customers.nextMillis()));
  }

  /** All that happens at the next moment. */
  void happen() {
    long now = nextMillis();
    while (!departures.isEmpty() && departures.element().atMillis() == now) {
      leave(departures.remove().id());
    }
    if (power.nextMillis() == now) {
      supply(power.take(), now);
    }
    while (customers.nextMillis() == now) {
      admit(customers.take());
    }
  }

  private void leave(String id) {
    RegularVm gone = regular.remove(id);
    if (cluster.instance(id).isPresent()) {
      remove(id);
    } else {
      movedOut.remove(gone);
    }
  }

  /**
   * SlackSched, section 4.5: powered cores are proportional to the power. When it drops, servers
   * give up cores that nobody has, then those of harvest machines, then regular machines are moved
   * out; when it rises, servers get cores back and those machines come home. Whose turn it is, the
   * paper leaves open; here it is drawn, and a server is asked for a few cores at a time.
   */
  private void supply(double share, long nowMillis) {
    long missing = Math.round((1 - share) * cores) - darkTotal;
    List<String> servers = new ArrayList<>(cluster.hosts().stream().map(Host::id).toList());
    SplittableRandom chance = Chance.stream(seed, "power", nowMillis);
    for (int i = servers.size() - 1; i > 0; i--) {
      int other = chance.nextInt(i + 1);
      servers.set(other, servers.set(i, servers.get(other)));
    }
    if (missing < 0) {
      lighten(servers, -missing, nowMillis);
      List<RegularVm> waiting = List.copyOf(movedOut);
      movedOut.clear();
      for (RegularVm vm : waiting) {
        if (!admitted(vm, nowMillis)) {
          movedOut.add(vm);
        }
      }
      return;
    }
    for (int round = 0; round < 3; round++) {
      long before = -1;
      while (missing > 0 && missing != before) {
        before = missing;
        for (String server : servers) {
          vacate(server, round, missing);
          int free = Math.max(0, cluster.fullState(server).vcpus());
          missing -= darken(server, (int) Math.min(missing, Math.min(free, AT_A_TIME)), nowMillis);
        }
      }
    }
  }

  private void lighten(List<String> servers, long given, long nowMillis) {
    long left = given;
    while (left > 0) {
      for (String server : servers) {
        int back = (int) Math.min(left, Math.min(dark(server), AT_A_TIME));
        left += darken(server, -back, nowMillis);
      }
    }
  }

  /** First nobody goes, then who harvests, then regular machines until there is enough. */
  private void vacate(String server, int round, long missing) {
    if (missing <= 0) {
      return;
    }
    String harvest = harvestByServer.get(server);
    if (round == 1 && harvest != null) {
      remove(harvest);
      evicted.add(harvest);
    }
    for (Instance instance : round == 2 ? cluster.instancesOn(server) : List.<Instance>of()) {
      RegularVm vm = regular.get(instance.id());
      if (vm != null && cluster.fullState(server).vcpus() < Math.min(missing, AT_A_TIME)) {
        remove(instance.id());
        movedOut.add(vm);
      }
    }
  }

  private int dark(String server) {
    return darkCores.getOrDefault(server, 0);
  }

  /** Takes so many more cores off a server's power; answers how many. Less than none: gives. */
  private int darken(String server, int more, long nowMillis) {
    if (more == 0) {
      return 0;
    }
    String id = "dark-" + server;
    if (cluster.instance(id).isPresent()) {
      cluster.removeInstance(id);
    }
    int dark = dark(server) + more;
    darkCores.put(server, dark);
    if (dark > 0) {
      cluster.addInstance(server, Instance.normal(id, new Size(dark, 0, 0), nowMillis));
    }
    darkTotal += more;
    touched.add(server);
    return more;
  }

  private void admit(RegularVm vm) {
    if (admitted(vm, vm.atMillis())) {
      regular.put("r" + vm.number(), vm);
      departures.add(new Departure(vm.atMillis() + vm.stayMillis(), "r" + vm.number()));
    } else {
      refused++;
    }
  }

  private boolean admitted(RegularVm vm, long nowMillis) {
    String id = "r" + vm.number();
    Size size = new Size(vm.cores(), vm.cores() * MB_PER_CORE, 0);
    Request loose = Request.normal(id, size);
    String zone = vm.calm() ? CALM : RESTLESS;
    boolean placed = false;
    if (vm.group() > 0) {
      // Machines of one campaign belong on one server, whoever harvests there.
      String group = "g" + vm.group();
      Request bound = loose.withGroup(group, GroupRule.AFFINITY);
      placed = place(atAnyPrice, bound.withTraits(OPEN).withZone(zone), vm, nowMillis);
      loose = loose.withGroup(group, GroupRule.NONE);
    }
    Request wish = loose.withZone(zone);
    placed =
        placed
            || place(anywhere, wish.withTraits(OPEN), vm, nowMillis)
            || place(anywhere, wish, vm, nowMillis)
            || place(atAnyPrice, wish, vm, nowMillis);
    return placed;
  }

  private boolean place(
      PlacementScheduler scheduler, Request request, RegularVm vm, long nowMillis) {
    Placement placement = scheduler.place(cluster, request, nowMillis, seed ^ vm.number());
    if (!(placement instanceof Placement.Placed placed)) {
      return false;
    }
    evict(placed);
    cluster.addInstance(placed.host(), request.started(nowMillis, 0, 0));
    touched.add(placed.host());
    return true;
  }

  private void evict(Placement.Placed placed) {
    for (String victim : placed.victims()) {
      remove(victim);
      evicted.add(victim);
    }
  }

  private void remove(String id) {
    String server = cluster.hostOf(id).orElseThrow();
    cluster.removeInstance(id);
    if (minimumOf.remove(id) != null) {
      harvestByServer.remove(server);
    }
    touched.add(server);
  }

  /**
   * Puts a harvest machine on a server with room for its minimum; answers whether there was one.
   */
  boolean harvest(String id, int minimumCores, Allocation allocation, long nowMillis) {
    Request request =
        Request.preemptible(id, harvestSize(minimumCores))
            .withGroup(HARVEST, GroupRule.ANTI_AFFINITY);
    if (allocation == Allocation.BALANCING) {
      request = request.withTraits(OPEN);
    }
    Placement placement =
        Schedulers.plain(allocation.settings())
            .place(cluster, request, nowMillis, seed ^ id.hashCode());
    if (!(placement instanceof Placement.Placed placed)) {
      return false;
    }
    put(id, minimumCores, placed.host(), nowMillis);
    return true;
  }

  /** Puts a harvest machine on this server if it has room and no other; answers whether it did. */
  boolean harvestOn(String server, String id, int minimumCores, long nowMillis) {
    if (harvestByServer.containsKey(server) || cluster.fullState(server).vcpus() < minimumCores) {
      return false;
    }
    put(id, minimumCores, server, nowMillis);
    return true;
  }

  private void put(String id, int minimumCores, String server, long nowMillis) {
    Request request =
        Request.preemptible(id, harvestSize(minimumCores))
            .withGroup(HARVEST, GroupRule.ANTI_AFFINITY);
    cluster.addInstance(server, request.started(nowMillis, 0, 0));
    harvestByServer.put(server, id);
    minimumOf.put(id, minimumCores);
  }

  private static Size harvestSize(int minimumCores) {
    return new Size(minimumCores, 2 * minimumCores * MB_PER_CORE, 0);
  }

  /** A fixed-size spot machine, or a regular one of ours; answers whether there was room. */
  boolean rent(String id, int cores, boolean spot, Allocation allocation, long nowMillis) {
    Size size = new Size(cores, cores * MB_PER_CORE, 0);
    Request request = spot ? Request.preemptible(id, size) : Request.normal(id, size);
    var settings = allocation.settings();
    PlacementScheduler scheduler = spot ? Schedulers.plain(settings) : Schedulers.retry(settings);
    Placement placement = scheduler.place(cluster, request, nowMillis, seed ^ id.hashCode());
    if (!(placement instanceof Placement.Placed placed)) {
      return false;
    }
    evict(placed);
    cluster.addInstance(placed.host(), request.started(nowMillis, 0, 0));
    touched.add(placed.host());
    return true;
  }

  /** Gives back what was rented; nothing happens when it is gone already. */
  void giveBack(String id) {
    if (cluster.instance(id).isPresent()) {
      remove(id);
    }
  }

  /** Whether it is on one of the servers that no campaign comes to. */
  boolean isCalm(String id) {
    return cluster.hostOf(id).flatMap(cluster::host).filter(h -> h.zone().equals(CALM)).isPresent();
  }

  /** What a harvest machine has now; 0 when it is not there. */
  int coresOf(String id) {
    Integer minimum = minimumOf.get(id);
    return minimum == null
        ? 0
        : minimum + cluster.fullState(cluster.hostOf(id).orElseThrow()).vcpus();
  }

  /** Without the buffers: other people's harvest machines are there. */
  List<String> openServers() {
    return cluster.hosts().stream()
        .filter(host -> host.traits().contains(OPEN))
        .map(Host::id)
        .toList();
  }

  /** Harvest machines on servers where something changed since the last call. */
  List<String> takeTouched() {
    List<String> ids = new ArrayList<>();
    for (String server : touched) {
      String id = harvestByServer.get(server);
      if (id != null) {
        ids.add(id);
      }
    }
    // To clear one that was large once takes as long as it was large.
    touched = new LinkedHashSet<>();
    return ids;
  }

  /** Machines that had to go since the last call. */
  List<String> takeEvicted() {
    List<String> ids = List.copyOf(evicted);
    evicted.clear();
    return ids;
  }

  /** Whether there is always power for every core. */
  boolean isAlwaysPowered() {
    return !power.blows();
  }

  /** Regular machines that found no room at all. */
  int refused() {
    return refused;
  }
}
