package io.windhover.policies.harvest.match;

import io.windhover.core.model.Need;
import io.windhover.policies.harvest.match.MatchMaker.Choice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Many tasks matched with the same nodes, one after the other. Each goes where {@link MatchMaker}
 * would have sent it after looking at every node. The first of a need look at every node, too; when
 * more come, a {@link Shelf} is sorted for them, which shows the few nodes that could be the best.
 */
public final class Pass {
  /** For fewer tasks a shelf is not worth sorting. */
  private static final int SCANS = 2;

  private final Outlook outlook;
  private final List<Node> nodes;
  private final int scans;
  private final Map<Need, Integer> seen = new LinkedHashMap<>();
  private final Map<Need, Shelf> shelves = new LinkedHashMap<>();

  /** The nodes on which room was claimed, in that order, for shelves to catch up with. */
  private final List<Integer> claims = new ArrayList<>();

  public Pass(Outlook outlook, List<Node> nodes) {
    this(outlook, nodes, SCANS);
  }

  Pass(Outlook outlook, List<Node> nodes, int scans) {
    this.outlook = outlook;
    this.nodes = nodes;
    this.scans = scans;
  }

  /** The best node for the task, its room claimed; empty when no node can ever take it. */
  public Optional<Choice> match(Request task) {
    Search search = new Search(task, outlook);
    if (seen.merge(task.need(), 1, Integer::sum) <= scans) {
      search.scan(nodes);
    } else {
      shelves
          .computeIfAbsent(task.need(), need -> new Shelf(outlook, need, nodes, claims))
          .search(search);
    }
    Optional<Choice> best = search.choice();
    best.ifPresent(
        choice -> {
          task.claim(choice.node(), choice.startMillis());
          claims.add(search.bestIndex());
        });
    return best;
  }
}
