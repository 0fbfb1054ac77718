package io.windhover.experiments.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Market;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Chronicle;
import io.windhover.simulator.record.AttemptRecord;
import io.windhover.simulator.record.AttemptRecord.Outcome;
import io.windhover.simulator.record.JobRecord;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.Span;
import io.windhover.simulator.record.TaskRecord;
import io.windhover.simulator.record.VmRecord;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A spot machine freezes after a checkpoint; its task ends on an on-demand one. */
class TimelineTest {
  private static final long MINUTE = 60_000;

  private static RunRecord run() {
    var frozen = new Span(10 * MINUTE, 20 * MINUTE);
    return new RunRecord(
        List.of(new JobRecord(1, "bag", 1, 0, 25 * MINUTE, 30 * MINUTE, true)),
        25 * MINUTE,
        1,
        1,
        1,
        0,
        0,
        0,
        frozen.millis(),
        1,
        1,
        1,
        1,
        0,
        new TreeMap<>(),
        List.of(
            new Chronicle.Mark("D_spot", 0, 22 * MINUTE),
            new Chronicle.Mark("mtt", 1, 5 * MINUTE),
            new Chronicle.Mark("mtt", 1, 15 * MINUTE)),
        List.of(),
        List.of(
            vm(1, Market.SPOT, 0, 20 * MINUTE, List.of(frozen)),
            vm(2, Market.ON_DEMAND, 15 * MINUTE, 25 * MINUTE, List.of())),
        List.of(
            new TaskRecord(
                new TaskId(1, 0),
                "render/7",
                List.of(
                    attempt(1, 1, MINUTE, 15 * MINUTE, Outcome.STOPPED),
                    attempt(2, 2, 16 * MINUTE, 25 * MINUTE, Outcome.FINISHED)))));
  }

  private static VmRecord vm(int id, Market market, long from, long to, List<Span> frozen) {
    return new VmRecord(
        id,
        "c3.large",
        Optional.of(market),
        1,
        from,
        from + MINUTE,
        to,
        to,
        VmRecord.End.RELEASED,
        1,
        frozen);
  }

  private static AttemptRecord attempt(int number, int vm, long from, long to, Outcome how) {
    boolean first = number == 1;
    return new AttemptRecord(
        number,
        vm,
        List.of(0),
        from,
        to,
        how,
        0,
        first ? List.of(new Span(10 * MINUTE, 15 * MINUTE)) : List.of(),
        first ? List.of(new Span(8 * MINUTE, 9 * MINUTE)) : List.of());
  }

  @Test
  void everythingThatHappenedIsThere() {
    String svg = new Timeline("a < b", run()).svg();

    assertThat(svg)
        .startsWith("<svg")
        .endsWith("</svg>\n")
        .contains(">a &lt; b<", ">c3.large spot m1<", ">c3.large on-demand m2<", ">render/7<")
        .contains(">D at 30 min →<", ">D_spot<", ">mtt<", "url(#hatch)", ">minutes<")
        .contains("fill=\"" + Palette.hex(4) + "\"");
  }

  @Test
  void twoRunsStandAboveEachOtherOnOneScale() throws Exception {
    var pair = new TimelinePair(new Timeline("live", run()), new Timeline("simulated", run()));
    List<DrawnSvg.Word> named =
        DrawnSvg.of(pair.svg()).words().stream()
            .filter(word -> word.text().equals("render/7"))
            .toList();
    assertThat(named).hasSizeGreaterThanOrEqualTo(2);
    DrawnSvg.Word upper = named.get(0);
    DrawnSvg.Word lower = named.get(named.size() / 2);
    assertThat(lower.x()).isEqualTo(upper.x());
    assertThat(lower.y()).isGreaterThan(upper.y() + 100);
    assertThat(pair.svg()).contains(">live<", ">simulated<");
  }

  /** The machine froze at minute 10: a trigger at 5 was over when it was set. */
  @Test
  void aTriggerIsDrawnOnlyWhereItMattered() {
    String svg = new Timeline("t", run()).svg();
    String trigger = "stroke=\"" + Palette.hex(1) + "\"";

    // One in the picture, one in the legend.
    assertThat(svg.split(trigger, -1)).hasSize(3);
  }

  private static RunRecord marked(List<Chronicle.Mark> marks, long minutes) {
    RunRecord run = anHourHalfUsed();
    var job = new JobRecord(1, "chain", 1, 0, minutes * MINUTE, 3000 * MINUTE, true);
    return new RunRecord(
        List.of(job),
        minutes * MINUTE,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        1,
        0,
        0,
        0,
        new TreeMap<>(),
        marks,
        List.of(),
        run.vms(),
        run.tasks());
  }

