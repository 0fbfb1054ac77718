package io.windhover.placement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Small dense numbers for names and for sets of names; never forgotten, so bounded by variety. */
final class Names {
  static final int UNKNOWN = -1;

  private final Map<String, Integer> zones = new LinkedHashMap<>();
  private final Map<List<String>, Integer> traitSets = new LinkedHashMap<>();
  private final List<List<String>> traitSetById = new ArrayList<>();

  int zone(String name) {
    return zones.computeIfAbsent(name, key -> zones.size());
  }

  int knownZone(String name) {
    return zones.getOrDefault(name, UNKNOWN);
  }

  int traitSet(List<String> sorted) {
    Integer known = traitSets.get(sorted);
    if (known != null) {
      return known;
    }
    int id = traitSets.size();
    traitSets.put(sorted, id);
    traitSetById.add(sorted);
    return id;
  }

  /** For each set of traits whether it has all the wanted ones. */
  void mark(List<String> wanted, boolean[] bySet) {
    for (int id = 0; id < traitSetById.size(); id++) {
      bySet[id] = wanted.isEmpty() || traitSetById.get(id).containsAll(wanted);
    }
  }

  int traitSetCount() {
    return traitSetById.size();
  }
}
