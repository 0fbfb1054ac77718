package io.windhover.placement.bench;

import io.windhover.placement.victims.VictimSearch;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The cheapest victims of one host; each call takes the next of many random hosts. */
@State(Scope.Benchmark)
public class VictimsBenchmark {
  private static final int HOSTS = 300;
  private static final double[] SHARES = {0.05, 0.1, 0.2, 0.35, 0.5, 0.7};

  @Param("40")
  public int preemptibles = 40;

  /** flavours-period, random-period, random-count, custom-price (equal cost per size). */
  @Param("flavours-period")
  public String kind = "flavours-period";

  private final VictimSearch search = new VictimSearch();
  private long[][][] hosts = {};
  private int[][] needs = {};
  private int turn;

  /** Answers that were not proven, for the table's last line. */
  public static int unproven(String kind, int preemptibles, int nodesMax) {
    var benchmark = new VictimsBenchmark();
    benchmark.kind = kind;
    benchmark.preemptibles = preemptibles;
    benchmark.setUp();
    benchmark.search.setNodesMax(nodesMax);
    int count = 0;
    for (int i = 0; i < HOSTS; i++) {
      benchmark.cheapest();
      count += benchmark.search.proven() ? 0 : 1;
    }
    return count;
  }

  @Setup
  public void setUp() {
    hosts = new long[HOSTS][preemptibles][];
    needs = new int[HOSTS][3];
    search.setNodesMax(200_000);
    for (int host = 0; host < HOSTS; host++) {
      var chance = new SplittableRandom(host);
      long[] sums = new long[3];
      for (int i = 0; i < preemptibles; i++) {
        hosts[host][i] = item(chance);
        for (int q = 0; q < 3; q++) {
          sums[q] += hosts[host][i][q];
        }
      }
      for (int q = 0; q < 3; q++) {
        needs[host][q] =
            (int) (sums[q] * SHARES[host % SHARES.length] * (0.9 + 0.2 * chance.nextDouble()));
      }
    }
  }

  private long[] item(SplittableRandom chance) {
    long seconds = chance.nextInt(3600) * 1_000_000L;
    int flavour = 1 << chance.nextInt(3);
    int vcpus = chance.nextInt(1, 9) * 2;
    int ramGb = vcpus * chance.nextInt(1, 9);
    int disk = 10 * chance.nextInt(1, 20);
    return switch (kind) {
      case "flavours-period" -> new long[] {flavour, flavour * 2000, flavour * 20, seconds};
      case "random-period" ->
          new long[] {
            chance.nextInt(1, 17), chance.nextInt(1000, 64000), chance.nextInt(10, 500), seconds
          };
      case "random-count" ->
          new long[] {
            chance.nextInt(1, 17), chance.nextInt(1000, 64000), chance.nextInt(10, 500), 1_000_000
          };
      default ->
          new long[] {vcpus, ramGb * 1024, disk, vcpus * 33_174L + ramGb * 4_446L + disk * 55L};
    };
  }

  @Benchmark
  public long cheapest() {
    int host = turn++ % HOSTS;
    search.begin(needs[host][0], needs[host][1], needs[host][2]);
    for (long[] item : hosts[host]) {
      search.add((int) item[0], (int) item[1], (int) item[2], item[3]);
    }
    search.cheapest();
    return search.chosenCost();
  }
}
