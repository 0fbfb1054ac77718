package io.windhover.placement;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** On which hosts the members of each group run, and how many. */
final class Groups {
  private final Map<String, SortedMap<Integer, Integer>> members = new LinkedHashMap<>();

  void add(String group, int host) {
    if (!group.isEmpty()) {
      members.computeIfAbsent(group, key -> new TreeMap<>()).merge(host, 1, Integer::sum);
    }
  }

  void remove(String group, int host) {
    SortedMap<Integer, Integer> hosts = members.get(group);
    if (hosts == null) {
      return;
    }
    hosts.computeIfPresent(host, (key, count) -> count == 1 ? null : count - 1);
    if (hosts.isEmpty()) {
      members.remove(group);
    }
  }

  /** Host slots by number of members; null for a group without members. */
  @Nullable SortedMap<Integer, Integer> hostsOf(String group) {
    return members.get(group);
  }
}
