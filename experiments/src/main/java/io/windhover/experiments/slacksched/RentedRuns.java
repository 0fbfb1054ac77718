package io.windhover.experiments.slacksched;

import io.windhover.experiments.paper.Findings;
import io.windhover.simulator.KillOrder;
import io.windhover.simulator.harvest.Allocation;
import io.windhover.simulator.harvest.ClusterSpec;
import io.windhover.workload.generate.HarvestWork;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs on rented machines, each once, on all cores; and what must hold for all of them. */
final class RentedRuns {
  private record Place(ClusterSpec cluster, Allocation allocation, long seed) {}

  private final Map<Rented, List<Rented.Outcome>> done = new LinkedHashMap<>();
  private final Map<Place, Double> cores = new HashMap<>();

  void run(List<Rented> cases, int seeds) {
    List<Rented> missing = cases.stream().distinct().filter(one -> !done.containsKey(one)).toList();
    List<Place> places = new ArrayList<>();
    for (Rented one : missing) {
      for (long seed = 1; seed <= seeds; seed++) {
        places.add(place(one, seed));
      }
    }
    List<Place> unknown =
        places.stream().distinct().filter(place -> !cores.containsKey(place)).toList();
    List<Double> found = unknown.parallelStream().map(RentedRuns::coresAt).toList();
    for (int i = 0; i < unknown.size(); i++) {
      cores.put(unknown.get(i), found.get(i));
    }
    record Run(Rented one, long seed) {}
    List<Run> todo = new ArrayList<>();
    for (Rented one : missing) {
      for (long seed = 1; seed <= seeds; seed++) {
        todo.add(new Run(one, seed));
      }
    }
    List<Rented.Outcome> outcomes =
        todo.parallelStream()
            .map(
                run ->
                    run.one()
                        .run(cores.getOrDefault(place(run.one(), run.seed()), 0.0), run.seed()))
            .toList();
    for (int i = 0; i < todo.size(); i++) {
      done.computeIfAbsent(todo.get(i).one(), one -> new ArrayList<>()).add(outcomes.get(i));
    }
  }

  private static Place place(Rented one, long seed) {
    return new Place(one.cluster(), one.allocation(), seed);
  }

  /** What 64 harvest machines that nobody trades have there while a small job runs. */
  private static double coresAt(Place place) {
    HarvestWork little = HarvestWork.STANDARD.withJobs(10, 1, 1);
    Rented probe =
        new Rented(
            Policies.CAPACITY,
            KillOrder.NEWEST,
            place.cluster(),
            place.allocation(),
            Rented.Kind.HARVEST,
            false,
            false,
            Rented.EPOCH_MINUTES,
            little);
    return probe.run(1, place.seed()).watch().meanCores();
  }

  Runs measured(Rented one) {
    return new Runs(outcomes(one).stream().map(Rented.Outcome::measured).toList());
  }

  List<Watch> watches(Rented one) {
    return outcomes(one).stream().map(Rented.Outcome::watch).toList();
  }

  private List<Rented.Outcome> outcomes(Rented one) {
    List<Rented.Outcome> outcomes = done.get(one);
    if (outcomes == null) {
      throw new IllegalStateException("was not run: " + one);
    }
    return outcomes;
  }

  void promises(Findings findings) {
    List<String> tooFew = new ArrayList<>();
    List<String> undone = new ArrayList<>();
    int epochs = 0;
    int count = 0;
    for (Map.Entry<Rented, List<Rented.Outcome>> entry : done.entrySet()) {
      for (Rented.Outcome outcome : entry.getValue()) {
        count++;
        epochs += outcome.watch().epochs();
        tooFew.addAll(outcome.watch().tooFew());
        undone.addAll(outcome.watch().undone());
      }
    }
    String seen = "%d ends of epochs in %d runs".formatted(epochs, count);
    findings.check(
        "acquirer never drains below the work's need", tooFew.isEmpty(), detail(seen, tooFew));
    findings.check(
        "scaling and acquiring do not undo each other", undone.isEmpty(), detail(seen, undone));
  }

  private static String detail(String seen, List<String> wrong) {
    return wrong.isEmpty()
        ? seen
        : "%s, %d times, first: %s".formatted(seen, wrong.size(), wrong.get(0));
  }
}
