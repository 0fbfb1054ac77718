package io.windhover.experiments.chart;

import io.windhover.core.harvest.HarvestTrace.Step;
import io.windhover.simulator.record.JobRecord;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where in the picture of harvest machines things stand. */
final class HarvestLayout {
  static final int WIDTH = 1240;
  static final double LEFT = 118;
  static final double RIGHT = WIDTH - 24;
  static final double TOP = 44;
  static final double JOB_HEIGHT = 8;
  static final int JOB_ROWS_MAX = 40;

  /** Beyond this many bands nobody can read anything; the rest is counted. */
  static final int BANDS_MAX = 100;

  private static final int FOOT = 70;
  private static final double BAND_GAP = 7;
  private static final double JOBS_GAP = 16;
  private static final double CORES_HEIGHT = 300;
  private static final double CORES_HEIGHT_EACH = 55;
  private static final double CORES_HEIGHT_MOST = 1900;
  private static final double CORE_LEAST = 1.2;
  private static final double CORE_MOST = 8;
  private static final double BAND_LEAST = 9;

  /** Machines of one name. */
  static final class Band {
    final String name;
    final List<HarvestTimeline.Machine> machines = new ArrayList<>();
    int coresMax;
    double bottom;

    private Band(String name) {
      this.name = name;
    }
  }

  private final TimeAxis axis;
  private final List<Band> bands = new ArrayList<>();
  private final Map<Integer, Integer> jobLanes = new LinkedHashMap<>();
  private final int hidden;
  private final double coreHeight;
  private final double jobsBottom;
  private final double bottom;

  HarvestLayout(List<HarvestTimeline.Machine> machines, RunRecord run, Span shown) {
    axis = new TimeAxis(shown, LEFT, RIGHT);
    int lanes = Math.min(JOB_ROWS_MAX, placeJobs(run));
    jobsBottom = TOP + lanes * (JOB_HEIGHT + 1);
    Map<String, Band> byName = new LinkedHashMap<>();
    for (HarvestTimeline.Machine machine : machines) {
      int cores = coresMax(machine);
      if (cores > 0) {
        Band band = byName.computeIfAbsent(machine.name(), Band::new);
        band.machines.add(machine);
        band.coresMax = Math.max(band.coresMax, cores);
      }
    }
    List<Band> all = List.copyOf(byName.values());
    bands.addAll(all.subList(0, Math.min(BANDS_MAX, all.size())));
    hidden = all.size() - bands.size();
    int cores = bands.stream().mapToInt(band -> band.coresMax).sum();
    double room = Math.min(CORES_HEIGHT_MOST, CORES_HEIGHT + bands.size() * CORES_HEIGHT_EACH);
    coreHeight = Math.max(CORE_LEAST, Math.min(CORE_MOST, room / Math.max(1, cores)));
    double y = jobsBottom + JOBS_GAP;
    for (Band band : bands) {
      y += Math.max(BAND_LEAST, band.coresMax * coreHeight);
      band.bottom = y;
      y += BAND_GAP;
    }
    bottom = y;
  }

  /** The most it has while it is shown; 0 when it is not. */
  private int coresMax(HarvestTimeline.Machine machine) {
    int most = 0;
    List<Step> steps = machine.steps();
    for (int i = 0; i < steps.size(); i++) {
      long end = machine.endMillis(i, Long.MAX_VALUE);
      if (axis.overlaps(steps.get(i).atMillis(), end - 1)) {
        most = Math.max(most, steps.get(i).cores());
      }
    }
    return most;
  }

  private int placeJobs(RunRecord run) {
    var lanes = new Lanes();
    for (JobRecord job : run.jobs()) {
      long end = job.endedAtMillis() < 0 ? axis.shown().toMillis() : job.endedAtMillis();
      if (axis.overlaps(job.submittedAtMillis(), end)) {
        jobLanes.put(
            job.id(),
            lanes.put(new Span(job.submittedAtMillis(), Math.max(job.submittedAtMillis(), end))));
      }
    }
    return lanes.count();
  }

  TimeAxis axis() {
    return axis;
  }

  List<Band> bands() {
    return bands;
  }

  int hidden() {
    return hidden;
  }

  double coreHeight() {
    return coreHeight;
  }

  double bottom() {
    return bottom;
  }

  int height() {
    return (int) Math.ceil(bottom) + FOOT;
  }

  int jobsShown() {
    return jobLanes.size();
  }

  Optional<Double> jobTop(int job) {
    Integer lane = jobLanes.get(job);
    return lane == null || lane >= JOB_ROWS_MAX
        ? Optional.empty()
        : Optional.of(TOP + lane * (JOB_HEIGHT + 1));
  }
}
