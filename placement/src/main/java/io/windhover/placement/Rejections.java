package io.windhover.placement;

import io.windhover.placement.Placement.Rejection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Counts hosts by the reason for which they were rejected. */
final class Rejections {
  private String[] reasons = new String[8];
  private int[] hosts = new int[8];
  private int count;

  void clear() {
    count = 0;
  }

  void add(String reason, int more) {
    int at = 0;
    while (at < count && !reasons[at].equals(reason)) {
      at++;
    }
    if (at == reasons.length) {
      reasons = Arrays.copyOf(reasons, at * 2);
      hosts = Arrays.copyOf(hosts, at * 2);
    }
    if (at == count) {
      reasons[count] = reason;
      hosts[count++] = 0;
    }
    hosts[at] += more;
  }

  /** The most frequent first. */
  List<Rejection> list() {
    List<Rejection> list = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      list.add(new Rejection(reasons[i], hosts[i]));
    }
    list.sort(
        Comparator.comparingInt(Rejection::hosts).reversed().thenComparing(Rejection::reason));
    return List.copyOf(list);
  }
}
