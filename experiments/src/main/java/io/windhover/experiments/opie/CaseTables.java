package io.windhover.experiments.opie;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.placement.Cluster;
import io.windhover.placement.HostRank;
import io.windhover.placement.HostRanks;
import io.windhover.placement.Placement;
import io.windhover.placement.Placement.Placed;
import io.windhover.placement.Schedulers;
import io.windhover.placement.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tables 3 to 6: who is ended for one request, four times. */
final class CaseTables {
  /** What the paper says about the other hosts of Table 5, in minutes. */
  private static final Map<String, Double> OTHERS = new LinkedHashMap<>();

  static {
    OTHERS.put("host-A", 55.0);
    OTHERS.put("host-B", 58.0);
    OTHERS.put("host-C", 57.0);
  }

  private final Findings findings;
  private final List<PaperCase> cases;
  private final List<String> wrong = new ArrayList<>();
  private int decisions;

  CaseTables(Findings findings, List<PaperCase> cases) {
    this.findings = findings;
    this.cases = cases;
  }

  void run() {
    for (PaperCase one : cases) {
      section(one);
      for (String scheduler : List.of("one-pass", "retry")) {
        for (boolean indexed : List.of(true, false)) {
          decide(one, scheduler, indexed);
        }
      }
      otherRank(one, HostRanks.PERIOD);
      otherRank(one, HostRanks.OVERCOMMIT);
      if (one.number() == 3) {
        eachHost(one);
      }
    }
    findings.check(
        "the four paper cases",
        wrong.isEmpty(),
        wrong.isEmpty()
            ? "host, victims and cost as published in %d decisions".formatted(decisions)
            : String.join("; ", wrong));
  }

  private void section(PaperCase one) {
    List<String> text = new ArrayList<>();
    text.add(
        "State (minutes since the start, size; named: preemptible); the request is %s, normal:"
            .formatted(one.request()));
    text.addAll(one.state());
    text.add(
        "Published: %s, ending %s.".formatted(one.host(), String.join(" and ", one.victims())));
    text.add(
        "Rank period is the paper's Algorithm 4, the sum over all preemptibles of a host; its own"
            + " tables show the cheapest sufficient set instead, which is our default.");
    findings.section(
        one.figure(), "Test-%d, who is ended".formatted(one.number()), text.toArray(String[]::new));
  }

  private void decide(PaperCase one, String scheduler, boolean indexed) {
    Settings settings = Settings.defaults().withIndexed(indexed);
    Placement answer =
        Schedulers.named(scheduler, settings).orElseThrow().place(one.cluster(), one.asked(), 0, 1);
    decisions++;
    String search = indexed ? "index" : "scan";
    if (!(answer instanceof Placed placed)) {
      wrong.add("case %d, %s, %s: refused".formatted(one.number(), scheduler, search));
      return;
    }
    if (!placed.host().equals(one.host())
        || !placed.victims().equals(one.victims())
        || placed.victimCost() != one.minutes() * 60) {
      wrong.add(
          "case %d, %s, %s: %s %s, %s s"
              .formatted(
                  one.number(),
                  scheduler,
                  search,
                  placed.host(),
                  placed.victims(),
                  placed.victimCost()));
    }
    findings.row(
        cost(one, scheduler, placed)
            .with(Published.value(one.minutes()))
            .with("rank", HostRanks.CHEAPEST_VICTIMS.label())
            .with("search", search)
            .with("expectedHost", one.host())
            .with("expectedVictims", String.join(" ", one.victims()))
            .with("host", placed.host())
            .with("victims", String.join(" ", placed.victims())));
  }

  private void otherRank(PaperCase one, HostRank rank) {
    Settings settings = Settings.defaults().withRank(rank);
    Placement answer = Schedulers.onePass(settings).place(one.cluster(), one.asked(), 0, 1);
    if (answer instanceof Placed placed) {
      findings.row(
          cost(one, "one-pass", placed)
              .with("rank", rank.label())
              .with("search", "index")
              .with("expectedHost", one.host())
              .with("expectedVictims", String.join(" ", one.victims()))
              .with("host", placed.host())
              .with("victims", String.join(" ", placed.victims())));
    }
  }

  private void eachHost(PaperCase one) {
    OTHERS.forEach(
        (host, published) -> {
          Cluster alone = one.onlyHost(host);
          Placement answer =
              Schedulers.onePass(Settings.defaults()).place(alone, one.asked(), 0, 1);
          if (answer instanceof Placed placed) {
            findings.row(
                Row.of(
                        one.figure(),
                        "case " + one.number(),
                        "one-pass",
                        "victim cost of " + host + " alone",
                        placed.victimCost() / 60,
                        "min")
                    .with(Published.value(published))
                    .with("host", placed.host())
                    .with("victims", String.join(" ", placed.victims())));
          }
        });
  }

  private static Row cost(PaperCase one, String scheduler, Placed placed) {
    return Row.of(
        one.figure(),
        "case " + one.number(),
        scheduler,
        "victim cost",
        placed.victimCost() / 60,
        "min");
  }
}
