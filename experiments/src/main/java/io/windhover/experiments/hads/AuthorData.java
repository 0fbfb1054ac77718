package io.windhover.experiments.hads;

import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskId;
import io.windhover.experiments.paper.BadData;
import io.windhover.policies.bag.plan.AuthorsPlanner;
import io.windhover.policies.bag.plan.BagTask;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The authors' job and environment files, and the plans that their program made of them. */
final class AuthorData {
  private static final String FOLDER = "hads/author-jobs";

  /** What the authors call the markets. */
  private static final String SPOT = "preemptible";

  private static final String ON_DEMAND = "on-demand";

  private static final double BYTES_PER_MB = 1e6;
  private static final double BYTES_PER_GB = 1e9;
  private static final double NANOS_PER_DOLLAR = 1e9;

  /** A task on a core of a machine of a plan. */
  record Place(int task, int core, long startMillis, long endMillis) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      return Integer.compare(task, other.task);
    }

    @Override
    public String toString() {
      return "task %d on core %d, %d to %d ms".formatted(task, core, startMillis, endMillis);
    }
  }

  /**
   * A machine of a plan, by what can be compared: neither ids nor order mean anything.
   *
   * @param kind as in reference_cc.csv: c3.large/preemptible
   */
  record PlannedMachine(String kind, SortedSet<Place> places) {}

  private final Path folder;

  AuthorData(Path data) {
    this.folder = data.resolve(FOLDER);
  }

  List<ReferencePlan> references() {
    return ReferencePlan.read(folder.resolve("reference_cc.csv"));
  }

  List<BagTask> tasks(String job) {
    Path file = folder.resolve(job).resolve("job.json");
    List<BagTask> tasks = new ArrayList<>();
    JsonTree.read(file)
        .member("tasks")
        .members()
        .forEach((name, task) -> tasks.add(task(index(task, name), task)));
    return tasks;
  }

  private static BagTask task(int index, JsonTree task) {
    SortedMap<String, Long> millisByType = new TreeMap<>();
    task.member("runtime").members().forEach((type, s) -> millisByType.put(type, s.millis()));
    long memoryBytes = Math.round(task.member("memory").number() * BYTES_PER_MB);
    return new BagTask(
        new TaskId(1, index),
        new Need(List.of(), 1, memoryBytes),
        new RuntimeEstimate(-1, millisByType));
  }

  /** What may be rented, in the order of the file, with other prices for some spot types. */
  List<Offer> offers(String job, SortedMap<String, Double> spotPrices) {
    JsonTree environment = JsonTree.read(folder.resolve(job).resolve("env.json"));
    List<Offer> offers = new ArrayList<>();
    environment
        .member("instances")
        .members()
        .forEach(
            (type, instance) -> {
              for (Market market : List.of(Market.SPOT, Market.ON_DEMAND)) {
                JsonTree restrictions = instance.member("restrictions");
                if (yes(restrictions.member("markets").member(name(market)))) {
                  double listed = instance.member("prices").member(name(market)).number();
                  double price =
                      market == Market.SPOT ? spotPrices.getOrDefault(type, listed) : listed;
                  offers.add(offer(type, market, instance, price, environment));
                }
              }
            });
    return offers;
  }

  private static Offer offer(
      String type, Market market, JsonTree instance, double price, JsonTree environment) {
    JsonTree restrictions = instance.member("restrictions");
    boolean burstable = yes(restrictions.member("burstable").member("burstable"));
    JsonTree limits =
        environment.member("global_limits").member(instance.member("provider").text());
    return new Offer(
        type + "/" + name(market),
        market,
        new MachineSpec(
            type,
            type,
            burstable ? List.of(AuthorsPlanner.BURSTABLE) : List.of(),
            instance.member("vcpu").whole(),
            Math.round(instance.member("memory").number() * BYTES_PER_GB),
            Math.round(price * NANOS_PER_DOLLAR)),
        restrictions.member("limits").member(name(market)).whole(),
        limits.member(name(market)).whole(),
        instance.member("gflops").number(),
        0,
        Billing.BY_USE);
  }

  /** The machines of the authors' plan for this job and deadline. */
  List<PlannedMachine> map(String job, long deadlineSeconds) {
    Path file = folder.resolve("reference_cc_maps").resolve(job + "_D" + deadlineSeconds + ".json");
    List<PlannedMachine> machines = new ArrayList<>();
    for (JsonTree machine : JsonTree.read(file).member("instances").members().values()) {
      SortedSet<Place> places = new TreeSet<>();
      machine.member("map").members().forEach((core, tasks) -> places.addAll(places(core, tasks)));
      String kind = machine.member("type").text() + "/" + machine.member("market").text();
      machines.add(new PlannedMachine(kind, places));
    }
    return machines;
  }

  private static List<Place> places(String coreName, JsonTree tasks) {
    int core = index(tasks, coreName.replaceFirst("^vcpu_", ""));
    List<Place> places = new ArrayList<>();
    for (Map.Entry<String, JsonTree> task : tasks.members().entrySet()) {
      JsonTree times = task.getValue();
      places.add(
          new Place(
              index(times, task.getKey()),
              core,
              times.member("start").millis(),
              times.member("end").millis()));
    }
    return places;
  }

  private static int index(JsonTree at, String name) {
    try {
      return Integer.parseUnsignedInt(name);
    } catch (NumberFormatException e) {
      throw new BadData(
          "%s: %s: expected a number as name, is '%s'".formatted(at.where(), at.field(), name), e);
    }
  }

  private static boolean yes(JsonTree answer) {
    return answer.text().equals("yes");
  }

  static String name(Market market) {
    return market == Market.SPOT ? SPOT : ON_DEMAND;
  }
}
