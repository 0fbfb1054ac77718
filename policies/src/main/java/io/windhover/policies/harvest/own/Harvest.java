package io.windhover.policies.harvest.own;

import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.MachineView;
import io.windhover.policies.harvest.frame.Batch;
import io.windhover.policies.harvest.frame.Line;
import io.windhover.policies.harvest.frame.Method;
import io.windhover.policies.harvest.frame.Turn;
import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.predict.Drops;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Long tasks on machines whose cores come and go; our own.
 *
 * <p>From SlackSched it takes the question, where will this task be done soonest, waiting and
 * restarts included, and the claim on room that is waited for. It departs from it in four ways. A
 * task is at risk only from a drop so deep that the kill order reaches it ({@link Stack}), by how
 * far machines as large and as still have fallen and how this one differs ({@link Drops}). What
 * counts is the job: a task that could be killed and done again before the longest of its job ends
 * may go where nobody else would. Within a job the longest task chooses first. And steady room has
 * a price, so that it is left to those who need it.
 *
 * @param newestFirst whether a shrink kills the newest first, as YARN 3.5.0 does
 */
public record Harvest(boolean newestFirst, Weights weights) implements Method {
  /**
   * What a millisecond of each is worth in milliseconds of a job's completion.
   *
   * @param waiting of a task that need not hurry
   * @param waste work that is expected to be done again
   * @param steady room that would be safe for the longest task there is
   * @param harm expected loss of tasks that a new one makes likelier to be killed
   */
  public record Weights(double waiting, double waste, double steady, double harm) {
    /** Where the newest are killed first, waiting to save work costs more than it saves. */
    private static final Weights NEWEST = new Weights(0.3, 0, 0.1, 1.5);

    private static final Weights OLDEST = new Weights(0.3, 0.2, 0.1, 1.5);

    /** What was best on some seeds of the clusters C1 to C8, others than those results are of. */
    public static Weights usual(boolean newestFirst) {
      return newestFirst ? NEWEST : OLDEST;
    }
  }

  public Harvest(boolean newestFirst) {
    this(newestFirst, Weights.usual(newestFirst));
  }

  @Override
  public String name() {
    return "harvest";
  }

  @Override
  public void place(Turn turn) {
    List<Batch> waiting = turn.batches();
    if (waiting.isEmpty()) {
      return;
    }
    SortedMap<Integer, Long> targets = targets(turn, waiting);
    long longest = targets.values().stream().mapToLong(Long::longValue).max().orElse(1);
    List<Node> nodes = turn.nodes();
    Yard yard = yard(turn, nodes, longest);
    new Line(turn, inOrder(waiting), nodes)
        .place(
            tasks ->
                yard.place(tasks.request(), targets.getOrDefault(tasks.job(), longest))
                    .filter(choice -> choice.startMillis() == 0)
                    .map(choice -> choice.node().id())
                    .orElse(Line.WAITS));
  }

  private Yard yard(Turn turn, List<Node> nodes, long longestMillis) {
    Yard yard = new Yard(turn.drops(), weights, newestFirst, longestMillis);
    for (Node node : nodes) {
      MachineView machine = turn.world().machine(node.id()).orElseThrow();
      yard.add(node, machine.spec().cores());
      for (AttemptView attempt : machine.attempts()) {
        int cores = attempt.group().spec().need().cores();
        yard.occupy(cores, turn.leftMillis(attempt), attempt.ranMillis(turn.nowMillis()));
      }
    }
    return yard;
  }

  /** When each job with waiting tasks will be done at best: its longest task, running or not. */
  private static SortedMap<Integer, Long> targets(Turn turn, List<Batch> waiting) {
    SortedMap<Integer, Long> targets = new TreeMap<>();
    for (Batch task : waiting) {
      targets.merge(task.job(), task.request().durationMillis(), Math::max);
    }
    for (MachineView machine : turn.world().machines()) {
      for (AttemptView attempt : machine.attempts()) {
        targets.computeIfPresent(
            attempt.id().task().job(), (job, millis) -> Math.max(millis, turn.leftMillis(attempt)));
      }
    }
    return targets;
  }

  /** Jobs in their order, the longest task of a job first. */
  private static List<Batch> inOrder(List<Batch> waiting) {
    SortedMap<Integer, Integer> places = new TreeMap<>();
    waiting.forEach(task -> places.putIfAbsent(task.job(), places.size()));
    List<Batch> ordered = new ArrayList<>(waiting);
    ordered.sort(
        Comparator.<Batch>comparingInt(task -> -task.group().spec().priority())
            .thenComparingInt(task -> places.get(task.job()))
            .thenComparingLong(task -> -task.request().durationMillis()));
    return ordered;
  }
}
