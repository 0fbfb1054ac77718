package io.windhover.experiments.hads;

import io.windhover.core.policy.Chronicle;
import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.hads.PaperSetting.Cell;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.simulator.cloud.PoissonMarket.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Figure 13: how many tasks two spot VMs have before them in one run of ED200 in sc2. */
final class Figure13 {
  private static final String FIGURE = "figure13";
  private static final int SEEDS_TRIED = 10;
  private static final long GRID_MILLIS = 30_000;
  private static final List<String> TYPES = List.of("c4.large", "c3.large");

  private static final Cell ED200 =
      new Cell(PaperSetting.JOBS.get(3), PaperSetting.SCENARIOS.get(1));

  /** A VM's tasks by the moment from which it has so many. */
  private record Course(int machine, String type, TreeMap<Long, Integer> tasks) {
    int atFirst() {
      return tasks.firstEntry().getValue();
    }

    /** What it took in after it had run dry. */
    int stolen() {
      int before = atFirst();
      int stolen = 0;
      boolean dry = false;
      for (int now : tasks.values()) {
        stolen += dry && now > before ? now - before : 0;
        dry |= now == 0;
        before = now;
      }
      return stolen;
    }
  }

  private final Findings findings;
  private final Rival rival;

  private final Cell cell;

  Figure13(Findings findings) {
    this.findings = findings;
    this.rival = Rival.HADS_AUTHORS;
    this.cell = ED200;
  }

  void run() {
    int seed = firstSeed();
    List<Course> courses = courses(seed);
    findings.section(
        FIGURE,
        "tasks left on two spot VMs during one run in sc2",
        "Reading run, seed %d: the first of %d in which both VMs run dry and steal, or 1."
                .formatted(seed, SEEDS_TRIED)
            + " hads-authors: with D_spot as printed hads has hardly a spot VM in ED200.",
        "The paper gives 8 and 6 tasks at first, but its text and its captions do not agree on"
            + " which VM has which, and 4 (c4.large) and 6 (c3.large) stolen.");
    List<Series> series = new ArrayList<>();
    for (String type : TYPES) {
      Optional<Course> best = best(courses, type);
      if (best.isPresent()) {
        series.add(series(best.get()));
        rows(best.get(), seed);
      }
    }
    findings.chart(
        new Chart(
            FIGURE,
            FIGURE,
            "%s, %s, seed %d: tasks running and waiting on a VM, by minute"
                .formatted(cell.name(), rival.name(), seed),
            "tasks",
            "minutes",
            Kind.STEPS,
            false,
            grid(),
            series));
  }

  private void rows(Course course, int seed) {
    double stolen = course.type().equals("c4.large") ? 4 : 6;
    boolean published = cell.equals(ED200);
    findings.row(
        row(course, "tasks at first", course.atFirst(), seed)
            .with(published ? Published.range(6, 8) : Published.NOTHING));
    findings.row(
        row(course, "tasks stolen", course.stolen(), seed)
            .with(published ? Published.value(stolen) : Published.NOTHING));
  }

  private Row row(Course course, String metric, int tasks, int seed) {
    return Row.of(FIGURE, cell.name(), rival.name(), metric, tasks, "")
        .with("reading", Reading.RUN.text())
        .with("spotLimit", rival.spotLimit())
        .with("type", course.type())
        .with("seed", seed);
  }

  private int firstSeed() {
    return IntStream.rangeClosed(1, SEEDS_TRIED)
        .parallel()
        .filter(seed -> bothSteal(courses(seed)))
        .findFirst()
        .orElse(1);
  }

  private static boolean bothSteal(List<Course> courses) {
    return TYPES.stream()
        .allMatch(type -> best(courses, type).filter(course -> course.stolen() > 0).isPresent());
  }

  /** The VM of the type that stole most, then the one that had most at first. */
  private static Optional<Course> best(List<Course> courses, String type) {
    Course best = null;
    for (Course course : courses) {
      if (course.type().equals(type)
          && (best == null
              || course.stolen() > best.stolen()
              || (course.stolen() == best.stolen() && course.atFirst() > best.atFirst()))) {
        best = course;
      }
    }
    return Optional.ofNullable(best);
  }

  /** One course for each spot VM of the run. */
  private List<Course> courses(int seed) {
    SortedMap<Integer, Course> courses = new TreeMap<>();
    new Trial(cell, Reading.RUN, 0, seed)
        .run(
            rival.policy().get(),
            PaperSetting.cloud(cell.scenario(), Reading.RUN, seed),
            (batch, decision, world) -> {
              if (world.memory() instanceof Chronicle chronicle) {
                Map<Integer, Integer> tasks = chronicle.tasksByMachine();
                courses.forEach(
                    (machine, course) ->
                        course.tasks().put(batch.atMillis(), tasks.getOrDefault(machine, 0)));
                tasks.forEach(
                    (machine, count) -> {
                      boolean spot =
                          world
                              .machine(machine)
                              .flatMap(one -> world.offer(one.offer()))
                              .filter(offer -> offer.isSpot())
                              .isPresent();
                      if (spot && !courses.containsKey(machine)) {
                        String type = world.machine(machine).orElseThrow().spec().type();
                        Course course = new Course(machine, type, new TreeMap<>());
                        course.tasks().put(batch.atMillis(), count);
                        courses.put(machine, course);
                      }
                    });
              }
            });
    return List.copyOf(courses.values());
  }

  private static Series series(Course course) {
    List<Value> values = new ArrayList<>();
    for (long at = 0; at <= PaperSetting.DEADLINE_MILLIS; at += GRID_MILLIS) {
      Map.Entry<Long, Integer> before = course.tasks().floorEntry(at);
      values.add(Value.of(before == null ? 0 : before.getValue()));
    }
    return new Series(course.type() + " (m" + course.machine() + ")", values);
  }

  private static List<String> grid() {
    List<String> minutes = new ArrayList<>();
    for (long at = 0; at <= PaperSetting.DEADLINE_MILLIS; at += GRID_MILLIS) {
      minutes.add(at % 60_000 == 0 ? Long.toString(at / 60_000) : "");
    }
    return minutes;
  }
}
