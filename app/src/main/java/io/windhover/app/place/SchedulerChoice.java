package io.windhover.app.place;

import io.windhover.core.words.Nearest;
import io.windhover.placement.HostFilter;
import io.windhover.placement.HostFilters;
import io.windhover.placement.HostRanks;
import io.windhover.placement.PlacementScheduler;
import io.windhover.placement.Schedulers;
import io.windhover.placement.Settings;
import io.windhover.placement.Settings.WeightedRank;
import io.windhover.placement.VictimCosts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler that options such as {@code --rank free-ram=2 --cost revenue} ask for.
 *
 * @param filters of plug-ins, tried after those that ship, which are always tried
 * @param pluginFolder where filters, ranks and costs of the operator's own are; null: nowhere
 */
public record SchedulerChoice(
    String scheduler,
    List<String> filters,
    List<String> ranks,
    List<String> costs,
    @Nullable Path pluginFolder) {
  private static final double RANK_WEIGHT_MAX = 1e9;
  private static final double COST_WEIGHT_MAX = 1e6;

  public PlacementScheduler make() {
    PluginJars plugins = pluginFolder == null ? PluginJars.none() : PluginJars.open(pluginFolder);
    Settings settings = Settings.defaults();
    if (!filters.isEmpty()) {
      List<HostFilter> all = new ArrayList<>(HostFilters.ALL);
      filters.forEach(filter -> all.add(filter(filter, plugins)));
      settings = settings.withFilters(all.toArray(HostFilter[]::new));
    }
    if (!ranks.isEmpty()) {
      settings =
          settings.withRanks(
              ranks.stream().map(rank -> rank(rank, plugins)).toArray(WeightedRank[]::new));
    }
    if (!costs.isEmpty()) {
      List<VictimCosts.Term> terms = new ArrayList<>();
      costs.forEach(cost -> terms.add(cost(cost, plugins)));
      settings = settings.withCost(VictimCosts.sum(terms));
    }
    return Schedulers.named(scheduler, settings)
        .orElseThrow(() -> unknown("--scheduler", scheduler, Schedulers.NAMES));
  }

  private static HostFilter filter(String name, PluginJars plugins) {
    return plugins
        .filter(name)
        .orElseThrow(
            () ->
                plugins.filterNames().isEmpty()
                    ? new BadField(
                        "--filter", Fields.quoted(name) + ": --plugins has no filter to choose")
                    : unknown("--filter", name, plugins.filterNames()));
  }

  private static WeightedRank rank(String option, PluginJars plugins) {
    String name = nameIn(option);
    return new WeightedRank(
        HostRanks.labelled(name)
            .or(() -> plugins.rank(name))
            .orElseThrow(
                () -> unknown("--rank", name, joined(HostRanks.labels(), plugins.rankNames()))),
        weight("--rank", option, -RANK_WEIGHT_MAX, RANK_WEIGHT_MAX));
  }

  private static VictimCosts.Term cost(String option, PluginJars plugins) {
    String name = nameIn(option);
    return new VictimCosts.Term(
        VictimCosts.labelled(name)
            .or(() -> plugins.cost(name))
            .orElseThrow(
                () -> unknown("--cost", name, joined(VictimCosts.labels(), plugins.costNames()))),
        weight("--cost", option, 0, COST_WEIGHT_MAX));
  }

  private static List<String> joined(List<String> shipped, List<String> loaded) {
    List<String> all = new ArrayList<>(shipped);
    all.addAll(loaded);
    return all;
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
