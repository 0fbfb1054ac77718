package io.windhover.placement;

import io.windhover.placement.Placement.Search;
import io.windhover.placement.Settings.WeightedRank;
import java.util.List;

/** Looks at every host: filter, rank, choose. */
final class Scan {
  private final HostTable hosts;
  private final Question question;
  private final Ranking ranking = new Ranking();
  private final Chooser chooser = new Chooser();
  private final Rejections rejections = new Rejections();
  private int[] passed = new int[16];
  private int[] tied = new int[16];

  Scan(Cluster cluster) {
    this.hosts = cluster.hosts;
    this.question = cluster.question;
  }

  Choice choose(Settings settings, long seed, String why) {
    Search search = new Search(false, why, hosts.count);
    int count = filter(settings.filters());
    if (count == 0) {
      return Choice.none(rejections, search);
    }
    ranking.begin(count);
    for (WeightedRank weighted : settings.ranks()) {
      rank(weighted.rank(), count);
      ranking.addRank(weighted.multiplier());
    }
    ranking.finish();
    int ties = 0;
    for (int i = 0; i < count; i++) {
      if (ranking.isBest(i)) {
        tied[ties++] = passed[i];
      }
    }
    return Choice.of(chooser.choose(tied, ties, hosts.slots, seed), ranking.best(), search);
  }

  private int filter(List<HostFilter> filters) {
    if (passed.length < hosts.slots) {
      passed = new int[hosts.slots * 2];
      tied = new int[hosts.slots * 2];
    }
    rejections.clear();
    HostFilter[] inOrder = filters.toArray(HostFilter[]::new);
    int count = 0;
    for (int host = 0; host < hosts.slots; host++) {
      if (!hosts.live[host]) {
        continue;
      }
      question.show(host);
      String reason = question.firstRejection(inOrder);
      if (reason == null) {
        passed[count++] = host;
      } else {
        rejections.add(reason, 1);
      }
    }
    return count;
  }

  private void rank(HostRank rank, int count) {
    double[] values = ranking.values();
    Request request = question.request();
    for (int i = 0; i < count; i++) {
      question.show(passed[i]);
      values[i] = rank.value(question, request);
    }
  }
}