  /** Sixteen machines rented at one moment once wrote one name sixteen times on itself. */
  @Test
  void marksAtOneMomentAreOneLineWithOneName() {
    var mark = new Chronicle.Mark("on-demand", 0, 10 * MINUTE);
    var beside = new Chronicle.Mark("on-demand", 0, 11 * MINUTE);
    var far = new Chronicle.Mark("on-demand", 0, 40 * MINUTE);
    String svg = new Timeline("t", marked(List.of(mark, mark, beside, far), 60)).svg();

    assertThat(svg.split(">on-demand<", -1)).as("the near one has no room").hasSize(3);
    assertThat(svg.split("stroke=\"" + Palette.hex(5) + "\"", -1)).hasSize(4);
  }

  @Test
  void longRunsAreCountedInHours() {
    assertThat(new Timeline("t", marked(List.of(), 1900)).svg())
        .contains(">4h<", ">D at 50h →<", ">time since the beginning<")
        .doesNotContain(">minutes<");
    assertThat(new Timeline("t", marked(List.of(), 200)).svg())
        .contains(">30<", ">D at 3000 min →<", ">minutes<");
  }

  @Test
  void theSameRunIsTheSameText() {
    assertThat(new Timeline("t", run()).svg()).isEqualTo(new Timeline("t", run()).svg());
  }

  /**
   * One machine, paid for an hour of which its task needs half; nothing froze, nothing was lost.
   */
  private static RunRecord anHourHalfUsed() {
    var vm =
        new VmRecord(
            1,
            "small",
            Optional.of(Market.ON_DEMAND),
            1,
            0,
            MINUTE,
            31 * MINUTE,
            60 * MINUTE,
            VmRecord.End.RELEASED,
            1,
            List.of());
    var attempt =
        new AttemptRecord(
            1, 1, List.of(0), MINUTE, 31 * MINUTE, Outcome.FINISHED, 0, List.of(), List.of());
    return new RunRecord(
        List.of(new JobRecord(1, "chain", 1, 0, 31 * MINUTE, 40 * MINUTE, true)),
        31 * MINUTE,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        1,
        0,
        0,
        0,
        new TreeMap<>(),
        List.of(),
        List.of(),
        List.of(vm),
        List.of(new TaskRecord(new TaskId(1, 0), "stage", List.of(attempt))));
  }

  @Test
  void timePaidForAndIdleIsHatchedAndExplained() {
    String svg = new Timeline("t", anHourHalfUsed()).svg();

    assertThat(svg).contains(">paid for, idle<", ">D<", ">deadline D<", ">60<");
    // The lease and the legend.
    assertThat(svg.split("url\\(#idle\\)", -1)).hasSize(3);
  }

  /** The work ends after 25 minutes: the 30 of the deadline are a word at the edge. */
  @Test
  void thePictureEndsWhereTheWorkEnds() {
    assertThat(new Timeline("t", run()).svg()).contains(">24<").doesNotContain(">26<", ">30<");
  }

  @Test
  void noticesAndLostMachinesAreDrawn() {
    VmRecord kept = anHourHalfUsed().vms().get(0);
    var lost =
        new VmRecord(
            1,
            "small",
            Optional.of(Market.SPOT),
            1,
            0,
            MINUTE,
            31 * MINUTE,
            31 * MINUTE,
            VmRecord.End.LOST,
            1,
            0,
            List.of(),
            List.of(29 * MINUTE));

    assertThat(new Timeline("t", with(lost)).svg()).contains(">notice<", ">VM lost<");
    assertThat(new Timeline("t", with(kept)).svg()).doesNotContain(">notice<", ">VM lost<");
  }

  private static RunRecord with(VmRecord vm) {
    RunRecord run = anHourHalfUsed();
    return new RunRecord(
        run.jobs(),
        run.endedAtMillis(),
        run.costNanos(),
        0,
        0,
        vm.notices().size(),
        vm.end() == VmRecord.End.LOST ? 1 : 0,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        new TreeMap<>(),
        List.of(),
        List.of(),
        List.of(vm),
        run.tasks());
  }

  @Test
  void theLegendExplainsOnlyWhatIsThere() {
    assertThat(new Timeline("t", anHourHalfUsed()).svg())
        .contains(">task<", ">starting up<", ">on demand<")
        .doesNotContain(">hibernated<", ">checkpoint<", ">work lost<", ">mtt<");
    assertThat(new Timeline("t", run()).svg())
        .contains(">hibernated<", ">checkpoint<", ">work lost<", ">mtt<")
        .doesNotContain(">paid for, idle<");
  }
}
