package io.windhover.experiments.scs;

import io.windhover.experiments.paper.Findings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Who is in time when every estimate is exact, who is not, and whether the bound is one. */
final class Promises {
  /** So many late cells are named. */
  private static final int NAMED = 3;

  private static final class Tally {
    private long runs;
    private long jobs;
    private long late;
    private final List<String> where = new ArrayList<>();

    void add(Case one, Runs some) {
      runs += some.all().size();
      jobs += some.jobs();
      late += some.late();
      for (int i = 0; i < some.all().size(); i++) {
        if (some.all().get(i).late() > 0) {
          where.add(
              "%s seed %d at %d an hour billed by the %s: %d of %d late"
                  .formatted(
                      one.cell().name(),
                      some.seeds().get(i),
                      one.jobsPerHour(),
                      one.meter().text(),
                      some.all().get(i).late(),
                      some.all().get(i).jobs()));
        }
      }
    }

    String text() {
      String counts = String.format(Locale.ROOT, "%,d runs, %,d jobs, %,d late", runs, jobs, late);
      return where.isEmpty()
          ? counts
          : counts
              + " ("
              + String.join("; ", where.subList(0, Math.min(NAMED, where.size())))
              + ")";
    }
  }

  private final Findings findings;
  private final Campaign campaign;

  Promises(Findings findings, Campaign campaign) {
    this.findings = findings;
    this.campaign = campaign;
  }

  /** In every run with exact estimates, whatever load and billing. */
  void run() {
    Map<String, Tally> tallies = new LinkedHashMap<>();
    Policies.ALL.forEach(policy -> tallies.put(policy, new Tally()));
    campaign.forEachExact(
        (one, some) -> {
          Tally tally = tallies.get(one.policy());
          if (tally != null) {
            tally.add(one, some);
          }
        });
    List<String> kept = new ArrayList<>();
    boolean ok = true;
    for (Map.Entry<String, Tally> entry : tallies.entrySet()) {
      boolean promised = Policies.promisesDeadlines(entry.getKey());
      if (promised) {
        kept.add(entry.getKey() + ": " + entry.getValue().text());
        ok &= entry.getValue().late == 0;
      } else {
        findings.note(entry.getKey() + " promises no deadline: " + entry.getValue().text() + ".");
      }
    }
    findings.check("no job late with exact inputs", ok, String.join("; ", kept));
    Tally printed = Objects.requireNonNull(tallies.get(Policies.SCS_PRINTED));
    findings.check(
        "scs-printed misses deadlines with exact inputs", printed.late > 0, printed.text());
    bound();
  }

  private void bound() {
    long[] compared = new long[1];
    List<String> above = new ArrayList<>();
    double[] least = {Double.POSITIVE_INFINITY};
    campaign.forEachExact(
        (one, some) -> {
          List<Double> bounds = campaign.bounds(one);
          for (int i = 0; i < bounds.size(); i++) {
            Measured run = some.all().get(i);
            if (run.late() == 0) {
              compared[0]++;
              least[0] = Math.min(least[0], run.dollars() / bounds.get(i));
              if (run.dollars() < bounds.get(i)) {
                above.add(
                    "%s in %s, seed %d"
                        .formatted(one.policy(), one.cell().name(), some.seeds().get(i)));
              }
            }
          }
        });
    findings.check(
        "the lower bound is below every on-time cost",
        above.isEmpty() && compared[0] > 0,
        String.format(
                Locale.ROOT,
                "%,d runs in time, the nearest %.3f times the bound",
                compared[0],
                least[0])
            + (above.isEmpty() ? "" : "; below it: " + above.get(0)));
  }
}
