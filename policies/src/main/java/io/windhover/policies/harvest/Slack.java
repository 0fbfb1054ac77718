package io.windhover.policies.harvest;

import io.windhover.policies.harvest.frame.Batch;
import io.windhover.policies.harvest.frame.Line;
import io.windhover.policies.harvest.frame.Method;
import io.windhover.policies.harvest.frame.Turn;
import io.windhover.policies.harvest.frame.Waiting;
import io.windhover.policies.harvest.match.Heartbeat;
import io.windhover.policies.harvest.match.MatchMaker;
import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.match.Outlook;
import io.windhover.policies.harvest.match.Pass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * SlackSched's scheduler (section 3.1, Algorithm 1): each task in turn goes to, or waits for, the
 * node with the least expected completion time.
 *
 * @param byShrinks completion probability by Appendix B.2 rather than Equation 1
 * @param threshold of the heartbeat form
 */
public record Slack(boolean byShrinks, Form form, double threshold) implements Method {
  /** What makes it look for a place. */
  public enum Form {
    /** Every task that waits is matched with all nodes (Algorithm 1). */
    FULL("full"),
    /** Each node in turn asks for work (Algorithm 3). */
    HEARTBEAT("heartbeat");

    private final String text;

    Form(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  public Slack(boolean byShrinks) {
    this(byShrinks, Form.FULL, Heartbeat.THRESHOLD);
  }

  @Override
  public String name() {
    return byShrinks ? "slack-alt" : "slack";
  }

  @Override
  public void place(Turn turn) {
    List<Batch> waiting = turn.batches();
    if (waiting.isEmpty()) {
      return;
    }
    Outlook outlook =
        byShrinks ? new Outlook.ByShrinks(turn.history()) : new Outlook.ByBigrams(turn.history());
    if (form == Form.HEARTBEAT) {
      onHeartbeats(turn, new Heartbeat(outlook, threshold));
      return;
    }
    List<Node> nodes = turn.nodes();
    Pass pass = new Pass(outlook, nodes);
    new Line(turn, waiting, nodes)
        .place(
            batch ->
                pass.match(batch.request())
                    .filter(MatchMaker.Choice::now)
                    .map(choice -> choice.node().id())
                    .orElse(Line.WAITS));
  }

  private static void onHeartbeats(Turn turn, Heartbeat heartbeat) {
    List<Node> nodes = turn.nodes();
    List<Waiting> waiting = new ArrayList<>(turn.waiting());
    for (Node node : nodes) {
      boolean asks = true;
      while (asks) {
        Optional<Heartbeat.Choice> choice =
            heartbeat.onReport(waiting.stream().map(Waiting::request).toList(), node, nodes);
        asks = choice.isPresent() && choice.get().startMillis() == 0;
        if (asks) {
          turn.start(waiting.remove(choice.get().task()), choice.get().node().id());
        }
      }
    }
  }
}
