package io.windhover.app.place;

import io.windhover.core.words.Nearest;
import io.windhover.placement.HostRanks;
import io.windhover.placement.PlacementScheduler;
import io.windhover.placement.Schedulers;
import io.windhover.placement.Settings;
import io.windhover.placement.Settings.WeightedRank;
import io.windhover.placement.VictimCosts;
import java.util.ArrayList;
import java.util.List;

/** The scheduler that options such as {@code --rank free-ram=2 --cost revenue} ask for. */
public record SchedulerChoice(String scheduler, List<String> ranks, List<String> costs) {
  private static final double RANK_WEIGHT_MAX = 1e9;
  private static final double COST_WEIGHT_MAX = 1e6;

  public PlacementScheduler make() {
    Settings settings = Settings.defaults();
    if (!ranks.isEmpty()) {
      settings =
          settings.withRanks(
              ranks.stream().map(SchedulerChoice::rank).toArray(WeightedRank[]::new));
    }
    if (!costs.isEmpty()) {
      List<VictimCosts.Term> terms = new ArrayList<>();
      costs.forEach(cost -> terms.add(cost(cost)));
      settings = settings.withCost(VictimCosts.sum(terms));
    }
    return Schedulers.named(scheduler, settings)
        .orElseThrow(() -> unknown("--scheduler", scheduler, Schedulers.NAMES));
  }

  private static WeightedRank rank(String option) {
    String name = nameIn(option);
    return new WeightedRank(
        HostRanks.labelled(name).orElseThrow(() -> unknown("--rank", name, HostRanks.labels())),
        weight("--rank", option, -RANK_WEIGHT_MAX, RANK_WEIGHT_MAX));
  }

  private static VictimCosts.Term cost(String option) {
    String name = nameIn(option);
    return new VictimCosts.Term(
        VictimCosts.labelled(name).orElseThrow(() -> unknown("--cost", name, VictimCosts.labels())),
        weight("--cost", option, 0, COST_WEIGHT_MAX));
  }

  private static String nameIn(String option) {
    int equals = option.indexOf('=');
    return equals < 0 ? option : option.substring(0, equals);
  }

  private static double weight(String option, String text, double min, double max) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      return 1;
    }
    String written = text.substring(equals + 1);
    String expected = "expected a number from %,.0f to %,.0f".formatted(min, max);
    try {
      double weight = Double.parseDouble(written);
      if (weight >= min && weight <= max) {
        return weight;
      }
    } catch (NumberFormatException e) {
      throw new BadField(option, Fields.quoted(text) + " has no weight; " + expected);
    }
    throw new BadField(option, Fields.quoted(text) + " is out of range; " + expected);
  }

  private static BadField unknown(String option, String name, List<String> known) {
    return new BadField(
        option, Fields.quoted(name) + " is not known; " + Nearest.hint(name, known));
  }
}
