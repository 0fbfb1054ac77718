package io.windhover.workload.scenario;

import io.windhover.core.model.Deadline;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import io.windhover.workload.Node;
import io.windhover.workload.Problems;
import io.windhover.workload.Section;
import io.windhover.workload.Shown;
import io.windhover.workload.Values;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.TaskTimes;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/** Reads one class of the jobs of a stream. */
final class JobClassReader {
  static final List<String> FIELDS =
      List.of("name", "application", "job", "draw", "deadline", "weight", "retries");
  static final List<String> APPLICATIONS =
      Arrays.stream(Application.values()).map(Application::text).toList();

  static final int WEIGHT_MAX = 1_000_000;
  static final int RETRIES_MAX = 1_000;

  /** Of what is generated; a file has its own. */
  static final int RETRIES = 3;

  private static final List<String> TIMED =
      List.of(TaskTimes.MICRO, TaskTimes.STANDARD, TaskTimes.HIGH_CPU, TaskTimes.HIGH_MEMORY);

  private final Problems problems;
  private final Values values;
  private final Function<String, Path> beside;
  private final List<String> types;

  /**
   * A reader for one scenario.
   *
   * @param beside where files that it names lie
   * @param types of the catalogue
   */
  JobClassReader(Problems problems, Function<String, Path> beside, List<String> types) {
    this.problems = problems;
    this.values = new Values(problems);
    this.beside = beside;
    this.types = List.copyOf(types);
  }

  /** Empty when it was complained about. */
  Optional<JobClass> read(
      Node node, String path, Optional<Deadline> otherwise, List<JobClass> before)
      throws JobFileException {
    int complaints = problems.count();
    if (!(node instanceof Node.Fields map)) {
      values.wrong(
          node,
          path,
          Shown.node(node) + " is not a map; expected one like {application: pipeline}");
      return Optional.empty();
    }
    var section = new Section(map, path, FIELDS, "a class of jobs", problems);
    if (section.lacks("application") == section.lacks("job")) {
      problems.add(map.line(), path, "expected application or job, one of them");
      return Optional.empty();
    }
    Optional<Work> work = section.value("job").isPresent() ? file(section) : generated(section);
    double weight =
        section
            .value("weight")
            .map(n -> values.amount(n, section.path("weight"), WEIGHT_MAX, "a weight"))
            .map(Number::doubleValue)
            .orElse(1.0);
    Optional<Integer> retries =
        section.value("retries").map(n -> values.whole(n, section.path("retries"), 0, RETRIES_MAX));
    Optional<Deadline> own = deadline(section, otherwise);
    if (work.isEmpty() || problems.count() > complaints) {
      return Optional.empty();
    }
    return Optional.of(
        new JobClass(
            name(section, work.get(), before),
            work.get().source(),
            own.orElse(work.get().deadline()),
            weight,
            retries.isPresent() ? OptionalInt.of(retries.get()) : work.get().retries()));
  }

  /** What a class is about, with what holds unless the class says otherwise. */
  private record Work(
      String name, JobClass.Source source, Deadline deadline, OptionalInt retries) {}

  private Optional<Deadline> deadline(Section section, Optional<Deadline> otherwise) {
    Optional<Deadline> own =
        section
            .value("deadline")
            .map(n -> new Deadline.Within(values.spanMillis(n, section.path("deadline"))));
    return own.isPresent() ? own : otherwise;
  }

  /** Two classes of one name would be hard to tell apart. */
  private String name(Section section, Work work, List<JobClass> before) {
    String name =
        section.value("name").map(n -> values.name(n, section.path("name"))).orElse(work.name());
    String unique = name;
    for (int i = 2; taken(unique, before); i++) {
      unique = name + "-" + i;
    }
    return unique;
  }

  private static boolean taken(String name, List<JobClass> before) {
    return before.stream().anyMatch(other -> other.name().equals(name));
  }

  private Optional<Work> generated(Section section) {
    Node node = section.value("application").orElse(new Node.Broken(0));
    int before = problems.count();
    String text = values.oneOf(node, section.path("application"), APPLICATIONS);
    if (problems.count() > before) {
      return Optional.empty();
    }
    Application application =
        Arrays.stream(Application.values())
            .filter(a -> a.text().equals(text))
            .findFirst()
            .orElseThrow();
    types.stream()
        .filter(type -> !TIMED.contains(type))
        .findFirst()
        .ifPresent(
            type ->
                values.wrong(
                    node,
                    section.path("application"),
                    "%s has no times on %s; expected a catalogue with no types but %s"
                        .formatted(text, type, String.join(", ", TIMED))));
    OptionalLong draw = OptionalLong.empty();
    if (section.value("draw").isPresent()) {
      Node seed = section.value("draw").get();
      draw = OptionalLong.of(values.whole(seed, section.path("draw"), 0, ScenarioReader.SEED_MAX));
    }
    return Optional.of(
        new Work(
            text,
            new JobClass.Generated(application, draw),
            new Deadline.None(),
            OptionalInt.of(RETRIES)));
  }

  private Optional<Work> file(Section section) throws JobFileException {
    section
        .value("draw")
        .ifPresent(
            n -> values.wrong(n, section.path("draw"), "a file is not drawn; expected none"));
    Node node = section.value("job").orElse(new Node.Broken(0));
    if (!(node instanceof Node.Text text)
        || text.kind() != Node.Kind.TEXT
        || text.text().isBlank()) {
      values.wrong(
          node, section.path("job"), Shown.node(node) + " is not a file; expected a job file");
      return Optional.empty();
    }
    Path path = beside.apply(text.text());
    var spec = JobFileReader.read(path).spec();
    if (spec.deadline() instanceof Deadline.At && section.value("deadline").isEmpty()) {
      values.wrong(
          node,
          section.path("job"),
          "its deadline is a time of day, and virtual time has none; expected a deadline here");
    }
    return Optional.of(
        new Work(
            spec.name(), new JobClass.Given(spec.groups()), spec.deadline(), OptionalInt.empty()));
  }
}
