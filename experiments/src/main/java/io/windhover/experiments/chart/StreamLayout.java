package io.windhover.experiments.chart;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.Market;
import io.windhover.simulator.record.JobRecord;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.Span;
import io.windhover.simulator.record.VmRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where in the picture of a stream things stand. Jobs and the machines of a type share lanes as far
 * as they do not overlap, so that the height of a band is what was needed at once.
 */
final class StreamLayout {
  static final int WIDTH = 1240;
  static final double LEFT = 150;
  static final double RIGHT = WIDTH - 24;
  static final double TOP = 44;

  /** Beyond this many rows nobody can read anything; the rest is counted. */
  static final int ROWS_MAX = 150;

  static final int JOB_ROWS_MAX = 40;

  private static final int FOOT = 70;
  private static final double BAND_GAP = 18;
  private static final double LANE_GAP = 2;
  private static final double JOB_HEIGHT = 9;
  private static final long MINUTE_MILLIS = 60_000;

  /** The machines of a type, or all jobs. */
  static final class Band {
    final String name;
    final double top;
    final double laneHeight;
    final int lanes;
    final int hidden;

    private Band(String name, double top, double laneHeight, int lanes, int hidden) {
      this.name = name;
      this.top = top;
      this.laneHeight = laneHeight;
      this.lanes = lanes;
      this.hidden = hidden;
    }

    double bottom() {
      return top + lanes * (laneHeight + LANE_GAP);
    }

    double lane(int lane) {
      return top + lane * (laneHeight + LANE_GAP);
    }
  }

  /** What could be drawn, with its lane. */
  private record Placed(String band, int lane) {}

  private final Span shown;
  private final Map<Integer, Double> tops = new LinkedHashMap<>();
  private final Map<Integer, Integer> jobLanes = new LinkedHashMap<>();
  private final List<Band> bands = new ArrayList<>();
  private final Band jobs;
  private final double rowHeight;

  StreamLayout(RunRecord run, Optional<Span> window) {
    shown = window.orElseGet(() -> all(run));
    jobs = jobs(run);
    Map<Integer, Placed> placed = new LinkedHashMap<>();
    Map<String, Integer> lanes = new TreeMap<>();
    Map<String, Integer> cores = new TreeMap<>();
    place(run, placed, lanes, cores);
    int rows = 0;
    for (Map.Entry<String, Integer> band : lanes.entrySet()) {
      rows += band.getValue() * cores.getOrDefault(band.getKey(), 1);
    }
    rowHeight = rows <= 30 ? 16 : rows <= 60 ? 12 : rows <= 100 ? 9 : 6;
    double y = jobs.bottom() + BAND_GAP;
    int left = ROWS_MAX;
    Map<String, Band> byName = new TreeMap<>();
    for (Map.Entry<String, Integer> entry : lanes.entrySet()) {
      int each = cores.getOrDefault(entry.getKey(), 1);
      int kept = Math.min(entry.getValue(), Math.max(1, left / each));
      left -= kept * each;
      Band band = new Band(entry.getKey(), y, rowHeight * each, kept, entry.getValue() - kept);
      bands.add(band);
      byName.put(entry.getKey(), band);
      y = band.bottom() + BAND_GAP;
    }
    placed.forEach((machine, at) -> top(byName, at).ifPresent(t -> tops.put(machine, t)));
  }

  private static Optional<Double> top(Map<String, Band> bands, Placed at) {
    Band band = bands.get(at.band());
    return band == null || at.lane() >= band.lanes
        ? Optional.empty()
        : Optional.of(band.lane(at.lane()));
  }

  private static Span all(RunRecord run) {
    long end = MINUTE_MILLIS;
    for (VmRecord vm : run.vms()) {
      end = Math.max(end, vm.paidUntilMillis());
    }
    for (JobRecord job : run.jobs()) {
      // Where the work ends; a deadline beyond is a line to the edge.
      end = Math.max(end, job.endedAtMillis() < 0 ? run.endedAtMillis() : job.endedAtMillis());
    }
    return new Span(0, end + end / 100);
  }

  private Band jobs(RunRecord run) {
    var lanes = new Lanes();
    for (JobRecord job : run.jobs()) {
      if (overlaps(span(job))) {
        jobLanes.put(job.id(), lanes.put(span(job)));
      }
    }
    int kept = Math.min(lanes.count(), JOB_ROWS_MAX);
    return new Band("jobs", TOP, JOB_HEIGHT, kept, lanes.count() - kept);
  }

  private void place(
      RunRecord run,
      Map<Integer, Placed> placed,
      Map<String, Integer> lanes,
      Map<String, Integer> cores) {
    Map<String, Lanes> byBand = new TreeMap<>();
    List<VmRecord> inOrder = new ArrayList<>(run.vms());
    inOrder.sort(Comparator.comparingLong(VmRecord::requestedAtMillis));
    for (VmRecord vm : inOrder) {
      var lease = new Span(vm.requestedAtMillis(), vm.paidUntilMillis());
      if (vm.cameUp() && overlaps(lease)) {
        String name =
            vm.type() + (vm.market().filter(Market.SPOT::equals).isEmpty() ? "" : " spot");
        int lane = byBand.computeIfAbsent(name, n -> new Lanes()).put(lease);
        placed.put(vm.id(), new Placed(name, lane));
        cores.merge(name, vm.cores(), Math::max);
      }
    }
    byBand.forEach((name, of) -> lanes.put(name, of.count()));
  }

  /** From its submission until it was done, or due if that is later. */
  static Span span(JobRecord job) {
    long end = Math.max(job.submittedAtMillis(), job.endedAtMillis());
    boolean due = job.deadlineAtMillis() != Deadline.NEVER_MILLIS;
    return new Span(job.submittedAtMillis(), due ? Math.max(end, job.deadlineAtMillis()) : end);
  }

  boolean overlaps(Span span) {
    return span.toMillis() >= shown.fromMillis() && span.fromMillis() <= shown.toMillis();
  }

  Span shown() {
    return shown;
  }

  Band jobs() {
    return jobs;
  }

  List<Band> bands() {
    return bands;
  }

  double bottom() {
    return bands.isEmpty() ? jobs.bottom() : bands.get(bands.size() - 1).bottom();
  }

  int height() {
    return (int) Math.ceil(bottom()) + FOOT;
  }

  double rowHeight() {
    return rowHeight;
  }

  /** Its upper edge; empty when it is not drawn. */
  Optional<Double> top(int machine) {
    return Optional.ofNullable(tops.get(machine));
  }

  int jobsShown() {
    return jobLanes.size();
  }

  Optional<Double> jobTop(int job) {
    Integer lane = jobLanes.get(job);
    return lane == null || lane >= jobs.lanes ? Optional.empty() : Optional.of(jobs.lane(lane));
  }

  double x(long atMillis) {
    return axis().x(atMillis);
  }

  TimeAxis axis() {
    return new TimeAxis(shown, LEFT, RIGHT);
  }
}
