package io.windhover.policies.harvest.match;

import java.util.List;
import java.util.Optional;

/**
 * Algorithm 1 of SlackSched: a task goes to the node with the least expected completion time, and
 * waits for it when it has no room now.
 *
 * <p>Where the paper is silent: a task that waits claims the room it waits for, so that the tasks
 * after it see it taken; taken literally, all of them would wait for the same cores. Of equal
 * expectations the node that has been still for longest is taken, then the lowest id.
 */
public final class MatchMaker {
  /**
   * Where a task goes.
   *
   * @param startMillis 0 for now, or how long it waits
   */
  public record Choice(Node node, long startMillis, double expectedMillis) {
    public boolean now() {
      return startMillis == 0;
    }
  }

  private final Outlook outlook;

  public MatchMaker(Outlook outlook) {
    this.outlook = outlook;
  }

  /** The best node for the task, its room claimed; empty when no node can ever take it. */
  public Optional<Choice> match(Request task, List<Node> nodes) {
    return new Pass(outlook, nodes).match(task);
  }

  /** Each of the tasks in turn, as {@link #match} does. */
  public List<Optional<Choice>> matchAll(List<Request> tasks, List<Node> nodes) {
    Pass pass = new Pass(outlook, nodes);
    return tasks.stream().map(pass::match).toList();
  }

  /** The best node for the task; empty when no node can ever take it. */
  public Optional<Choice> best(Request task, List<Node> nodes) {
    Search search = new Search(task, outlook);
    search.scan(nodes);
    return search.choice();
  }
}
