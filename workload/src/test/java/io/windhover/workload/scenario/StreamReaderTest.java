package io.windhover.workload.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.TaskGroup;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Problem;
import io.windhover.workload.generate.ArrivalPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams of jobs in scenario files. */
class StreamReaderTest {
  private static final String MICRO =
      "catalogue: {types: [{name: micro, cores: 1, prices: {on-demand: 0.02}}]}\n";

  @TempDir private Path folder;

  @BeforeEach
  void writeAJobFile() throws IOException {
    Files.writeString(
        folder.resolve("two.yaml"),
        "deadline: 50m\ntasks: [{name: a, runtime: 3m, retries: 1}, {name: b, runtime: 4m}]\n");
  }

  private Scenario read(String text) throws JobFileException {
    try {
      return ScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), text));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> complaints(String text) {
    try {
      read(text);
      return List.of();
    } catch (JobFileException e) {
      return e.problems().stream()
          .map(Problem::toString)
          .map(line -> line.replace(folder + "/", ""))
          .toList();
    }
  }

  @Test
  void whatIsLeftOutHasItsDefault() throws JobFileException {
    Scenario scenario =
        read(MICRO + "work: {stream: {classes: [{application: pipeline}], jobsPerHour: 6}}\n");
    var stream = (JobStream) scenario.work();

    assertThat(scenario.isStream()).isTrue();
    assertThat(scenario.deviations()).isEqualTo(Deviations.NONE);
    assertThat(stream.arrivals()).isEqualTo(new Arrivals.ByPattern(ArrivalPattern.STABLE, 6, 72));
    JobClass only = stream.classes().get(0);
    assertThat(only.name()).isEqualTo("pipeline");
    assertThat(only.weight()).isEqualTo(1);
    assertThat(only.deadline()).isEqualTo(new Deadline.None());
    // Six an hour for 72 hours are 432, give or take three times their root.
    List<Submission> jobs = scenario.submissions(1);
    assertThat(jobs.size()).isBetween(370, 494);
    assertThat(jobs).map(Submission::atMillis).isSorted();
    assertThat(jobs.get(0).spec().groups()).hasSize(6).allMatch(group -> group.retries() == 3);
    assertThat(jobs).allSatisfy(job -> assertThat(job.spec()).isSameAs(jobs.get(0).spec()));
  }

  @Test
  void classesComeAsTheirWeightsSay() throws JobFileException {
    Scenario scenario =
        read(
            MICRO
                + """
                deadline: 2h
                work:
                  seed: 5
                  stream:
                    classes:
                      - {application: pipeline, deadline: 1h, weight: 3}
                      - {application: pipeline, draw: 9}
                      - {job: two.yaml, weight: 0}
                    pattern: growing
                    jobsPerHour: 100
                    hours: 10
                """);
    var counts =
        scenario.submissions(1).stream()
            .collect(Collectors.groupingBy(job -> job.spec().name(), Collectors.counting()));

    // Of about 1000 jobs three of four; the deviation of the count is 14.
    assertThat(counts.keySet()).containsExactlyInAnyOrder("pipeline", "pipeline-2");
    long first = counts.getOrDefault("pipeline", 0L);
    long second = counts.getOrDefault("pipeline-2", 0L);
    assertThat(first - 3 * second).isBetween(-170L, 170L);
    // The work has a seed of its own.
    assertThat(scenario.submissions(2)).isEqualTo(scenario.submissions(1));
    assertThat(scenario.sameWorkForEverySeed()).isTrue();
    assertThat(((JobStream) scenario.work()).classes())
        .map(JobClass::deadline)
        .containsExactly(
            new Deadline.Within(3_600_000),
            new Deadline.Within(7_200_000),
            new Deadline.Within(7_200_000));
  }

  @Test
  void aJobFileBringsItsDeadlineAndItsRetries() throws JobFileException {
    Scenario scenario =
        read(
            MICRO
                + "work: {stream: {classes: [{job: two.yaml}, {job: two.yaml, retries: 4}],"
                + " arrivals: [10m, 0s, 1h]}}\n");
    List<JobClass> classes = ((JobStream) scenario.work()).classes();

    assertThat(classes).map(JobClass::name).containsExactly("two", "two-2");
    assertThat(classes.get(0).deadline()).isEqualTo(new Deadline.Within(3_000_000));
    assertThat(classes.get(0).spec(1).groups()).map(TaskGroup::retries).containsExactly(1, 0);
    assertThat(classes.get(1).spec(1).groups()).map(TaskGroup::retries).containsExactly(4, 4);
    assertThat(scenario.submissions(1))
        .map(Submission::atMillis)
        .containsExactly(0L, 600_000L, 3_600_000L);
  }

  @Test
  void errorsAndFailuresAreRead() throws JobFileException {
    Scenario scenario =
        read(
            MICRO
                + "work: two.yaml\n"
                + "errors: {runtime: 20%, lag: 12.5%}\n"
                + "failures: {tasks: 1%, vmMeanLife: 48h}\n");

    assertThat(scenario.deviations()).isEqualTo(new Deviations(0.2, 0.125, 0.01, 172_800_000));
    assertThat(scenario.isStream()).isFalse();
    assertThat(scenario.submissions(1)).hasSize(1);
  }

  @Test
  void everythingThatIsWrongIsNamedByLine() {
    assertThat(
            complaints(
                """
                catalogue: {types: [{name: small, cores: 1, prices: {on-demand: 0.02}}]}
                work:
                  stream:
                    classes:
                      - {application: pipelines}
                      - {application: hybrid}
                      - {weight: 2}
                      - {job: two.yaml, draw: 3}
                    pattern: groing
                errors: {runtime: 0.2}
                """))
        .containsExactly(
            "s.yaml:4: work.stream.jobsPerHour: is missing; expected how many, or arrivals",
            "s.yaml:5: work.stream.classes[0].application: \"pipelines\" is not known; did you"
                + " mean \"pipeline\"?",
            "s.yaml:6: work.stream.classes[1].application: hybrid has no times on small; expected"
                + " a catalogue with no types but micro, standard, high-cpu, high-memory",
            "s.yaml:7: work.stream.classes[2]: expected application or job, one of them",
            "s.yaml:8: work.stream.classes[3].draw: a file is not drawn; expected none",
            "s.yaml:9: work.stream.pattern: \"groing\" is not known; did you mean \"growing\"?",
            "s.yaml:10: errors.runtime: 0.2 is not a share; expected one like 20%, up to 100%");
  }
}
