package io.windhover.policies.harvest.own;

import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.MachineView;
import io.windhover.policies.harvest.frame.Method;
import io.windhover.policies.harvest.frame.Turn;
import io.windhover.policies.harvest.frame.Waiting;
import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.match.Room;
import io.windhover.policies.harvest.predict.Drops;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Long tasks on machines whose cores come and go; our own.
 *
 * <p>From SlackSched it takes the question, where will this task be done soonest, waiting and
 * restarts included, and the claim on room that is waited for. It departs from it in four ways. A
 * task is at risk only from a drop so deep that the kill order reaches it ({@link Stack}), by how
 * far machines like this one have fallen and how this one differs ({@link Drops}). What counts is
 * the job: a task that could be killed and done again before the longest of its job ends may go
 * where nobody else would. Within a job the longest task chooses first. And steady room has a
 * price, so that it is left to those who need it.
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
    static Weights usual(boolean newestFirst) {
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
    List<Waiting> waiting = turn.waiting();
    if (waiting.isEmpty()) {
      return;
    }
    Drops drops = turn.drops();
    List<Stack> stacks = stacks(turn);
    SortedMap<Integer, Long> targets = targets(turn, waiting);
    long longest = targets.values().stream().mapToLong(Long::longValue).max().orElse(1);
    inOrder(waiting)
        .forEach(
            task -> {
              long target = targets.getOrDefault(task.job(), longest);
              Choice choice = choose(task, stacks, drops, target, longest);
              if (choice != null) {
                claim(turn, task, choice);
              }
            });
  }

  private record Choice(Stack stack, long startMillis, double cost) {}

  private void claim(Turn turn, Waiting task, Choice choice) {
    task.request().claim(choice.stack().node, choice.startMillis());
    long end = choice.startMillis() + task.request().durationMillis();
    int cores = task.request().need().cores();
    choice.stack().add(new Stack.Occupant(cores, choice.startMillis(), end, 0));
    if (choice.startMillis() == 0) {
      turn.start(task, choice.stack().node.id());
    }
  }

  private @Nullable Choice choose(
      Waiting task, List<Stack> stacks, Drops drops, long targetMillis, long longestMillis) {
    Choice best = null;
    for (Stack stack : stacks) {
      long start = task.request().startMillis(stack.node);
      if (start == Room.NEVER || (best != null && floor(task, start, targetMillis) > best.cost())) {
        continue;
      }
      double cost = cost(task, stack, drops, start, targetMillis, longestMillis);
      if (best == null
          || cost < best.cost()
          || (cost == best.cost()
              && stack.node.elapsedMillis() > best.stack().node.elapsedMillis())) {
        best = new Choice(stack, start, cost);
      }
    }
    return best;
  }

  private double floor(Waiting task, long start, long targetMillis) {
    return Math.max(0, start + task.request().durationMillis() - targetMillis)
        + weights.waiting() * start;
  }

  private double cost(
      Waiting task, Stack stack, Drops drops, long start, long targetMillis, long longestMillis) {
    long duration = task.request().durationMillis();
    int need = task.request().need().cores();
    double killed = 1 - stack.survives(drops, need, start, duration);
    // Killed, on average, halfway; done again without much luck.
    double again = 0.5 * duration + 1.2 * duration;
    double late = Math.max(0, start + again - targetMillis);
    double inTime = Math.max(0, start + duration - targetMillis);
    double steady = stack.survives(drops, need, start, longestMillis);
    return (1 - killed) * inTime
        + killed * Math.max(late, inTime)
        + weights.waiting() * start
        + weights.waste() * killed * duration
        + weights.steady() * steady * duration
        + weights.harm() * stack.harmMillis(drops, need, start, duration);
  }

  private List<Stack> stacks(Turn turn) {
    List<Stack> stacks = new ArrayList<>();
    for (Node node : turn.nodes()) {
      MachineView machine = turn.world().machine(node.id()).orElseThrow();
      Stack stack = new Stack(node, machine.spec().cores(), newestFirst);
      for (AttemptView attempt : machine.attempts()) {
        long ran = attempt.ranMillis(turn.nowMillis());
        stack.add(
            new Stack.Occupant(
                attempt.group().spec().need().cores(), 0, turn.leftMillis(attempt), ran));
      }
      stacks.add(stack);
    }
    return stacks;
  }

  /** When each job with waiting tasks will be done at best: its longest task, running or not. */
  private static SortedMap<Integer, Long> targets(Turn turn, List<Waiting> waiting) {
    SortedMap<Integer, Long> targets = new TreeMap<>();
    for (Waiting task : waiting) {
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
  private static List<Waiting> inOrder(List<Waiting> waiting) {
    SortedMap<Integer, Integer> places = new TreeMap<>();
    waiting.forEach(task -> places.putIfAbsent(task.job(), places.size()));
    List<Waiting> ordered = new ArrayList<>(waiting);
    ordered.sort(
        Comparator.<Waiting>comparingInt(task -> -task.group().spec().priority())
            .thenComparingInt(task -> places.get(task.job()))
            .thenComparingLong(task -> -task.request().durationMillis()));
    return ordered;
  }
}
