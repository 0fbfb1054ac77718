package io.windhover.workload.harvest;

import io.windhover.workload.Node;
import io.windhover.workload.Problems;
import io.windhover.workload.Section;
import io.windhover.workload.Shown;
import io.windhover.workload.Values;
import io.windhover.workload.generate.HarvestWork;
import io.windhover.workload.generate.TaskDurations;
import io.windhover.workload.generate.TaskDurations.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what jobs come to harvest machines; what is left out is as in the standard setting. */
final class HarvestWorkReader {
  static final List<String> FIELDS =
      List.of(
          "durations",
          "jobs",
          "tasks",
          "cores",
          "load",
          "overestimate",
          "underestimate",
          "interruptible",
          "rates");
  static final List<String> APPLICATIONS = List.of("seismic-a", "seismic-b", "genomics");
  static final List<String> DURATION_FIELDS = List.of("shape", "least", "most");
  static final List<String> SHAPES = List.of("uniform", "gaussian", "bounded-pareto");
  static final List<String> RANGE_FIELDS = List.of("least", "most");
  static final int JOBS_MAX = 10_000;
  static final int TASKS_MAX = 10_000;
  static final int CORES_MAX = 64;
  static final int LOAD_MAX = 100;
  static final int RATE_MAX = 1_000;

  private static final String PATH = "work.harvest";

  private final Problems problems;
  private final Values values;

  HarvestWorkReader(Problems problems) {
    this.problems = problems;
    this.values = new Values(problems);
  }

  /** Where changes are so rare that tasks may take half a day. */
  static boolean isCalm(String cluster) {
    return cluster.equals("C7") || cluster.equals("C8");
  }

  /** The standard setting where it was complained about. */
  HarvestWork read(Node node, String cluster) {
    HarvestWork usual = isCalm(cluster) ? HarvestWork.STANDARD_LONG : HarvestWork.STANDARD;
    if (!(node instanceof Node.Fields map)) {
      values.wrong(
          node, PATH, Shown.node(node) + " is not a map; expected one like {durations: genomics}");
      return usual;
    }
    int before = problems.count();
    var section = new Section(map, PATH, FIELDS, "work for harvest machines", problems);
    TaskDurations durations =
        section
            .value("durations")
            .map(n -> durations(n, section.path("durations")))
            .orElse(usual.durations());
    int jobs =
        section
            .value("jobs")
            .map(n -> values.whole(n, section.path("jobs"), 1, JOBS_MAX))
            .orElse(usual.jobs());
    int[] tasks =
        section
            .value("tasks")
            .map(n -> range(n, section.path("tasks")))
            .orElse(new int[] {usual.tasksLeast(), usual.tasksMost()});
    double load = positive(section, "load", LOAD_MAX, "a share of the cores, like 0.7", 0.7);
    double error = error(section);
    double interruptible =
        section
            .value("interruptible")
            .map(n -> values.share(n, section.path("interruptible")))
            .orElse(0.0);
    List<Integer> cores =
        section.value("cores").map(n -> cores(n, section.path("cores"))).orElse(usual.cores());
    List<Double> rates =
        section
            .value("rates")
            .map(n -> rates(n, section.path("rates")))
            .orElse(usual.rateFactors());
    return problems.count() > before
        ? usual
        : new HarvestWork(
            jobs, tasks[0], tasks[1], cores, durations, load, error, interruptible, rates);
  }

  private double error(Section section) {
    Optional<Node> over = section.value("overestimate");
    Optional<Node> under = section.value("underestimate");
    if (over.isPresent() && under.isPresent()) {
      values.wrong(
          under.get(), section.path("underestimate"), "beside overestimate; expected one of both");
    }
    if (over.isPresent()) {
      return values.share(over.get(), section.path("overestimate"));
    }
    double share = under.map(n -> values.share(n, section.path("underestimate"))).orElse(0.0);
    if (share == 1) {
      under.ifPresent(
          n -> values.wrong(n, section.path("underestimate"), "100% is all; expected less"));
    }
    return share == 0 ? 0 : -share;
  }

