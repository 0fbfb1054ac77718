package io.windhover.policies.workflow.justintime;

import io.windhover.core.model.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the choice in step with what comes: tunes it at the 1st, 2nd, 4th ... 256th job, then when
 * jobs come at another rate or a day has gone by.
 */
final class Tuning {
  /** Rehearsals of one search, and tasks in all of them together. */
  private static final int REHEARSALS_MAX = 120;

  private static final int TASKS_MAX = 200_000;
  private static final int WINDOW_TASKS_MAX = 10_000;

  /** Longer pasts are not tried with other rules. */
  private static final int COMPARED_TASKS_MAX = 8_000;

  private static final int COMPARED_JOBS_MIN = 60;
  private static final int COMPARED_JOBS_MAX = 300;
  private static final long COMPARED_MILLIS = 6 * 3_600_000L;

  private static final int DOUBLING_MAX = 256;
  private static final int WINDOW_JOBS_MIN = 100;
  private static final int WINDOW_JOBS_MAX = 240;

  /** So many jobs, no fewer, show how often they come; a shorter past than this is repeated. */
  private static final int REPEATED_JOBS_MIN = 4;

  private static final long REPEATED_MILLIS = 4 * 3_600_000L;
  private static final long LONGER_MILLIS = 12 * 3_600_000L;
  private static final int LONGER_JOBS_MIN = 32;
  private static final int LONGER_JOBS_MAX = 720;
  private static final int LONGER_TASKS_MAX = 12_000;
  private static final long WINDOW_MILLIS = 8 * 3_600_000L;
  private static final long RETUNE_MILLIS = 24 * 3_600_000L;
  private static final int RETUNE_JOBS = 24;
  private static final double RATE_CHANGE = 1.5;

  /** Hundreds of jobs at one moment are no change against hundreds within minutes. */
  private static final long RATE_MILLIS_MIN = 600_000;

  /** With more types than this a rehearsal takes longer in proportion, so there are fewer. */
  private static final int TYPES_USUAL = 4;

  private final List<Rehearsal.Arrival> history = new ArrayList<>();
  private @Nullable Choice choice;
  private int jobs;
  private int jobsAtTune;
  private long tunedAtMillis;
  private double rateAtTune;
  private double margin;
  private long lagMargin = -1;
  private @Nullable Rehearsed rehearsed;

  /** What follows from the choice, made once for each class. */
  private final TreeMap<Integer, Plans> plansByClass = new TreeMap<>();

  /** The plan for the newest job, which has just been noted. */
  Plans plansFor(
      int number,
      List<WorkClass> classes,
      Terms terms,
      double newMargin,
      long lagMarginMillis,
      boolean mayTune) {
    if (mayTune && isDue()) {
      margin = newMargin;
      tune(classes, planners(classes, terms, lagMarginMillis), terms);
    } else if (choice == null || margin != newMargin || number >= choice.plans().size()) {
      boolean same = margin == newMargin && lagMargin == lagMarginMillis;
      margin = newMargin;
      choose(again(planners(classes, terms, lagMarginMillis), same));
    }
    lagMargin = lagMarginMillis;
    Choice now = current();
    return plansByClass.computeIfAbsent(
        number,
        n ->
            Plans.of(
                now.plans().get(n),
                classes.get(n),
                terms,
                new Planner(classes.get(n), terms, lagMarginMillis).whole(margin)));
  }

  Habits habits() {
    return choice == null ? Habits.USUAL : choice.habits();
  }

  /** Null when jobs have come that other rules might not do as well, or too few or too many. */
  private @Nullable Rehearsed rehearsal(
      List<WorkClass> classes, List<Rehearsal.Arrival> window, double nanos, int past) {
    List<@Nullable JobSpec> specs = new ArrayList<>();
    classes.forEach(work -> specs.add(work.comparable()));
    List<JobSpec> specsOf = new ArrayList<>();
    long[] atMillis = new long[window.size()];
    int tasks = 0;
    for (int i = 0; i < atMillis.length; i++) {
      JobSpec spec = specs.get(window.get(i).workClass());
      atMillis[i] = window.get(i).atMillis();
      tasks += classes.get(window.get(i).workClass()).tasks();
      if (spec == null) {
        return null;
      }
      specsOf.add(spec);
    }
    boolean fits = specsOf.size() >= REPEATED_JOBS_MIN && tasks <= COMPARED_TASKS_MAX;
    return fits ? new Rehearsed(specsOf, atMillis, nanos, past, jobs) : null;
  }

