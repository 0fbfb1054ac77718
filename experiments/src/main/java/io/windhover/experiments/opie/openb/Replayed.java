package io.windhover.experiments.opie.openb;

import io.windhover.placement.Cluster;
import io.windhover.placement.Host;
import io.windhover.placement.Instance;
import io.windhover.placement.Placement.Placed;
import io.windhover.placement.PlacementScheduler;
import io.windhover.placement.Request;
import io.windhover.placement.Size;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** The pods' arrivals on some hosts under one scheduler, and what came of them. */
final class Replayed {
  /** USD an hour; assumptions, the same for all that is compared. */
  static final double CPU_PRICE = 0.04;

  static final double GIB_PRICE = 0.005;
  static final double GPU_PRICE = 1.00;

  /** A preemptible instance costs this share of a normal one. */
  static final double PREEMPTIBLE_SHARE = 0.3;

  private static final double PERIOD_SECONDS = 3600;

  private record End(long atSeconds, Pod pod) {}

  private final Cluster cluster = new Cluster();
  private final PlacementScheduler scheduler;
  private final long beginsSeconds;
  private final long endsSeconds;
  private final PriorityQueue<End> ends =
      new PriorityQueue<>(
          Comparator.comparingLong(End::atSeconds).thenComparing(end -> end.pod().id()));
  private final Map<String, Pod> running = new LinkedHashMap<>();
  private final Map<String, Long> startedSeconds = new LinkedHashMap<>();

  private double capacityGpuSeconds;
  private double capacityCpuSeconds;
  private double gpuSeconds;
  private double cpuSeconds;
  int normal;
  int normalRefused;
  int wronglyRefused;
  int preemptible;
  int preemptibleRefused;
  int ended;
  int endings;
  double endedRunHours;
  double unpaidMinutes;
  double revenue;

  private Replayed(
      List<Host> hosts, PlacementScheduler scheduler, long beginsSeconds, long endsSeconds) {
    this.scheduler = scheduler;
    this.beginsSeconds = beginsSeconds;
    this.endsSeconds = endsSeconds;
    hosts.forEach(cluster::addHost);
    double window = endsSeconds - beginsSeconds;
    for (Host host : hosts) {
      capacityGpuSeconds += host.size().diskGb() * window;
      capacityCpuSeconds += host.size().vcpus() * window;
    }
  }

  static Replayed of(
      OpenbTrace trace, List<Host> hosts, PlacementScheduler scheduler, boolean preemptibles) {
    var replayed = new Replayed(hosts, scheduler, trace.beginsSeconds(), trace.endsSeconds());
    long seed = 0;
    for (Pod pod : trace.pods()) {
      replayed.endUntil(pod.arrivesSeconds());
      if (preemptibles || !pod.preemptible()) {
        replayed.arrive(pod, seed++);
      }
    }
    replayed.endUntil(Long.MAX_VALUE);
    return replayed;
  }

  private void endUntil(long nowSeconds) {
    while (!ends.isEmpty() && ends.peek().atSeconds() <= nowSeconds) {
      End end = ends.remove();
      if (running.containsKey(end.pod().id())) {
        cluster.removeInstance(end.pod().id());
        close(end.pod(), end.atSeconds(), false);
      }
    }
  }

  private void arrive(Pod pod, long seed) {
    normal += pod.preemptible() ? 0 : 1;
    preemptible += pod.preemptible() ? 1 : 0;
    Request request =
        pod.preemptible()
            ? Request.preemptible(pod.id(), pod.size())
            : Request.normal(pod.id(), pod.size());
    long nowMillis = pod.arrivesSeconds() * 1000;
    if (scheduler.place(cluster, request, nowMillis, seed) instanceof Placed placed) {
      for (String id : placed.victims()) {
        Pod victim = running.get(id);
        if (victim == null) {
          throw new IllegalStateException("ended but not running: " + id);
        }
        close(victim, pod.arrivesSeconds(), true);
      }
      endings += placed.victims().isEmpty() ? 0 : 1;
      cluster.apply(placed, request.started(nowMillis, price(pod), 0));
      running.put(pod.id(), pod);
      startedSeconds.put(pod.id(), pod.arrivesSeconds());
      ends.add(new End(pod.arrivesSeconds() + pod.runsSeconds(), pod));
    } else if (pod.preemptible()) {
      preemptibleRefused++;
    } else {
      normalRefused++;
      wronglyRefused += fitsWithoutPreemptibles(pod.size()) ? 1 : 0;
    }
  }

  /** Looked up anew from what runs, without the placement code's own sums. */
  private boolean fitsWithoutPreemptibles(Size wanted) {
    for (Host host : cluster.hosts()) {
      long cpu = host.size().vcpus();
      long ram = host.size().ramMb();
      long gpu = host.size().diskGb();
      for (Instance instance : cluster.instancesOn(host.id())) {
        if (!instance.preemptible()) {
          cpu -= instance.size().vcpus();
          ram -= instance.size().ramMb();
          gpu -= instance.size().diskGb();
        }
      }
      if (cpu >= wanted.vcpus() && ram >= wanted.ramMb() && gpu >= wanted.diskGb()) {
        return true;
      }
    }
    return false;
  }

  private void close(Pod pod, long atSeconds, boolean byProvider) {
    running.remove(pod.id());
    Long started = startedSeconds.remove(pod.id());
    if (started == null) {
      throw new IllegalStateException("never started: " + pod);
    }
    double seconds = atSeconds - started;
    double periods = seconds / PERIOD_SECONDS;
    // A begun hour is paid, unless the provider ends it.
    revenue += price(pod) * (byProvider ? Math.floor(periods) : Math.ceil(periods));
    if (byProvider) {
      ended++;
      endedRunHours += seconds / 3600;
      unpaidMinutes += seconds % PERIOD_SECONDS / 60;
    }
    double inWindow =
        Math.max(0, Math.min(atSeconds, endsSeconds) - Math.max(started, beginsSeconds));
    gpuSeconds += inWindow * pod.gpuMilli();
    cpuSeconds += inWindow * pod.size().vcpus();
  }

  static double price(Pod pod) {
    double full =
        pod.size().vcpus() / 1000.0 * CPU_PRICE
            + pod.size().ramMb() / 1024.0 * GIB_PRICE
            + pod.gpuMilli() / 1000.0 * GPU_PRICE;
    return pod.preemptible() ? full * PREEMPTIBLE_SHARE : full;
  }

  double gpuPercent() {
    return 100 * gpuSeconds / Math.max(1, capacityGpuSeconds);
  }

  double cpuPercent() {
    return 100 * cpuSeconds / Math.max(1, capacityCpuSeconds);
  }

  static double percent(int count, int of) {
    return 100.0 * count / Math.max(1, of);
  }
}
