package io.windhover.workload.scenario;

import io.windhover.core.model.Deadline;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Node;
import io.windhover.workload.Problems;
import io.windhover.workload.Section;
import io.windhover.workload.Shown;
import io.windhover.workload.Values;
import io.windhover.workload.generate.ArrivalPattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads a stream of jobs: its classes, and when they come. */
final class StreamReader {
  static final List<String> FIELDS =
      List.of("classes", "pattern", "jobsPerHour", "hours", "arrivals");
  static final List<String> PATTERNS =
      Arrays.stream(ArrivalPattern.values()).map(ArrivalPattern::text).toList();

  static final int JOBS_PER_HOUR_MAX = 1_000_000;
  static final int HOURS_MAX = 100_000;
  static final int JOBS_MAX = 1_000_000;

  private static final String PATH = "work.stream";
  private static final double HOURS = 72;

  private final Problems problems;
  private final Values values;
  private final JobClassReader classes;

  StreamReader(Problems problems, JobClassReader classes) {
    this.problems = problems;
    this.values = new Values(problems);
    this.classes = classes;
  }

  /**
   * Empty when there were complaints.
   *
   * @param deadline of classes that name none
   */
  Optional<WorkChoice> read(Node node, Optional<Deadline> deadline, OptionalLong seed)
      throws JobFileException {
    int before = problems.count();
    if (!(node instanceof Node.Fields map)) {
      values.wrong(
          node,
          PATH,
          Shown.node(node) + " is not a map; expected classes, pattern and jobsPerHour");
      return Optional.empty();
    }
    var section = new Section(map, PATH, FIELDS, "a stream", problems);
    if (section.lacks("classes")) {
      problems.add(
          map.line(),
          section.path("classes"),
          "is missing; expected a list like [{application: pipeline, deadline: 1h}]");
    }
    List<JobClass> read =
        section.value("classes").isEmpty()
            ? List.of()
            : classes(section.value("classes").get(), section, deadline);
    Arrivals arrivals = arrivals(section, map.line());
    return problems.count() > before
        ? Optional.empty()
        : Optional.of(new JobStream(read, arrivals, seed));
  }

  private List<JobClass> classes(Node node, Section section, Optional<Deadline> deadline)
      throws JobFileException {
    List<JobClass> found = new ArrayList<>();
    if (!(node instanceof Node.Items list) || list.items().isEmpty()) {
      values.wrong(
          node, section.path("classes"), Shown.node(node) + " names none; expected a list of them");
      return found;
    }
    for (int i = 0; i < list.items().size(); i++) {
      classes
          .read(list.items().get(i), section.path("classes") + "[" + i + "]", deadline, found)
          .ifPresent(found::add);
    }
    return found;
  }

  private Arrivals arrivals(Section section, int line) {
    if (section.value("arrivals").isPresent()) {
      for (String other : List.of("pattern", "jobsPerHour", "hours")) {
        section
            .value(other)
            .ifPresent(
                n ->
                    values.wrong(
                        n, section.path(other), "arrivals say it all; expected only one of both"));
      }
      return listed(section.value("arrivals").get(), section.path("arrivals"));
    }
    if (section.lacks("jobsPerHour")) {
      problems.add(line, section.path("jobsPerHour"), "is missing; expected how many, or arrivals");
    }
    ArrivalPattern pattern =
        section
            .value("pattern")
            .map(n -> values.oneOf(n, section.path("pattern"), PATTERNS))
            .map(StreamReader::pattern)
            .orElse(ArrivalPattern.STABLE);
    double jobs = positive(section, "jobsPerHour", JOBS_PER_HOUR_MAX, "how many on the whole", 1);
    double hours = positive(section, "hours", HOURS_MAX, "how long it lasts", HOURS);
    if (jobs * hours > JOBS_MAX) {
      problems.add(
          line,
          PATH,
          "%,.0f jobs are too many; expected at most %,d".formatted(jobs * hours, JOBS_MAX));
    }
    return new Arrivals.ByPattern(pattern, jobs, hours);
  }

  private static ArrivalPattern pattern(String text) {
    return Arrays.stream(ArrivalPattern.values())
        .filter(pattern -> pattern.text().equals(text))
        .findFirst()
        .orElseThrow();
  }

  private double positive(Section section, String field, int max, String what, double otherwise) {
    if (section.value(field).isEmpty()) {
      return otherwise;
    }
    Node node = section.value(field).get();
    int before = problems.count();
    double value = values.amount(node, section.path(field), max, what).doubleValue();
    if (value == 0 && problems.count() == before) {
      values.wrong(node, section.path(field), "is none at all; expected more than 0");
    }
    return value;
  }

  private Arrivals listed(Node node, String path) {
    List<Long> atMillis = new ArrayList<>();
    if (!(node instanceof Node.Items list) || list.items().isEmpty()) {
      values.wrong(
          node, path, Shown.node(node) + " names no time; expected a list like [0s, 10m, 1h]");
      return new Arrivals.Listed(atMillis);
    }
    for (int i = 0; i < list.items().size(); i++) {
      atMillis.add(values.spanOrNoneMillis(list.items().get(i), path + "[" + i + "]"));
    }
    return new Arrivals.Listed(atMillis);
  }
}
