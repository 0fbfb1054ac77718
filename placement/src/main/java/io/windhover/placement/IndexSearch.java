package io.windhover.placement;

import io.windhover.placement.Placement.Search;
import io.windhover.placement.Question.State;
import io.windhover.placement.Settings.WeightedRank;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Answers a question without looking at every host, when the settings allow it. */
final class IndexSearch {
  /** Ranks that see nothing but what is free. */
  private static final Set<HostRanks> BY_FREE =
      EnumSet.of(
          HostRanks.OVERCOMMIT,
          HostRanks.FREE_RAM,
          HostRanks.FREE_VCPUS,
          HostRanks.PACK_RAM,
          HostRanks.PACK_VCPUS);

  /** Ranks that ask who must end: 0 wherever there is room. */
  private static final Set<HostRanks> BY_VICTIMS =
      EnumSet.of(HostRanks.CHEAPEST_VICTIMS, HostRanks.FEWEST_VICTIMS, HostRanks.REVENUE);

  private final Cluster cluster;
  private final HostTable hosts;
  private final Question question;
  private final ClassSearch classes;
  private final PeriodWalk walk;
  private final Chooser chooser = new Chooser();

  IndexSearch(Cluster cluster) {
    this.cluster = cluster;
    this.hosts = cluster.hosts;
    this.question = cluster.question;
    this.classes = new ClassSearch(cluster);
    this.walk = new PeriodWalk(cluster, classes);
  }

  /** Empty when no index serves these settings. */
  Optional<Choice> choose(Settings settings, State state, long seed) {
    if (!settings.filters().stream().allMatch(HostFilters.class::isInstance)
        || !settings.ranks().stream().allMatch(weighted -> weighted.rank() instanceof HostRanks)) {
      return Optional.empty();
    }
    List<WeightedRank> ranks = settings.ranks();
    if (ranks.isEmpty() && hosts.slots > 0) {
      return Optional.of(chooseAny(settings.filters(), seed));
    }
    boolean free = ranks.stream().allMatch(w -> isByFree(w.rank(), state));
    if (free || ranks.stream().allMatch(w -> isByPopulation(w.rank(), settings, state))) {
      return Optional.of(
          chooseClass(free ? cluster.classes : cluster.populations(), settings, seed));
    }
    if (ranks.size() != 1 || ranks.get(0).multiplier() <= 0) {
      return Optional.empty();
    }
    return chooseSingle(settings, seed);
  }

  private static boolean isByFree(HostRank rank, State state) {
    return BY_FREE.contains(rank) || (state == State.FULL && BY_VICTIMS.contains(rank));
  }

  private static boolean isByPopulation(HostRank rank, Settings settings, State state) {
    return isByFree(rank, state)
        || rank == HostRanks.FEWEST_VICTIMS
        || rank == HostRanks.REVENUE
        || (rank == HostRanks.CHEAPEST_VICTIMS
            && (settings.cost() == VictimCosts.COUNT || settings.cost() == VictimCosts.REVENUE));
  }

  private Choice chooseClass(HostClasses among, Settings settings, long seed) {
    if (classes.filter(among, settings.filters()) == 0) {
      return Choice.none(classes.rejections(), indexed(classes.judged()));
    }
    double total = classes.rank(settings.ranks());
    int host = chooser.choose(classes, hosts.slots, seed);
    return Choice.of(host, total, indexed(classes.judged()));
  }

  /** Where every host that passes is as good as any other, few have to be looked at. */
  private Choice chooseAny(List<HostFilter> filters, long seed) {
    var passing = new Passing(filters);
    int host = chooser.choose(passing, hosts.slots, seed);
    return host == HostTable.NONE
        ? Choice.none(classes.rejections(), indexed(passing.judged))
        : Choice.of(host, 0, indexed(passing.judged));
  }

  /** The hosts that pass the filters, each tried when it is asked for. */
  private final class Passing implements Chooser.Tied {
    final List<HostFilter> filters;
    final HostFilter[] inOrder;
    int judged;

    Passing(List<HostFilter> filters) {
      this.filters = filters;
      this.inOrder = filters.toArray(HostFilter[]::new);
    }

    @Override
    public boolean contains(int host) {
      judged++;
      question.show(host);
      return hosts.live[host] && question.firstRejection(inOrder) == null;
    }

    @Override
    public void list(Chooser into) {
      boolean found = false;
      if (filters.contains(HostFilters.AFFINITY) && question.isBoundToGroup()) {
        for (int host : question.groupHosts()) {
          if (contains(host)) {
            found = true;
            into.consider(host);
          }
        }
      }
      if (!found && classes.filter(cluster.classes, filters) > 0) {
        judged += classes.judged();
        classes.rank(List.of());
        classes.list(into);
      }
    }
  }

  private Optional<Choice> chooseSingle(Settings settings, long seed) {
    HostRank rank = settings.ranks().get(0).rank();
    int passed = classes.filter(cluster.classes, settings.filters());
    if (passed == 0) {
      return Optional.of(Choice.none(classes.rejections(), indexed(0)));
    }
    if (rank == HostRanks.PERIOD) {
      return wholeHosts(settings, passed, seed);
    }
    int withRoom = classes.selectBest(host -> question.hasRoom());
    if (withRoom > 0) {
      double total = Ranking.totalOfBest(settings.ranks(), withRoom == passed);
      int host = chooser.choose(classes, hosts.slots, seed);
      return Optional.of(Choice.of(host, total, indexed(0)));
    }
    if (settings.cost() != VictimCosts.PERIOD || !walk.walk(false, Long.MAX_VALUE)) {
      return Optional.empty();
    }
    double total = Ranking.totalOfBest(settings.ranks(), walk.tiedCount() == passed);
    int host = chooser.choose(walk.tied(), walk.tiedCount(), hosts.slots, seed);
    return Optional.of(Choice.of(host, total, indexed(walk.judged())));
  }

  /** OPIE's Algorithm 4 counts hosts without preemptibles as 0, the best there is. */
  private Optional<Choice> wholeHosts(Settings settings, int passed, long seed) {
    int spotless = classes.selectBest(host -> hosts.preemptibleCount[host] == 0);
    if (!walk.walk(true, spotless > 0 ? 0 : Long.MAX_VALUE)) {
      return Optional.empty();
    }
    int ties = spotless + walk.tiedCount();
    double total = Ranking.totalOfBest(settings.ranks(), ties == passed);
    int host = chooser.choose(new SpotlessOrMet(), hosts.slots, seed);
    return Optional.of(Choice.of(host, total, indexed(walk.judged())));
  }

  private final class SpotlessOrMet implements Chooser.Tied {
    @Override
    public boolean contains(int host) {
      return classes.contains(host) || walk.isTied(host);
    }

    @Override
    public void list(Chooser into) {
      classes.list(into);
      for (int i = 0; i < walk.tiedCount(); i++) {
        into.consider(walk.tied()[i]);
      }
    }
  }

  private static Search indexed(int judged) {
    return new Search(true, "", judged);
  }
}
