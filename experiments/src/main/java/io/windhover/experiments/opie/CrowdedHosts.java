package io.windhover.experiments.opie;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.placement.Cluster;
import io.windhover.placement.Host;
import io.windhover.placement.Instance;
import io.windhover.placement.Placement;
import io.windhover.placement.Placement.Placed;
import io.windhover.placement.PlacementScheduler;
import io.windhover.placement.Request;
import io.windhover.placement.Schedulers;
import io.windhover.placement.Settings;
import io.windhover.placement.Size;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** Hosts with forty preemptibles each, sizes and ages at random: the search for victims alone. */
final class CrowdedHosts {
  private static final String FIGURE = "victims";
  private static final int PREEMPTIBLES = 40;
  private static final int HOSTS = 300;
  private static final int TURNS = 3;
  private static final long HOUR_MILLIS = 3_600_000;

  private CrowdedHosts() {}

  static void run(Findings findings, LongSupplier nanoClock) {
    findings.section(
        FIGURE,
        "cheapest victims of a crowded host",
        "Beyond the paper. %d hosts, full, with %d preemptibles of random size and age; a request"
                .formatted(HOSTS, PREEMPTIBLES)
            + " for a quarter of the host. A host's time is its least over %d turns through all of"
                .formatted(TURNS)
            + " them, after one that is not counted.");
    List<Cluster> clusters = IntStream.range(0, HOSTS).mapToObj(CrowdedHosts::crowded).toList();
    double[] micros = new double[HOSTS];
    Arrays.fill(micros, Double.POSITIVE_INFINITY);
    boolean[] proven = new boolean[HOSTS];
    PlacementScheduler scheduler = Schedulers.onePass(Settings.defaults());
    for (int turn = 0; turn <= TURNS; turn++) {
      for (int i = 0; i < HOSTS; i++) {
        Request request = quarter(clusters.get(i));
        long began = nanoClock.getAsLong();
        Placement answer = scheduler.place(clusters.get(i), request, 0, 1);
        double took = (nanoClock.getAsLong() - began) / 1e3;
        proven[i] = answer instanceof Placed placed && placed.provenCheapest();
        // the turn numbered 0 is the warm-up
        micros[i] = turn == 0 ? micros[i] : Math.min(micros[i], took);
      }
    }
    int count = (int) IntStream.range(0, HOSTS).filter(i -> proven[i]).count();
    report(findings, Sample.of(micros), count);
  }

  private static Request quarter(Cluster cluster) {
    Size size = cluster.hosts().get(0).size();
    return Request.normal("new", new Size(size.vcpus() / 4, size.ramMb() / 4, size.diskGb() / 4));
  }

  private static void report(Findings findings, Sample micros, int proven) {
    String situation = PREEMPTIBLES + " preemptibles";
    findings.row(Row.of(FIGURE, situation, "one-pass", "time per request", micros, "us"));
    findings.row(
        Row.of(FIGURE, situation, "one-pass", "proven cheapest", 100.0 * proven / HOSTS, "%"));
    boolean fast = micros.mean() < 1000;
    findings.check(
        "a host with 40 preemptibles: exact victims in under 1 ms on average",
        fast && proven == HOSTS,
        "%d hosts, %d proven cheapest".formatted(HOSTS, proven)
            + (fast ? "" : String.format(Locale.ROOT, ", %.1f us on average", micros.mean())));
  }

  private static Cluster crowded(int seed) {
    var chance = new SplittableRandom(seed);
    int vcpus = 0;
    int ramMb = 0;
    int diskGb = 0;
    Instance[] instances = new Instance[PREEMPTIBLES];
    for (int i = 0; i < PREEMPTIBLES; i++) {
      var size =
          new Size(
              1 + chance.nextInt(8), 1000 * (1 + chance.nextInt(32)), 10 * (1 + chance.nextInt(8)));
      instances[i] = Instance.preemptible("p" + i, size, -chance.nextLong(HOUR_MILLIS));
      vcpus += size.vcpus();
      ramMb += size.ramMb();
      diskGb += size.diskGb();
    }
    var cluster = new Cluster();
    cluster.addHost(Host.of("host", vcpus, ramMb, diskGb));
    for (Instance instance : instances) {
      cluster.addInstance("host", instance);
    }
    return cluster;
  }
}
