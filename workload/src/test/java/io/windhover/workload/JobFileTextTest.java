package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.PegasusShape;
import io.windhover.workload.generate.TaskTimes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is written is read as the same job. */
class JobFileTextTest {
  @Test
  void oneTaskALineAndWhatIsUsualIsLeftOut() throws JobFileException {
    String text =
        """
        # drawn
        # by hand
        name: job
        deadline: 2h
        tasks:
          - {name: a, kind: cut, runtime: 13.58s}
          - {name: "true", count: 3, cores: 2, memory: 1024B, requires: ["4k", gpu], runtime: 1m}
          - {name: c, runtime: {big: 1s, small: 2.5s}, after: [a, "true"]}
          - {name: d, runtime: 0s}
        """;
    JobSpec job = Sample.read(text).spec();
    assertThat(JobFileText.of(job, "drawn\nby hand")).isEqualTo(text);
  }

  @ParameterizedTest
  @EnumSource(PegasusShape.class)
  void drawnWorkflowsComeBackAsTheyWere(PegasusShape shape) throws JobFileException {
    for (int tasks : new int[] {shape.tasksMin(), 60, 3_000}) {
      assertReadBack(shape.draw(tasks, tasks));
    }
  }

  @ParameterizedTest
  @EnumSource(Application.class)
  void drawnApplicationsComeBackAsTheyWere(Application application) throws JobFileException {
    assertReadBack(application.job(TaskTimes.SCS, 5, new Deadline.Within(5_400_000)));
  }

  private static void assertReadBack(JobSpec job) throws JobFileException {
    String text = JobFileText.of(job, "");
    assertThat(text.lines()).allMatch(line -> line.length() <= 100);
    JobSpec read = Sample.read(text).spec();
    assertThat(read.name()).isEqualTo(job.name());
    assertThat(read.deadline()).isEqualTo(job.deadline());
    assertThat(read.groups()).isEqualTo(job.groups());
  }

  @Test
  void whatItCannotWriteItRefuses() throws JobFileException {
    JobSpec job = Sample.read("tasks: [{name: a, command: ls}]").spec();
    assertThatThrownBy(() -> JobFileText.of(job, ""))
        .hasMessage("task a is more than simulated work");
  }
}
