package io.windhover.simulator.harvest;

import io.windhover.core.chance.Chance;
import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.harvest.HarvestTrace.Hvm;
import io.windhover.core.harvest.HarvestTrace.Step;
import io.windhover.core.harvest.RegularArrival;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Makes traces of harvest machines on randomly chosen servers of a cluster. */
public final class HarvestTraces {
  /** Minimum sizes in the order in which they are handed out. */
  public static final List<Integer> MINIMUMS = List.of(2, 4, 8);

  /** Before the trace begins campaigns need time to be under way. */
  static final long WARM_UP_MILLIS = 4 * 3_600_000L;

  /** An evicted machine is asked for again on its server after so long, until there is room. */
  private static final long RETURN_MILLIS = 10 * 60_000L;

  private static final class Chosen {
    final String id;
    final int minimumCores;
    final String server;
    final List<Step> steps = new ArrayList<>();

    Chosen(String id, int minimumCores, String server) {
      this.id = id;
      this.minimumCores = minimumCores;
      this.server = server;
    }

    void note(long now, int cores) {
      if (steps.isEmpty() || steps.get(steps.size() - 1).cores() != cores) {
        steps.add(new Step(now, cores));
      }
    }

    Hvm hvm() {
      return new Hvm(id, minimumCores, minimumCores * HarvestPrices.BYTES_PER_MINIMUM_CORE, steps);
    }
  }

  private final ServerPark park;
  private final long lengthMillis;
  private final Map<String, Chosen> chosen = new LinkedHashMap<>();
  private final TreeMap<Long, List<Chosen>> returns = new TreeMap<>();

  private HarvestTraces(ServerPark park, long lengthMillis) {
    this.park = park;
    this.lengthMillis = lengthMillis;
  }

  /** So many machines, a third of each minimum size, over so long. */
  public static HarvestTrace of(ClusterSpec spec, long seed, int machines, long lengthMillis) {
    ServerPark park = new ServerPark(spec, seed, -WARM_UP_MILLIS);
    return of(park, spec, seed, machines, lengthMillis);
  }

  /**
   * The same on servers that run on wind; a machine may come only when there is power for it.
   *
   * @param gridShare of the power, what is always there; 0 in SlackSched's section 4.5
   */
  public static HarvestTrace underWind(
      ClusterSpec spec, double gridShare, long seed, int machines, long lengthMillis) {
    WindPower wind = WindPower.of(seed, gridShare, -WARM_UP_MILLIS);
    ServerPark park = new ServerPark(spec, List.of(), wind, seed, -WARM_UP_MILLIS);
    return of(park, spec, seed, machines, lengthMillis);
  }

  /** The same with recorded customers instead of campaigns; those of a deployment stay together. */
  public static HarvestTrace replaying(
      List<RegularArrival> recorded, ClusterSpec spec, long seed, int machines, long lengthMillis) {
    ServerPark park = new ServerPark(spec, recorded, WindPower.NONE, seed, -WARM_UP_MILLIS);
    return of(park, spec, seed, machines, lengthMillis);
  }

  private static HarvestTrace of(
      ServerPark park, ClusterSpec spec, long seed, int machines, long lengthMillis) {
    HarvestTraces traces = new HarvestTraces(park, lengthMillis);
    while (park.nextMillis() <= 0) {
      park.happen();
    }
    traces.choose(spec, seed, machines);
    traces.live();
    return new HarvestTrace(
        traces.chosen.values().stream().map(Chosen::hvm).toList(), lengthMillis);
  }

  private void choose(ClusterSpec spec, long seed, int machines) {
    List<String> servers = new ArrayList<>(park.openServers());
    SplittableRandom chance = Chance.stream(seed, "chosen servers", 0);
    for (int next = 0; next < servers.size() && chosen.size() < machines; next++) {
      int other = next + chance.nextInt(servers.size() - next);
      servers.set(other, servers.set(next, servers.get(other)));
      int minimum = MINIMUMS.get(chosen.size() % MINIMUMS.size());
      String id = "hvm" + (chosen.size() + 1);
      Chosen one = new Chosen(id, minimum, servers.get(next));
      if (park.harvestOn(servers.get(next), id, minimum, 0)) {
        one.note(0, park.coresOf(id));
        chosen.put(id, one);
      } else if (!park.isAlwaysPowered()) {
        later(one, 0);
        chosen.put(id, one);
      }
    }
    if (chosen.size() < machines) {
      throw new IllegalArgumentException(
          "%d harvest machines asked for; %d of the %d servers of %s have room for one"
              .formatted(machines, chosen.size(), spec.servers(), spec.name()));
    }
  }

  private void live() {
    while (true) {
      long back = returns.isEmpty() ? Long.MAX_VALUE : returns.firstKey();
      long now = Math.min(park.nextMillis(), back);
      if (now > lengthMillis) {
        return;
      }
      if (park.nextMillis() == now) {
        park.happen();
      }
      for (String id : park.takeEvicted()) {
        Chosen one = chosen(id);
        one.note(now, 0);
        later(one, now);
      }
      for (String id : park.takeTouched()) {
        chosen(id).note(now, park.coresOf(id));
      }
      List<Chosen> due = returns.remove(now);
      if (due != null) {
        due.forEach(one -> comeBack(one, now));
      }
    }
  }

  private Chosen chosen(String id) {
    Chosen one = chosen.get(id);
    if (one == null) {
      throw new IllegalStateException(id + " was never chosen");
    }
    return one;
  }

  private void comeBack(Chosen one, long now) {
    if (park.harvestOn(one.server, one.id, one.minimumCores, now)) {
      one.note(now, park.coresOf(one.id));
    } else {
      later(one, now);
    }
  }

  private void later(Chosen one, long now) {
    returns.computeIfAbsent(now + RETURN_MILLIS, at -> new ArrayList<>()).add(one);
  }
}
