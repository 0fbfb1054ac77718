package io.windhover.policies.harvest.match;

import java.util.List;
import java.util.Optional;

/**
 * Algorithm 3 of SlackSched, for managers in which a node reports in and asks for work: of the
 * tasks that fit, the one with the best chance of completing there starts, if that chance is above
 * a threshold; else the shortest task goes through the full match.
 *
 * <p>The threshold is not published. With 0.5 little time is lost; 0.8 waits too much.
 */
public final class Heartbeat {
  public static final double THRESHOLD = 0.5;

  /** What is to be done: this task of the list, there. */
  public record Choice(int task, Node node, long startMillis) {}

  private final Outlook outlook;
  private final double threshold;

  public Heartbeat(Outlook outlook, double threshold) {
    this.outlook = outlook;
    this.threshold = threshold;
  }

  /**
   * What to start now that a node reports, or to wait for. Room is claimed only for what starts: a
   * task that waits is looked at again when the next node reports.
   *
   * @param reporting one of the nodes
   */
  public Optional<Choice> onReport(List<Request> tasks, Node reporting, List<Node> nodes) {
    int best = -1;
    int shortest = -1;
    double bestCompletes = threshold;
    for (int i = 0; i < tasks.size(); i++) {
      Request task = tasks.get(i);
      if (shortest < 0 || task.durationMillis() < tasks.get(shortest).durationMillis()) {
        shortest = i;
      }
      if (task.startMillis(reporting) == 0) {
        double completes =
            outlook.completes(reporting.last(), reporting.elapsedMillis(), task.durationMillis());
        if (completes > bestCompletes) {
          best = i;
          bestCompletes = completes;
        }
      }
    }
    if (best >= 0) {
      tasks.get(best).claim(reporting, 0);
      return Optional.of(new Choice(best, reporting, 0));
    }
    if (shortest < 0) {
      return Optional.empty();
    }
    int task = shortest;
    return new MatchMaker(outlook)
        .best(tasks.get(task), nodes)
        .map(
            choice -> {
              if (choice.now()) {
                tasks.get(task).claim(choice.node(), 0);
              }
              return new Choice(task, choice.node(), choice.startMillis());
            });
  }
}
