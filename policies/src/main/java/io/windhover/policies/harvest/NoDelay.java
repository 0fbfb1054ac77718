package io.windhover.policies.harvest;

import io.windhover.core.model.Need;
import io.windhover.policies.harvest.frame.Method;
import io.windhover.policies.harvest.frame.Turn;
import io.windhover.policies.harvest.frame.Waiting;
import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.match.Outlook;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * SlackSchedNoDelay (section 4.1): each task starts on the node with room that it is likeliest to
 * complete on; nothing waits for a better one.
 */
public record NoDelay() implements Method {
  @Override
  public String name() {
    return "no-delay";
  }

  @Override
  public void place(Turn turn) {
    List<Waiting> waiting = turn.waiting();
    if (waiting.isEmpty()) {
      return;
    }
    Outlook outlook = new Outlook.ByBigrams(turn.history());
    List<Node> nodes = turn.nodes();
    // What nobody has room for, nobody will have after others have taken room.
    Set<Need> tooMuch = new LinkedHashSet<>();
    for (Waiting task : waiting) {
      if (tooMuch.contains(task.request().need())) {
        continue;
      }
      Node best = null;
      double bestCompletes = -1;
      for (Node node : nodes) {
        if (!Capacity.fitsNow(task, node)) {
          continue;
        }
        double completes =
            outlook.completes(node.last(), node.elapsedMillis(), task.request().durationMillis());
        if (best == null
            || completes > bestCompletes
            || (completes == bestCompletes && node.elapsedMillis() > best.elapsedMillis())) {
          best = node;
          bestCompletes = completes;
        }
      }
      if (best == null) {
        tooMuch.add(task.request().need());
      } else {
        Capacity.take(task, best);
        turn.start(task, best.id());
      }
    }
  }
}
