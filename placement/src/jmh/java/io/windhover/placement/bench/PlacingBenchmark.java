package io.windhover.placement.bench;

import io.windhover.placement.Cluster;
import io.windhover.placement.HostFilters;
import io.windhover.placement.HostRanks;
import io.windhover.placement.Instance;
import io.windhover.placement.Placement;
import io.windhover.placement.Placement.Placed;
import io.windhover.placement.PlacementScheduler;
import io.windhover.placement.Request;
import io.windhover.placement.Schedulers;
import io.windhover.placement.Settings;
import io.windhover.placement.Settings.WeightedRank;
import io.windhover.placement.Size;
import io.windhover.placement.generate.PaperStates;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One decision about a medium request on the paper's hosts. */
@State(Scope.Benchmark)
public class PlacingBenchmark {
  @Param("24")
  public int hosts = 24;

  @Param("one-pass")
  public String scheduler = "one-pass";

  /** empty, or saturated with medium instances, or with a mix of sizes. */
  @Param("empty")
  public String state = "empty";

  /** spread: free RAM and free vCPUs, as Nova weighs; or the label of a rank. */
  @Param("spread")
  public String rank = "spread";

  @Param("false")
  public boolean indexed;

  private Cluster cluster = new Cluster();
  private PlacementScheduler chosen = Schedulers.plain(Settings.defaults());
  private final Request request = Request.normal("new", PaperStates.MEDIUM);
  private long turn;

  @Setup
  public void setUp() {
    cluster =
        switch (state) {
          case "empty" -> PaperStates.empty(hosts);
          case "saturated" -> PaperStates.saturated(hosts, List.of(PaperStates.MEDIUM), 1);
          default -> PaperStates.saturated(hosts, sizes(), 1);
        };
    chosen = Schedulers.named(scheduler, settings()).orElseThrow();
  }

  private static List<Size> sizes() {
    return List.of(PaperStates.SMALL, PaperStates.MEDIUM, PaperStates.LARGE);
  }

  private Settings settings() {
    Settings base =
        Settings.defaults()
            .withIndexed(indexed)
            .withFilters(HostFilters.RESOURCES, HostFilters.TRAITS, HostFilters.ANTI_AFFINITY);
    return rank.equals("spread")
        ? base.withRanks(
            new WeightedRank(HostRanks.FREE_RAM, 1), new WeightedRank(HostRanks.FREE_VCPUS, 1))
        : base.withRank(HostRanks.labelled(rank).orElseThrow());
  }

  @Benchmark
  public Placement place() {
    turn++;
    return chosen.place(cluster, request, turn * 777, turn);
  }

  /** With the upkeep of the indexes: the decision is carried out and undone. */
  @Benchmark
  public Placement placeAndApply() {
    turn++;
    Placement answer = chosen.place(cluster, request, turn * 777, turn);
    if (answer instanceof Placed placed) {
      List<Instance> victims =
          placed.victims().stream().map(id -> cluster.instance(id).orElseThrow()).toList();
      cluster.apply(placed, request.started(turn * 777, 0, 0));
      cluster.removeInstance("new");
      victims.forEach(victim -> cluster.addInstance(placed.host(), victim));
    }
    return answer;
  }
}
