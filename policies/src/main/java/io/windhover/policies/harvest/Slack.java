package io.windhover.policies.harvest;

import io.windhover.policies.harvest.frame.Method;
import io.windhover.policies.harvest.frame.Turn;
import io.windhover.policies.harvest.frame.Waiting;
import io.windhover.policies.harvest.match.MatchMaker;
import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.match.Outlook;
import java.util.List;

/**
 * SlackSched's scheduler (section 3.1, Algorithm 1): each task in turn goes to, or waits for, the
 * node with the least expected completion time.
 *
 * @param byShrinks completion probability by Appendix B.2 rather than Equation 1
 */
public record Slack(boolean byShrinks) implements Method {
  @Override
  public String name() {
    return byShrinks ? "slack-alt" : "slack";
  }

  @Override
  public void place(Turn turn) {
    Outlook outlook =
        byShrinks ? new Outlook.ByShrinks(turn.history()) : new Outlook.ByBigrams(turn.history());
    MatchMaker maker = new MatchMaker(outlook);
    List<Node> nodes = turn.nodes();
    for (Waiting task : turn.waiting()) {
      maker
          .match(task.request(), nodes)
          .filter(MatchMaker.Choice::now)
          .ifPresent(choice -> turn.start(task, choice.node().id()));
    }
  }
}
