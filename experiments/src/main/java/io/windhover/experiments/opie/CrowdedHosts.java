package io.windhover.experiments.opie;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.placement.Cluster;
import io.windhover.placement.Host;
import io.windhover.placement.Instance;
import io.windhover.placement.Placement.Placed;
import io.windhover.placement.PlacementScheduler;
import io.windhover.placement.Request;
import io.windhover.placement.Schedulers;
import io.windhover.placement.Settings;
import io.windhover.placement.Size;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** Hosts with forty preemptibles each, sizes and ages at random: the search for victims alone. */
final class CrowdedHosts {
  private static final String FIGURE = "victims";
  private static final int PREEMPTIBLES = 40;
  private static final int HOSTS = 300;
  private static final int WARM_UP = 300;
  private static final long HOUR_MILLIS = 3_600_000;

  private CrowdedHosts() {}

  static void run(Findings findings, LongSupplier nanoClock) {
    findings.section(
        FIGURE,
        "cheapest victims of a crowded host",
        "Beyond the paper. %d hosts, full, with %d preemptibles of random size and age; a request"
                .formatted(HOSTS, PREEMPTIBLES)
            + " for a quarter of the host; as many hosts before them as warm-up.");
    double[] micros = new double[HOSTS];
    int proven = 0;
    PlacementScheduler scheduler = Schedulers.onePass(Settings.defaults());
    for (int i = -WARM_UP; i < HOSTS; i++) {
      Cluster cluster = crowded(i);
      Host host = cluster.hosts().get(0);
      var wanted =
          new Size(host.size().vcpus() / 4, host.size().ramMb() / 4, host.size().diskGb() / 4);
      long began = nanoClock.getAsLong();
      var answer = scheduler.place(cluster, Request.normal("new", wanted), 0, 1);
      long ended = nanoClock.getAsLong();
      if (i >= 0) {
        micros[i] = (ended - began) / 1e3;
        proven += answer instanceof Placed placed && placed.provenCheapest() ? 1 : 0;
      }
    }
    report(findings, Sample.of(micros), proven);
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
