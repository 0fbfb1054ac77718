package io.windhover.experiments.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.Market;
import io.windhover.core.model.TaskId;
import io.windhover.experiments.chart.DrawnSvg.Box;
import io.windhover.experiments.chart.DrawnSvg.Stroke;
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
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What the picture of a stream shows and where, read back from its SVG. */
final class StreamPictureTest {
  private static final long MINUTE = 60_000;
  private static final Offset<Double> PIXEL = Offset.offset(1.0);
  private static final String WRONG = Palette.hex(4);

  /** A picture of one job from 0 to 60 minutes on one spot VM. */
  private static DrawnSvg drawn(JobRecord job, VmRecord vm) throws Exception {
    var attempt =
        new AttemptRecord(
            1,
            vm.id(),
            List.of(0),
            5 * MINUTE,
            50 * MINUTE,
            Outcome.FINISHED,
            0,
            List.of(),
            List.of());
    var run =
        new RunRecord(
            List.of(job),
            60 * MINUTE,
            1,
            vm.frozen().size(),
            vm.frozen().size(),
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
            List.of(new TaskRecord(new TaskId(1, 0), "stage", List.of(attempt))));
    return DrawnSvg.of(new StreamTimeline("t", run, Optional.of(new Span(0, 60 * MINUTE))).svg());
  }

  private static JobRecord job(long endMinute, long dueMinute) {
    long due = dueMinute < 0 ? Deadline.NEVER_MILLIS : dueMinute * MINUTE;
    return new JobRecord(1, "pipeline", 1, 0, endMinute * MINUTE, due, true);
  }

  private static VmRecord vm(VmRecord.End end, List<Span> frozen, List<Long> notices) {
    return new VmRecord(
        7,
        "small",
        Optional.of(Market.SPOT),
        1,
        0,
        5 * MINUTE,
        50 * MINUTE,
        50 * MINUTE,
        end,
        1,
        0,
        frozen,
        notices);
  }

  private static VmRecord kept() {
    return vm(VmRecord.End.RELEASED, List.of(), List.of());
  }

  /** Where a minute of the hour stands. */
  private static double x(double minute) {
    return StreamLayout.LEFT + (StreamLayout.RIGHT - StreamLayout.LEFT) * minute / 60;
  }

  private static List<Box> above(List<Box> boxes, double y) {
    return boxes.stream().filter(box -> box.y() < y).toList();
  }

  /** Signs of the legend stand below the axis. */
  private static double axis(DrawnSvg picture) {
    return picture.word("30m").y() - 16;
  }

  @Test
  void aJobIsABarFromItsSubmissionToItsEnd() throws Exception {
    DrawnSvg picture = drawn(job(50, 55), kept());
    Box bar = picture.boxes(Palette.hex(1)).get(0);

    assertThat(bar.x()).isCloseTo(x(0), PIXEL);
    assertThat(bar.right()).isCloseTo(x(50), PIXEL);
    assertThat(picture.word("1").y()).isBetween(bar.y(), bar.bottom());
    assertThat(above(picture.boxes(WRONG), axis(picture))).isEmpty();
  }

  @Test
  void aDeadlineIsATickAndALateEndIsVermilion() throws Exception {
    DrawnSvg inTime = drawn(job(40, 55), kept());
    assertThat(above(inTime.boxes("solid"), axis(inTime)))
        .anySatisfy(tick -> assertThat(tick.x() + 0.9).isCloseTo(x(55), PIXEL));

    DrawnSvg late = drawn(job(50, 30), kept());
    Box tooLate = above(late.boxes(WRONG), axis(late)).get(0);
    assertThat(tooLate.x()).isCloseTo(x(30), PIXEL);
    assertThat(tooLate.right()).isCloseTo(x(50), PIXEL);
    assertThat(late.word("late, or work lost").y()).isGreaterThan(axis(late));
  }

  /** A deadline beyond the picture is a line to its edge; without one there is none. */
  @Test
  void aDeadlineBeyondTheEdgeIsALineToIt() throws Exception {
    assertThat(drawn(job(42, 600), kept()).strokes())
        .anySatisfy(
            line -> {
              assertThat(line.x1()).isCloseTo(x(42), PIXEL);
              assertThat(line.x2()).isEqualTo(StreamLayout.RIGHT);
            });
    DrawnSvg free = drawn(job(42, -1), kept());
    assertThat(free.words()).noneMatch(word -> word.text().equals("deadline"));
    assertThat(free.strokes()).noneMatch(line -> Math.abs(line.x1() - x(42)) < 1);
  }

  @Test
  void hibernationsAreHatchedFromTheFreezeToTheThaw() throws Exception {
    var frozen = new Span(10 * MINUTE, 25 * MINUTE);
    DrawnSvg picture = drawn(job(50, 55), vm(VmRecord.End.RELEASED, List.of(frozen), List.of()));
    List<Box> hatched = above(picture.boxes("url(#hatch)"), axis(picture));

    assertThat(hatched).hasSize(1);
    assertThat(hatched.get(0).x()).isCloseTo(x(10), PIXEL);
    assertThat(hatched.get(0).right()).isCloseTo(x(25), PIXEL);
    assertThat(picture.word("hibernated").y()).isGreaterThan(axis(picture));
  }

  @Test
  void aNoticeIsADashedLineAndALostVmABarAtItsEnd() throws Exception {
    DrawnSvg picture = drawn(job(50, 55), vm(VmRecord.End.LOST, List.of(), List.of(48 * MINUTE)));
    List<Stroke> notices =
        picture.strokes().stream()
            .filter(line -> line.dashed() && line.y2() <= axis(picture))
            .toList();

    assertThat(notices).hasSize(1);
    assertThat(notices.get(0).x1()).isCloseTo(x(48), PIXEL);
    assertThat(above(picture.boxes("solid"), axis(picture)))
        .anySatisfy(
            bar -> {
              assertThat(bar.width()).isEqualTo(3);
              assertThat(bar.x() + 1.5).isCloseTo(x(50), PIXEL);
              assertThat(bar.bottom()).isGreaterThanOrEqualTo(notices.get(0).y2());
            });
    assertThat(picture.word("notice").y()).isEqualTo(picture.word("VM lost").y());
    DrawnSvg calm = drawn(job(50, 55), kept());
    assertThat(calm.strokes()).noneMatch(Stroke::dashed);
    assertThat(calm.words()).noneMatch(word -> word.text().equals("VM lost"));
  }

  @Test
  void spotVmsHaveABandOfTheirOwn() throws Exception {
    DrawnSvg picture = drawn(job(50, 55), kept());

    assertThat(picture.word("small spot").x()).isLessThan(StreamLayout.LEFT);
    assertThat(picture.word("up to 1 at once").y()).isGreaterThan(picture.word("small spot").y());
  }

  /** Everything at once: the longest legend there can be. */
  @Test
  void nothingStandsOutsideThePicture() throws Exception {
    var frozen = new Span(10 * MINUTE, 25 * MINUTE);
    DrawnSvg picture =
        drawn(job(50, 30), vm(VmRecord.End.LOST, List.of(frozen), List.of(48 * MINUTE)));

    assertThat(picture.words())
        .allMatch(word -> word.y() > 0 && word.y() < picture.height() && word.x() > 0);
    DrawnSvg.Word last = picture.word("VM lost");
    assertThat(last.x() + last.text().length() * 7.5).isLessThan(picture.width());
    assertThat(picture.boxes(WRONG)).allMatch(box -> box.right() <= picture.width());
  }
}
