package io.windhover.app.command;

import io.windhover.core.words.Counted;
import io.windhover.placement.Cluster;
import io.windhover.placement.Instance;
import io.windhover.placement.Placement;
import io.windhover.placement.Placement.Placed;
import io.windhover.placement.Placement.Refused;
import io.windhover.placement.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A placement in sentences. */
final class PlaceText {
  private PlaceText() {}

  static List<String> of(Placement answer, Cluster cluster, Request request, String costs) {
    String kind = request.preemptible() ? "preemptible" : "normal";
    if (answer instanceof Refused refused) {
      return List.of("No host for %s: %s".formatted(request.id(), refused.reason()));
    }
    Placed placed = (Placed) answer;
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s goes to %s (%s, %s)".formatted(request.id(), placed.host(), kind, request.size()));
    if (request.maxRunSeconds() > 0) {
      lines.add("  must end %d s after its start".formatted(request.maxRunSeconds()));
    }
    if (placed.victims().isEmpty()) {
      lines.add("  ends nothing: there is room");
      Cluster.Free free = cluster.fullState(placed.host());
      lines.add(
          "  why: %d vCPU, %d MB RAM, %d GB disk are free there, of %s"
              .formatted(
                  free.vcpus(),
                  free.ramMb(),
                  free.diskGb(),
                  Counted.of(cluster.hostCount(), "host")));
      return lines;
    }
    for (String id : placed.victims()) {
      cluster.instance(id).ifPresent(victim -> lines.add("  ends " + described(victim)));
    }
    lines.add("  cost: " + cost(placed.victimCost(), costs));
    lines.add(
        placed.provenCheapest()
            ? "  why: of %s it ranks first, and no cheaper set makes room on it"
                .formatted(Counted.of(cluster.hostCount(), "host"))
            : "  why: it makes room; the search met its limit, so a cheaper set may exist");
    return lines;
  }

  private static String described(Instance victim) {
    long seconds = -victim.startedAtMillis() / 1000;
    return "%s (%s, has run %d h %02d min)"
        .formatted(victim.id(), victim.size(), seconds / 3600, seconds / 60 % 60);
  }

  private static String cost(double cost, String costs) {
    if (costs.isEmpty() || costs.equals("period")) {
      return String.format(Locale.ROOT, "%.0f s into paid periods", cost);
    }
    return String.format(Locale.ROOT, "%.6g (%s)", cost, costs);
  }
}