  private double positive(Section section, String field, int max, String what, double otherwise) {
    return section
        .value(field)
        .map(n -> positive(n, section.path(field), max, what))
        .orElse(otherwise);
  }

  private double positive(Node node, String path, int max, String what) {
    int before = problems.count();
    double value = values.amount(node, path, max, what).doubleValue();
    if (value == 0 && problems.count() == before) {
      values.wrong(node, path, "is none at all; expected more than 0");
    }
    return value;
  }

  private TaskDurations durations(Node node, String path) {
    if (!(node instanceof Node.Fields map)) {
      return switch (values.oneOf(node, path, APPLICATIONS)) {
        case "seismic-b" -> TaskDurations.SEISMIC_B;
        case "genomics" -> TaskDurations.GENOMICS;
        default -> TaskDurations.SEISMIC_A;
      };
    }
    var section = new Section(map, path, DURATION_FIELDS, "durations", problems);
    String shape =
        section
            .value("shape")
            .map(n -> values.oneOf(n, section.path("shape"), SHAPES))
            .orElse(SHAPES.get(0));
    long[] bounds = new long[RANGE_FIELDS.size()];
    int before = problems.count();
    for (int i = 0; i < bounds.length; i++) {
      String field = RANGE_FIELDS.get(i);
      if (section.lacks(field)) {
        problems.add(map.line(), section.path(field), "is missing; expected a span like 75m");
      }
      bounds[i] =
          section.value(field).map(n -> values.spanMillis(n, section.path(field))).orElse(1L);
    }
    if (problems.count() == before && bounds[0] > bounds[1]) {
      values.wrong(node, path, "is out of order; expected least <= most");
    }
    return problems.count() > before
        ? TaskDurations.SEISMIC_A
        : new TaskDurations(shape(shape), bounds[0], bounds[1]);
  }

  private static Shape shape(String text) {
    return switch (text) {
      case "gaussian" -> Shape.GAUSSIAN;
      case "bounded-pareto" -> Shape.BOUNDED_PARETO;
      default -> Shape.UNIFORM;
    };
  }

  /** A single number stands for both. */
  private int[] range(Node node, String path) {
    if (!(node instanceof Node.Fields map)) {
      int same = values.whole(node, path, 1, TASKS_MAX);
      return new int[] {same, same};
    }
    var section = new Section(map, path, RANGE_FIELDS, "a range", problems);
    int[] range = {1, 1};
    int before = problems.count();
    for (int i = 0; i < range.length; i++) {
      String field = RANGE_FIELDS.get(i);
      if (section.lacks(field)) {
        problems.add(map.line(), section.path(field), "is missing; expected how many");
      }
      range[i] =
          section
              .value(field)
              .map(n -> values.whole(n, section.path(field), 1, TASKS_MAX))
              .orElse(1);
    }
    if (problems.count() == before && range[0] > range[1]) {
      values.wrong(node, path, "is out of order; expected least <= most");
    }
    return range;
  }

  private List<Integer> cores(Node node, String path) {
    if (!(node instanceof Node.Items list)) {
      return List.of(values.whole(node, path, 1, CORES_MAX));
    }
    List<Integer> cores = new ArrayList<>();
    for (int i = 0; i < list.items().size(); i++) {
      cores.add(values.whole(list.items().get(i), path + "[" + i + "]", 1, CORES_MAX));
    }
    if (cores.isEmpty()) {
      values.wrong(node, path, "names none; expected a list like [2, 4]");
    }
    return cores;
  }

  private List<Double> rates(Node node, String path) {
    List<Double> rates = new ArrayList<>();
    if (!(node instanceof Node.Items list) || list.items().isEmpty()) {
      values.wrong(node, path, Shown.node(node) + " names none; expected a list like [1, 2, 4]");
      return rates;
    }
    for (int i = 0; i < list.items().size(); i++) {
      rates.add(
          positive(list.items().get(i), path + "[" + i + "]", RATE_MAX, "a factor of the rate"));
    }
    return rates;
  }
}