  /** What the newest search came to; once. */
  @Nullable Rehearsed takeRehearsed() {
    Rehearsed taken = rehearsed;
    rehearsed = null;
    return taken;
  }

  private void choose(Choice chosen) {
    choice = chosen;
    plansByClass.clear();
  }

  private Choice current() {
    if (choice == null) {
      throw new IllegalStateException("no job has come yet");
    }
    return choice;
  }

  private static List<Planner> planners(
      List<WorkClass> classes, Terms terms, long lagMarginMillis) {
    List<Planner> planners = new ArrayList<>();
    classes.forEach(work -> planners.add(new Planner(work, terms, lagMarginMillis)));
    return planners;
  }

  void note(int number, long atMillis) {
    history.add(new Rehearsal.Arrival(number, atMillis));
    if (history.size() > LONGER_JOBS_MAX) {
      history.remove(0);
    }
    jobs++;
  }

  private boolean isDue() {
    if (jobs <= DOUBLING_MAX) {
      return Integer.bitCount(jobs) == 1;
    }
    long now = history.get(history.size() - 1).atMillis();
    if (now - tunedAtMillis >= RETUNE_MILLIS) {
      return true;
    }
    double change = rate() / rateAtTune;
    return jobs - jobsAtTune >= RETUNE_JOBS
        && now - tunedAtMillis >= RATE_MILLIS_MIN
        && (change > RATE_CHANGE || change < 1 / RATE_CHANGE);
  }

  /** Jobs an hour, lately. */
  private double rate() {
    int last = history.size() - 1;
    int first = last;
    while (first > 0
        && last - first < WINDOW_JOBS_MAX - 1
        && isRecent(first - 1, history.get(last).atMillis())) {
      first--;
    }
    long took = history.get(last).atMillis() - history.get(first).atMillis();
    return (last - first + 1) * 3_600_000.0 / (double) Math.max(RATE_MILLIS_MIN, took);
  }

  private void tune(List<WorkClass> classes, List<Planner> planners, Terms terms) {
    long now = history.get(history.size() - 1).atMillis();
    int first = history.size();
    int tasks = 0;
    while (first > 0
        && tasks < WINDOW_TASKS_MAX
        && history.size() - first < WINDOW_JOBS_MAX
        && isRecent(first - 1, now)) {
      first--;
      tasks += classes.get(history.get(first).workClass()).tasks();
    }
    List<Rehearsal.Arrival> past = List.copyOf(history.subList(first, history.size()));
    // If it is shorter than what is rented at a time, whatever is left unused at its end would make
    // a choice look dear, so it is thought to go on.
    boolean goesOn = past.size() >= REPEATED_JOBS_MIN && past.get(0).atMillis() < now;
    List<Rehearsal.Arrival> window =
        goesOn ? Past.repeated(past, REPEATED_MILLIS, WINDOW_JOBS_MAX) : past;
    tasks = tasks * window.size() / (history.size() - first);
    int rehearsals = Math.min(REHEARSALS_MAX, Math.max(1, fewer(TASKS_MAX, terms.size()) / tasks));
    Tuner tuner =
        new Tuner(
            terms,
            classes,
            planners,
            window,
            longer(window, tasks, terms.size()),
            margin,
            rehearsals);
    choose(tuner.tuned(same(planners)));
    if (goesOn) {
      List<Rehearsal.Arrival> others =
          Past.likewise(
              past,
              COMPARED_MILLIS,
              Math.max(COMPARED_JOBS_MIN, past.size()),
              Math.max(COMPARED_JOBS_MAX, past.size()));
      rehearsed = rehearsal(classes, others, tuner.nanos(current(), others), past.size());
    }
    jobsAtTune = jobs;
    tunedAtMillis = now;
    rateAtTune = rate();
  }

  private static int fewer(int tasks, int types) {
    return tasks * TYPES_USUAL / Math.max(TYPES_USUAL, types);
  }

