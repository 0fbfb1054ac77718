package io.windhover.experiments.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Market;
import io.windhover.core.model.TaskId;
import io.windhover.simulator.record.AttemptRecord;
import io.windhover.simulator.record.AttemptRecord.Outcome;
import io.windhover.simulator.record.JobRecord;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.Span;
import io.windhover.simulator.record.TaskRecord;
import io.windhover.simulator.record.VmRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Three jobs of one task on two types; the third is late. */
class StreamTimelineTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  private static RunRecord run(List<JobRecord> jobs, List<VmRecord> vms, List<TaskRecord> tasks) {
    return new RunRecord(
        jobs,
        5 * HOUR,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        2,
        0,
        0,
        0,
        new TreeMap<>(),
        List.of(),
        List.of(),
        vms,
        tasks);
  }

  private static JobRecord job(int id, long from, long to, long deadline) {
    return new JobRecord(id, "pipeline", 1, from, to, deadline, true);
  }

  /** Starts in 5 minutes and is paid to the full hour. */
  private static VmRecord vm(int id, String type, long from, long to) {
    long hours = (to - from + HOUR - 1) / HOUR;
    return new VmRecord(
        id,
        type,
        Optional.of(Market.ON_DEMAND),
        1,
        from,
        from + 5 * MINUTE,
        to,
        from + hours * HOUR,
        VmRecord.End.RELEASED,
        1,
        List.of());
  }

  private static TaskRecord task(int job, int vm, long from, long to) {
    var attempt =
        new AttemptRecord(1, vm, List.of(0), from, to, Outcome.FINISHED, 0, List.of(), List.of());
    return new TaskRecord(new TaskId(job, 0), "stage", List.of(attempt));
  }

  private static RunRecord three() {
    return run(
        List.of(
            job(1, 0, 40 * MINUTE, HOUR),
            job(2, 30 * MINUTE, 80 * MINUTE, 90 * MINUTE),
            job(3, 3 * HOUR, 4 * HOUR + 10 * MINUTE, 4 * HOUR)),
        List.of(
            vm(1, "micro", 0, HOUR),
            vm(2, "standard", 30 * MINUTE, 80 * MINUTE),
            vm(3, "micro", 3 * HOUR, 4 * HOUR + 10 * MINUTE)),
        List.of(
            task(1, 1, 5 * MINUTE, 40 * MINUTE),
            task(2, 2, 35 * MINUTE, 80 * MINUTE),
            task(3, 3, 3 * HOUR + 5 * MINUTE, 4 * HOUR + 10 * MINUTE)));
  }

  private static int count(String text, String part) {
    return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
  }

  @Test
  void jobsTypesAndWhatWasPaidForNothingAreThere() {
    String svg = new StreamTimeline("a < b", three(), Optional.empty()).svg();

    assertThat(svg)
        .startsWith("<svg")
        .contains(">a &lt; b<", ">jobs<", ">3 here<", ">micro<", ">standard<")
        .contains(">1 stage<", ">2 stage<", ">3 stage<")
        .contains(">1h<", ">2h30<", ">deadline<", ">paid for, idle<", ">starting up<")
        .doesNotContain("hibernated", "not drawn");
    // Three leases and the legend.
    assertThat(count(svg, "url(#idle)")).isEqualTo(4);
    // The late end of the third job, and the legend.
    assertThat(count(svg, "fill=\"" + Palette.hex(4) + "\"")).isEqualTo(2);
  }

  /** The late one is not in this part; what does not occur is not explained. */
  @Test
  void theLegendExplainsOnlyWhatIsThere() {
    var window = Optional.of(new Span(0, 100 * MINUTE));
    String svg = new StreamTimeline("t", three(), window).svg();

    assertThat(svg)
        .contains(">deadline<", ">starting up<", ">paid for, idle<")
        .doesNotContain(">late, or work lost<", ">hibernated<");
  }

  /** A fixed colour would vanish on a dark page. */
  @Test
  void deadlinesFollowTheReadersChoiceOfLightOrDark() {
    String svg = new StreamTimeline("t", three(), Optional.empty()).svg();

    assertThat(svg).contains("class=\"solid\"", ".solid { fill: #ddd; }");
    assertThat(svg).doesNotContain("fill=\"#222\"");
  }

  /** The two micro machines never overlap: one row is enough for both. */
  @Test
  void machinesShareARowWhenTheyDoNotOverlap() {
    var layout = new StreamLayout(three(), Optional.empty());

    assertThat(layout.bands()).map(band -> band.name).containsExactly("micro", "standard");
    assertThat(layout.bands()).map(band -> band.lanes).containsExactly(1, 1);
    assertThat(layout.top(1)).isEqualTo(layout.top(3));
  }

  @Test
  void aWindowShowsOnlyItsPart() {
    var window = Optional.of(new Span(2 * HOUR + 50 * MINUTE, 4 * HOUR));
    String svg = new StreamTimeline("t", three(), window).svg();

    assertThat(svg)
        .contains(">1 here<", ">micro<", ">3 stage<", ">3h<", ">4h<")
        .doesNotContain(">standard<", ">1 stage<", ">2 stage<", ">2h30<");
  }

  @Test
  void rowsBeyondAllReadingAreCountedNotDrawn() {
    List<VmRecord> vms = new ArrayList<>();
    for (int id = 1; id <= 400; id++) {
      vms.add(vm(id, "micro", 0, HOUR));
    }
    List<JobRecord> jobs = new ArrayList<>();
    for (int id = 1; id <= 100; id++) {
      jobs.add(job(id, 0, HOUR, HOUR));
    }
    RunRecord run = run(jobs, vms, List.of(task(1, 390, 5 * MINUTE, HOUR)));
    String svg = new StreamTimeline("t", run, Optional.empty()).svg();

    assertThat(svg).contains(">250 rows more are not drawn<", ">60 rows more are not drawn<");
    assertThat(svg).contains(">up to 400 at once<").doesNotContain("stage");
    assertThat(new StreamLayout(run, Optional.empty()).height()).isLessThan(1800);
  }

  @Test
  void aPictureCanBeMadeOfNothing() {
    RunRecord nothing = run(List.of(), List.of(), List.of());

    assertThat(new StreamTimeline("t", nothing, Optional.empty()).svg()).endsWith("</svg>\n");
    assertThat(new StreamTimeline("t", nothing, Optional.empty()).png()).isNotEmpty();
  }
}
