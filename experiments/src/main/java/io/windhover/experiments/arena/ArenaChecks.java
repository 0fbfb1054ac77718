package io.windhover.experiments.arena;

import io.windhover.experiments.paper.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What a policy that is for every deadline must hold to in the arena. */
final class ArenaChecks {
  private static final double OVER_BEST_MAX = 1.00;
  private static final double OVER_BEST_FAMILY_MAX = 1.05;
  private static final double OVER_ON_DEMAND_MAX = 1.05;
  private static final double NEAR_SHARE_MIN = 0.99;
  private static final double IN_TIME_SHARE_MIN = 0.99;

  /** Sums of floating numbers are exact to less than this share. */
  private static final double ROUNDING = 1e-6;

  private static final int NAMED = 3;

  private final Findings findings;
  private final List<CaseResults> results;

  ArenaChecks(Findings findings, List<CaseResults> results) {
    this.findings = findings;
    this.results = results;
  }

  void judge(String policy, List<FamilyFigures> figures) {
    lateness(policy);
    FamilyFigures all = figures.get(figures.size() - 1);
    findings.check(
        policy + ": no dearer than the best rival on the mean",
        !(all.overBest() > OVER_BEST_MAX),
        text("%.3f times", all.overBest()));
    atMost(policy, figures, "best rival", FamilyFigures::overBest, OVER_BEST_FAMILY_MAX);
    atMost(policy, figures, "on-demand", FamilyFigures::overOnDemand, OVER_ON_DEMAND_MAX);
    findings.check(
        policy + ": 99 of 100 cases within 1.25 of the best rival",
        !(all.within() < NEAR_SHARE_MIN),
        text("%.1f %%", 100 * all.within()));
  }

  private void lateness(String policy) {
    List<String> late = new ArrayList<>();
    int runs = 0;
    int erring = 0;
    int erringLate = 0;
    for (CaseResults one : results) {
      if (one.one().world().exact()) {
        runs += one.of(policy).size();
        if (one.lateRuns(policy) > 0) {
          late.add("%s: %d".formatted(one.one().id(), one.lateRuns(policy)));
        }
      } else if (one.one().world().truth().isEmpty()) {
        erring += one.of(policy).size();
        erringLate += one.lateRuns(policy);
      }
    }
    findings.check(
        policy + ": no run late where all is as said",
        late.isEmpty(),
        late.isEmpty()
            ? runs + " runs"
            : "%d cases with late runs (%s)"
                .formatted(
                    late.size(), String.join(", ", late.subList(0, Math.min(NAMED, late.size())))));
    findings.check(
        policy + ": 99 of 100 runs in time where runtimes and launches err by a fifth",
        erringLate <= (1 - IN_TIME_SHARE_MIN) * erring,
        "%d of %d runs late".formatted(erringLate, erring));
  }

  private void atMost(
      String policy,
      List<FamilyFigures> figures,
      String other,
      ToDoubleFunction<FamilyFigures> ratio,
      double most) {
    List<String> above = new ArrayList<>();
    for (FamilyFigures one : figures) {
      if (ratio.applyAsDouble(one) > most) {
        above.add(one.family() + text(" %.3f", ratio.applyAsDouble(one)));
      }
    }
    findings.check(
        "%s: at most %s times the %s in any family".formatted(policy, text("%.2f", most), other),
        above.isEmpty(),
        above.isEmpty() ? "all families" : String.join(", ", above));
  }

  /** A run in time that costs less than the bound would show that it is none. */
  void bound() {
    List<String> below = new ArrayList<>();
    for (CaseResults one : results) {
      for (String policy : one.byPolicy().keySet()) {
        if (one.lateRuns(policy) == 0
            && one.dollars(policy) < one.boundDollars() * (1 - ROUNDING)) {
          below.add(policy + " in " + one.one().id());
        }
      }
    }
    findings.check(
        "the lower bound is below every cost in time",
        below.isEmpty(),
        below.isEmpty() ? results.size() + " cases" : String.join(", ", below));
  }

  private static String text(String format, double value) {
    return Double.isNaN(value) ? "nothing to count" : String.format(Locale.ROOT, format, value);
  }
}
