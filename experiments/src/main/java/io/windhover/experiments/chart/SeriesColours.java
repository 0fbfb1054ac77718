package io.windhover.experiments.chart;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Which colour of the palette each series of a chart has. A policy has the same colour in every
 * picture, whatever stands beside it; charts compare policies of one family, so families share the
 * palette. Series that are no policies take what is left, in order.
 */
final class SeriesColours {
  private static final int FREE = -1;

  private static final Map<String, Integer> POLICIES =
      Map.ofEntries(
          // Bags of tasks.
          Map.entry("bag", 0),
          Map.entry("hads", 1),
          Map.entry("hads-authors", 2),
          Map.entry("hads-printed", 3),
          Map.entry("on-demand", 7),
          Map.entry("on-demand only", 7),
          Map.entry("spot-no-hibernation", 5),
          Map.entry("spot without hibernation", 5),
          // What no policy can beat, of bags and of workflows.
          Map.entry("lower bound", 6),
          // Workflows.
          Map.entry("workflow", 0),
          Map.entry("scs", 1),
          Map.entry("scs-printed", 3),
          Map.entry("greedy", 2),
          Map.entry("gain", 5),
          Map.entry("gain-wait", 7),
          Map.entry("ic-pcp", 4),
          // Machines that shrink.
          Map.entry("harvest", 0),
          Map.entry("slack", 1),
          Map.entry("slack-alt", 3),
          Map.entry("capacity", 6),
          Map.entry("no-delay", 2),
          Map.entry("replicate", 5),
          Map.entry("checkpoint-migrate", 7),
          Map.entry("oracle", 4));

  private SeriesColours() {}

  /** A colour for each of these names, all different while there are enough of them. */
  static List<Integer> of(List<String> names) {
    List<Integer> colours = new ArrayList<>(Collections.nCopies(names.size(), FREE));
    // The policy itself comes before what the paper says of it.
    for (int i = 0; i < names.size(); i++) {
      take(names.get(i), i, colours);
    }
    for (int i = 0; i < names.size(); i++) {
      take(policy(names.get(i)), i, colours);
    }
    int next = 0;
    for (int i = 0; i < colours.size(); i++) {
      if (colours.get(i) == FREE) {
        while (next < Palette.COUNT && colours.contains(next)) {
          next++;
        }
        colours.set(i, next < Palette.COUNT ? next : i);
      }
    }
    return colours;
  }

  private static void take(String name, int series, List<Integer> colours) {
    int fixed = POLICIES.getOrDefault(name, FREE);
    if (colours.get(series) == FREE && !colours.contains(fixed)) {
      colours.set(series, fixed);
    }
  }

  /** "SCS, published" is SCS. */
  private static String policy(String name) {
    int end = name.indexOf(',');
    return (end < 0 ? name : name.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }
}