  /** What the best are tried with once more: all that is known, and no less than half a day. */
  private List<Rehearsal.Arrival> longer(List<Rehearsal.Arrival> window, int tasks, int types) {
    int tasksMax = fewer(LONGER_TASKS_MAX, types);
    int jobsMax = Math.min(LONGER_JOBS_MAX, tasksMax * window.size() / tasks);
    int first = Math.max(0, history.size() - jobsMax);
    List<Rehearsal.Arrival> all = List.copyOf(history.subList(first, history.size()));
    boolean goesOn = all.size() >= LONGER_JOBS_MIN && jobsMax > window.size();
    return goesOn ? Past.repeated(all, LONGER_MILLIS, jobsMax) : window;
  }

  /** What has been chosen so far, for today's margins; null when there is nothing to go by. */
  private @Nullable Choice same(List<Planner> planners) {
    return choice == null || jobs <= DOUBLING_MAX / 4 ? null : again(planners, false);
  }

  private boolean isRecent(int place, long nowMillis) {
    return place >= history.size() - WINDOW_JOBS_MIN
        || history.get(place).atMillis() >= nowMillis - WINDOW_MILLIS;
  }

  /** As text, a line each. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "tuning %d %d %d %s %s"
            .formatted(jobs, jobsAtTune, tunedAtMillis, Double.toString(rateAtTune), margin));
    if (choice != null) {
      lines.add(
          "choice %d %d %s %d %s %s"
              .formatted(
                  choice.allowed(),
                  choice.idleMillis(),
                  Double.toString(choice.used()),
                  choice.side(),
                  Double.toString(choice.spread()),
                  choice.habits()));
      choice.plans().forEach(plan -> lines.add("plan " + PlanText.of(plan)));
    }
    for (Rehearsal.Arrival arrival : history) {
      lines.add("arrival " + arrival.workClass() + " " + arrival.atMillis());
    }
    return lines;
  }

  /** Reads one of those lines; classes come before. */
  void read(String[] words, List<WorkClass> classes, Terms terms) {
    switch (words[0]) {
      case "tuning" -> {
        jobs = Integer.parseInt(words[1]);
        jobsAtTune = Integer.parseInt(words[2]);
        tunedAtMillis = Long.parseLong(words[3]);
        rateAtTune = Double.parseDouble(words[4]);
        margin = Double.parseDouble(words[5]);
      }
      case "choice" ->
          choice =
              new Choice(
                  Integer.parseInt(words[1]),
                  Long.parseLong(words[2]),
                  Double.parseDouble(words[3]),
                  Integer.parseInt(words[4]),
                  Double.parseDouble(words[5]),
                  List.of(),
                  Habits.read(words, 6));
      case "plan" -> {
        Choice read = current();
        Planner planner = new Planner(classes.get(read.plans().size()), terms, 0);
        List<ClassPlan> plans = new ArrayList<>(read.plans());
        plans.add(PlanText.read(words, 1, planner));
        choice =
            new Choice(
                read.allowed(),
                read.idleMillis(),
                read.used(),
                read.side(),
                read.spread(),
                plans,
                read.habits());
      }
      case "arrival" ->
          history.add(new Rehearsal.Arrival(Integer.parseInt(words[1]), Long.parseLong(words[2])));
      default -> throw new IllegalArgumentException("no line of a ledger: " + words[0]);
    }
  }

  /**
   * The same choice for classes or margins that have changed.
   *
   * @param same whether it is only that classes have come, so that known plans stay as they are
   */
  private Choice again(List<Planner> planners, boolean same) {
    Choice old = choice;
    List<ClassPlan> plans = new ArrayList<>();
    for (int number = 0; number < planners.size(); number++) {
      Planner planner = planners.get(number);
      ClassPlan plan = null;
      if (old != null && same && number < old.plans().size()) {
        plan = old.plans().get(number);
      } else if (old != null && number < old.plans().size()) {
        plan = planner.with(old.plans().get(number).types(), old.side(), margin, old.spread());
      } else if (old != null) {
        plan =
            planner.plan(
                old.allowed(), old.idleMillis(), old.used(), old.side(), margin, old.spread());
      }
      if (plan == null) {
        plan = planner.plan(-1, 0, 1, Planner.ALL, margin, 0);
      }
      plans.add(plan != null ? plan : planner.fastest(margin));
    }
    return old == null
        ? new Choice(-1, 0, 1, Planner.ALL, 0, plans, Habits.USUAL)
        : new Choice(
            old.allowed(),
            old.idleMillis(),
            old.used(),
            old.side(),
            old.spread(),
            plans,
            old.habits());
  }
}
