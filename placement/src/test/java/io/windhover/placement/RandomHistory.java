package io.windhover.placement;

import io.windhover.placement.Request.GroupRule;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A cluster that hosts and instances come to and leave by chance. */
final class RandomHistory {
  final Cluster cluster;
  private final SplittableRandom chance;
  private final List<String> hosts = new ArrayList<>();
  private final List<String> instances = new ArrayList<>();
  private final boolean flavours;
  private final int hostsMax;
  private long nowMillis;
  private int names;

  RandomHistory(long seed) {
    chance = new SplittableRandom(seed);
    flavours = chance.nextBoolean();
    hostsMax = chance.nextInt(1, 30);
    // Short periods and whole seconds make ties and moments when a period begins.
    cluster = new Cluster(chance.nextBoolean() ? 3_600_000 : chance.nextInt(1, 20) * 1000L);
  }

  long nowMillis() {
    return nowMillis;
  }

  long seed() {
    return chance.nextLong();
  }

  void step() {
    nowMillis += chance.nextInt(4) == 0 ? 0 : chance.nextInt(0, 40) * 500L;
    for (int changes = chance.nextInt(1, 8); changes > 0; changes--) {
      change(chance.nextInt(30));
    }
  }

  private void change(int what) {
    if (hosts.isEmpty() || (what < 2 && hosts.size() < hostsMax)) {
      addHost();
    } else if (what == 2 && chance.nextInt(3) == 0) {
      String gone = hosts.remove(chance.nextInt(hosts.size()));
      cluster.removeHost(gone).forEach(instance -> instances.remove(instance.id()));
    } else if (what < 6 && !instances.isEmpty()) {
      cluster.removeInstance(instances.remove(chance.nextInt(instances.size())));
    } else {
      addInstance();
    }
  }

  private void addHost() {
    // The smallest are smaller than some requests, however much they promise.
    int scale = 1 << chance.nextInt(3);
    Host host =
        Host.of("h" + names++, 4 * scale, 8000 * scale, 70 * scale)
            .withRatios(new AllocationRatios(ratio(), ratio(), chance.nextBoolean() ? 2 : 1))
            .withZone(chance.nextInt(3) == 0 ? "z" + chance.nextInt(2) : "");
    hosts.add(host.id());
    cluster.addHost(chance.nextInt(3) == 0 ? host.withTraits("t" + chance.nextInt(2)) : host);
  }

  private double ratio() {
    return List.of(1.0, 1.0, 1.5, 4.0, 0.8).get(chance.nextInt(5));
  }

  /** Anywhere, so hosts become overfull too. */
  private void addInstance() {
    Size size = size();
    String id = "i" + names++;
    long startedAt = nowMillis - chance.nextInt(0, 600) * 1000L;
    Instance instance =
        new Instance(
            id,
            chance.nextInt(3) > 0,
            size,
            startedAt,
            chance.nextInt(3) * 0.25,
            chance.nextInt(3),
            chance.nextInt(5) == 0 ? "g" + chance.nextInt(3) : "",
            0);
    instances.add(id);
    String host = hosts.get(chance.nextInt(hosts.size()));
    var free = cluster.fullState(host);
    boolean fits = free.vcpus() >= size.vcpus() && free.ramMb() >= size.ramMb();
    Size most = cluster.host(host).orElseThrow().promised();
    boolean possible =
        size.vcpus() <= most.vcpus()
            && size.ramMb() <= most.ramMb()
            && size.diskGb() <= most.diskGb();
    if (possible && (fits || chance.nextInt(8) == 0)) {
      cluster.addInstance(host, instance);
    } else {
      instances.remove(id);
    }
  }

  private Size size() {
    int flavour = 1 << chance.nextInt(3);
    return flavours
        ? new Size(flavour, flavour * 2000, flavour * 20)
        : new Size(chance.nextInt(0, 6), chance.nextInt(0, 9000), chance.nextInt(0, 60));
  }

  Request request() {
    Size size = size();
    Request request =
        chance.nextInt(4) == 0 ? Request.preemptible("new", size) : Request.normal("new", size);
    request = chance.nextInt(5) == 0 ? request.withTraits("t" + chance.nextInt(3)) : request;
    request = chance.nextInt(5) == 0 ? request.withZone("z" + chance.nextInt(3)) : request;
    GroupRule rule = List.of(GroupRule.values()).get(chance.nextInt(3));
    return chance.nextInt(3) == 0 ? request.withGroup("g" + chance.nextInt(4), rule) : request;
  }
}
