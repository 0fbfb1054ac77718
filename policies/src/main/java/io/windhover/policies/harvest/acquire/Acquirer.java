package io.windhover.policies.harvest.acquire;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Algorithm 2 of SlackSched: at the end of each epoch the machines that changed last are traded for
 * new ones, and the number of machines follows the load.
 *
 * <p>Trading and scaling are one sum, so neither undoes the other (Appendix A: "considering the net
 * change"): what scaling lets go are the worst machines, which are then not replaced, and what it
 * adds comes on top of the replacements. New machines are asked for before old ones are drained, so
 * that a new one does not land where an old one was. Nothing is let go below what the work needs:
 * what stays, once the new machines are there, keeps at least the cores that are in use and waited
 * for.
 *
 * @param tradedShare of the machines, those that are traded in an epoch; 0.1 in the paper
 * @param utilisationLeast below this share of cores in use there are too many machines
 * @param utilisationMost above it too few
 */
public record Acquirer(double tradedShare, double utilisationLeast, double utilisationMost) {
  /** Section 3.2: a tenth every hour, between 60 and 80 %. */
  public static final Acquirer PAPER = new Acquirer(0.1, 0.6, 0.8);

  /** What an epoch ends with: so many machines are asked for, and these get no new tasks. */
  public record Plan(int requests, List<Integer> drained) {}

  /**
   * Plans one epoch's end.
   *
   * @param held without those that are drained already
   * @param waitingCores of tasks that wait
   * @param scales whether the number of machines follows the load
   */
  public Plan epochEnds(List<Holding> held, int waitingCores, boolean scales) {
    List<Holding> worstFirst = new ArrayList<>(held);
    worstFirst.removeIf(Holding::coming);
    worstFirst.sort(Comparator.comparingLong(Holding::elapsedMillis).thenComparing(Holding::id));
    int cores = held.stream().mapToInt(Holding::cores).sum();
    int wanted = held.stream().mapToInt(Holding::usedCores).sum() + waitingCores;
    int growth = scales ? growth(held.size(), cores, wanted) : 0;
    int traded = (int) Math.floor(tradedShare * worstFirst.size());
    int goes = Math.min(worstFirst.size(), traded + Math.max(0, -growth));
    int added = Math.max(0, growth);
    double meanCores = held.isEmpty() ? 0 : cores / (double) held.size();
    double left = cores + added * meanCores;
    List<Integer> drained = new ArrayList<>();
    for (Holding machine : worstFirst.subList(0, goes)) {
      // Only who goes is replaced: a trade that is not made brings no cores.
      boolean replaced = drained.size() < traded;
      double then = left + (replaced ? meanCores : 0) - machine.cores();
      if (then >= wanted) {
        drained.add(machine.id());
        left = then;
      }
    }
    return new Plan(added + Math.min(traded, drained.size()), drained);
  }

  /** By how many machines to grow, or shrink below 0, to come back between the bounds. */
  private int growth(int machines, int cores, int wanted) {
    if (machines == 0 || cores == 0) {
      return wanted > 0 ? 1 : 0;
    }
    double meanCores = cores / (double) machines;
    double utilisation = wanted / (double) cores;
    if (utilisation > utilisationMost) {
      return (int) Math.ceil((wanted / utilisationMost - cores) / meanCores);
    }
    if (utilisation < utilisationLeast) {
      return -(int) Math.floor((cores - wanted / utilisationLeast) / meanCores);
    }
    return 0;
  }
}
