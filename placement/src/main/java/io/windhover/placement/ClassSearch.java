package io.windhover.placement;

import io.windhover.placement.Settings.WeightedRank;
import java.util.Arrays;
import java.util.List;

/**
 * Filters and ranks classes of hosts instead of hosts. Hosts of one class that run a member of the
 * request's group are a class of their own, so that affinity is judged exactly.
 */
final class ClassSearch implements Chooser.Tied {
  private final HostTable hosts;
  private final Question question;
  private final Ranking ranking = new Ranking();
  private final Rejections rejections = new Rejections();
  private HostClasses classes;

  /** How many hosts of a class run a member of the group. */
  private int[] members = new int[16];

  /** Class numbers that passed, twice the number, plus 1 for those with a member of the group. */
  private int[] passed = new int[16];

  private int passedCount;

  /** By class and membership, as above: whether it passed, whether it is among the best. */
  private boolean[] passes = new boolean[32];

  private boolean[] best = new boolean[32];
  private int hostsPassed;

  ClassSearch(Cluster cluster) {
    this.hosts = cluster.hosts;
    this.question = cluster.question;
    this.classes = cluster.classes;
  }

  /** Tries the filters on each class; returns how many hosts passed. */
  int filter(HostClasses among, List<HostFilter> filters) {
    classes = among;
    int limit = classes.limit();
    if (limit > members.length) {
      members = new int[limit * 2];
      passed = new int[limit * 4];
      passes = new boolean[limit * 4];
      best = new boolean[limit * 4];
    }
    Arrays.fill(members, 0, limit, 0);
    for (int host : question.groupHosts()) {
      members[classes.classOf(host)]++;
    }
    Arrays.fill(passes, 0, limit * 2, false);
    Arrays.fill(best, 0, limit * 2, false);
    rejections.clear();
    passedCount = 0;
    hostsPassed = 0;
    HostFilter[] inOrder = filters.toArray(HostFilter[]::new);
    for (int number = 0; number < limit; number++) {
      int size = classes.size(number);
      if (size > members[number]) {
        tryFilters(inOrder, number, false, size - members[number]);
      }
      if (members[number] > 0) {
        tryFilters(inOrder, number, true, members[number]);
      }
    }
    return hostsPassed;
  }

  private void tryFilters(HostFilter[] filters, int number, boolean member, int size) {
    question.show(classes.member(number, 0), member);
    String reason = question.firstRejection(filters);
    if (reason != null) {
      rejections.add(reason, size);
      return;
    }
    int candidate = number * 2 + (member ? 1 : 0);
    passes[candidate] = true;
    passed[passedCount++] = candidate;
    hostsPassed += size;
  }

  Rejections rejections() {
    return rejections;
  }

  /** Ranks the classes that passed; returns the best total. */
  double rank(List<WeightedRank> ranks) {
    ranking.begin(passedCount);
    for (WeightedRank weighted : ranks) {
      double[] values = ranking.values();
      for (int i = 0; i < passedCount; i++) {
        show(passed[i]);
        values[i] = weighted.rank().value(question, question.request());
      }
      ranking.addRank(weighted.multiplier());
    }
    ranking.finish();
    for (int i = 0; i < passedCount; i++) {
      best[passed[i]] = ranking.isBest(i);
    }
    return ranking.best();
  }

  /** Takes as best the classes that passed and meet a condition; returns how many hosts. */
  int selectBest(Condition condition) {
    int count = 0;
    for (int i = 0; i < passedCount; i++) {
      int candidate = passed[i];
      int host = show(candidate);
      if (condition.holds(host)) {
        best[candidate] = true;
        count += size(candidate);
      }
    }
    return count;
  }

  /** A condition that holds for all hosts of a class or for none. */
  interface Condition {
    boolean holds(int host);
  }

  private int show(int candidate) {
    int host = classes.member(candidate >> 1, 0);
    question.show(host, (candidate & 1) == 1);
    return host;
  }

  private int size(int candidate) {
    int number = candidate >> 1;
    return (candidate & 1) == 1 ? members[number] : classes.size(number) - members[number];
  }

  boolean hasPassed(int host) {
    return passes[candidateOf(host)];
  }

  int judged() {
    return passedCount;
  }

  private int candidateOf(int host) {
    return classes.classOf(host) * 2 + (question.isMember(host) ? 1 : 0);
  }

  @Override
  public boolean contains(int host) {
    return hosts.live[host] && best[candidateOf(host)];
  }

  @Override
  public void list(Chooser chooser) {
    for (int i = 0; i < passedCount; i++) {
      int candidate = passed[i];
      if (!best[candidate]) {
        continue;
      }
      int number = candidate >> 1;
      for (int at = 0; at < classes.size(number); at++) {
        int host = classes.member(number, at);
        if (candidateOf(host) == candidate) {
          chooser.consider(host);
        }
      }
    }
  }
}
