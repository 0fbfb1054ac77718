package io.windhover.policies.workflow.justintime;

import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the choice in step with what comes: tunes it at the 1st, 2nd, 4th ... 256th job, once for
 * all that come at one moment, then when jobs come at another rate or a day has gone by.
 */
final class Tuning {
  /** Rehearsals of one search, and tasks in all of them together. */
  private static final int REHEARSALS_MAX = 120;

  private static final int TASKS_MAX = 400_000;

  private static final int DOUBLING_MAX = 256;

  /** What was chosen for fewer jobs is no reason to go on with it. */
  private static final int KNOWN_JOBS = 16;

  /** What the choice so far counts, others being 1: of few jobs another looks better by chance. */
  private static final double KNOWN_AT_FIRST = 0.96;

  /** Later it is looked at again only because something has changed. */
  private static final double KNOWN = 0.98;

  private static final long RETUNE_MILLIS = 24 * 3_600_000L;
  private static final int RETUNE_JOBS = 24;
  private static final double RATE_CHANGE = 1.5;

  /** Jobs that come faster than ever by this factor are not judged by slower ones. */
  private static final double RATE_RECORD = 1.2;

  /**
   * What caution may cost while nothing has been seen of how good estimates are: where it costs
   * more, they are taken at their word.
   */
  private static final double CAUTION = 1.3;

  /** That is asked for the first few jobs: it takes as long as tuning itself. */
  private static final int TRUST_JOBS_MAX = 4;

  /** With more types than this a rehearsal takes longer in proportion, so less is rehearsed. */
  static final int TYPES_USUAL = 4;

  /** A margin that falls by less stays as it was: it would rise again with the next error. */
  private static final double STEADY = 0.025;

  private final History history = new History();
  private @Nullable Choice choice;
  private int jobs;
  private int jobsAtTune;
  private long tunedAtMillis;
  private double rateAtTune;

  /**
   * The highest rate of a tuning since enough jobs have come to tell one; 0 until then. It never
   * falls: after a crowd at one moment no rate is a record any more, and all that is known counts.
   */
  private double rateMost;

  private double margin;

  /** Whether plans count on estimates that nothing has been seen of yet. */
  private boolean trusts;

  /** How much longer than is known plans allow launches to take. */
  private long plannedLagMillis;

  private @Nullable Rehearsed rehearsed;

  /** What follows from the choice, made once for each class. */
  private final TreeMap<Integer, Plans> plansByClass = new TreeMap<>();

  /**
   * The plan for a job that has been noted.
   *
   * @param seenMargin by how much runtimes may exceed their estimates, as far as experience tells
   * @param mayTrust estimates may be taken at their word: nothing has exceeded its own yet
   * @param untested and too little has been seen to tell
   */
  Plans plansFor(
      int number,
      List<WorkClass> classes,
      Terms terms,
      double seenMargin,
      long lagMarginMillis,
      boolean mayTrust,
      boolean untested,
      boolean mayTune) {
    boolean trusted = trusts && mayTrust;
    boolean steady = seenMargin > 0 && seenMargin < margin && seenMargin > margin - STEADY;
    double newMargin = steady ? margin : seenMargin;
    if (mayTune && isDue()) {
      boolean asked = jobs > TRUST_JOBS_MAX && jobsAtTune > 0;
      trusts = trusted && (asked || !untested);
      margin = trusts ? 0 : newMargin;
      // Nobody has had any luck yet while all is as estimated, so one is as good as another.
      Luck luck = new Luck(margin, mayTrust ? 1 : jobs);
      tune(classes, terms, trusts ? 0 : lagMarginMillis, luck, mayTrust && untested && !asked);
      plannedLagMillis = trusts ? 0 : lagMarginMillis;
    } else if (choice == null
        || trusts != trusted
        || (!trusts && margin != newMargin)
        || number >= choice.plans().size()) {
      boolean asBefore = trusts == trusted && (trusts || margin == newMargin);
      trusts = trusted;
      margin = trusts ? 0 : newMargin;
      long lagMillis = trusts ? 0 : lagMarginMillis;
      choose(again(planners(classes, terms, lagMillis), asBefore && plannedLagMillis == lagMillis));
      plannedLagMillis = lagMillis;
    }
    Choice now = current();
    return plansByClass.computeIfAbsent(
        number,
        n ->
            Plans.of(
                now.plans().get(n),
                classes.get(n),
                terms,
                new Planner(classes.get(n), terms, lagMarginMillis).whole(Reserve.least(margin))));
  }

  /** Whether plans count on estimates that nothing has been seen of yet. */
  boolean trusts() {
    return trusts;
  }

  Habits habits() {
    return choice == null ? Habits.USUAL : choice.habits();
  }

  /** Null when jobs have come that other rules might not do as well, or too few or too many. */
  private @Nullable Rehearsed rehearsal(
      List<WorkClass> classes, List<Rehearsal.Arrival> window, Tuner tuner, Luck luck, int past) {
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
    if (specsOf.size() < History.JOBS_MIN || tasks > History.COMPARED_TASKS_MAX) {
      return null;
    }
    double nanos = tuner.nanos(current(), window);
    boolean changed = jobsAtTune >= DOUBLING_MAX && hasAnotherRate();
    return new Rehearsed(specsOf, atMillis, nanos, luck, past, jobs, changed);
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
    history.note(new Rehearsal.Arrival(number, atMillis));
    jobs++;
  }

  /** Classes that are needed to tell what will come. */
  SortedSet<Integer> classesOfThePast() {
    return history.classes();
  }

  /**
   * Classes have got other numbers.
   *
   * @param numbers by the old ones; -1 for classes that were forgotten
   */
  void renumber(int[] numbers) {
    history.renumber(numbers);
    TreeMap<Integer, Plans> before = new TreeMap<>(plansByClass);
    plansByClass.clear();
    before.forEach(
        (number, plans) -> {
          if (numbers[number] >= 0) {
            plansByClass.put(numbers[number], plans);
          }
        });
    if (choice != null) {
      List<ClassPlan> plans = new ArrayList<>();
      for (int number = 0; number < choice.plans().size(); number++) {
        if (numbers[number] >= 0) {
          plans.add(choice.plans().get(number));
        }
      }
      choice = choice.with(plans);
    }
  }

  private boolean isDue() {
    if (jobsAtTune < DOUBLING_MAX) {
      int doubled = Integer.highestOneBit(Math.min(jobs, DOUBLING_MAX));
      return doubled > Integer.highestOneBit(jobsAtTune);
    }
    long now = history.lastMillis();
    if (now - tunedAtMillis >= RETUNE_MILLIS) {
      return true;
    }
    return jobs - jobsAtTune >= RETUNE_JOBS
        && now - tunedAtMillis >= History.RATE_MILLIS_MIN
        && hasAnotherRate();
  }

  private boolean hasAnotherRate() {
    double change = history.rate() / rateAtTune;
    return change > RATE_CHANGE || change < 1 / RATE_CHANGE;
  }

  private void tune(
      List<WorkClass> classes, Terms terms, long lagMarginMillis, Luck luck, boolean mayTrust) {
    List<Rehearsal.Arrival> past = history.recent(classes);
    boolean goesOn = History.showsHowOften(past);
    List<Rehearsal.Arrival> window = goesOn ? History.goingOn(past, classes) : past;
    int tasks = History.tasks(window, classes);
    int tasksMax = fewer(TASKS_MAX, terms.size());
    int rehearsals = Math.min(REHEARSALS_MAX, Math.max(1, tasksMax / tasks));
    int longerTasks = fewerByFar(History.LONGER_TASKS_MAX, terms.size());
    List<Rehearsal.Arrival> longer = history.longer(window, tasks, longerTasks);
    List<Planner> planners = planners(classes, terms, lagMarginMillis);
    Tuner tuner = new Tuner(terms, classes, planners, window, longer, luck, rehearsals);
    Choice chosen = tuner.tuned(same(planners), jobs > DOUBLING_MAX ? KNOWN : KNOWN_AT_FIRST);
    if (mayTrust && margin > 0) {
      List<Planner> exact = planners(classes, terms, 0);
      Tuner trusting = new Tuner(terms, classes, exact, window, longer, Luck.NONE, rehearsals);
      Choice without = trusting.tuned(null, 1);
      trusts = CAUTION * trusting.nanos(without, window) < trusting.nanos(chosen, window);
      margin = trusts ? 0 : margin;
      tuner = trusts ? trusting : tuner;
      chosen = trusts ? without : chosen;
    }
    choose(chosen);
    if (goesOn) {
      int comparedTasks = fewerByFar(History.COMPARED_TASKS_MAX, terms.size());
      boolean fasterThanEver = history.rate() > RATE_RECORD * rateMost;
      List<Rehearsal.Arrival> others =
          history.compared(1 + tasks / window.size(), comparedTasks, fasterThanEver);
      rehearsed = rehearsal(classes, others, tuner, trusts ? Luck.NONE : luck, past.size());
    }
    jobsAtTune = jobs;
    tunedAtMillis = history.lastMillis();
    rateAtTune = history.rate();
    rateMost = jobs < DOUBLING_MAX ? 0 : Math.max(rateMost, rateAtTune);
  }

  private static int fewer(int tasks, int types) {
    return tasks * TYPES_USUAL / Math.max(TYPES_USUAL, types);
  }

  /** Of what is lived through from several beginnings. */
  private static int fewerByFar(int tasks, int types) {
    return types <= TYPES_USUAL ? tasks : fewer(tasks, types) / Beginnings.COUNT;
  }

  /** What has been chosen so far, for today's margins; null when there is nothing to go by. */
  private @Nullable Choice same(List<Planner> planners) {
    return choice == null || jobsAtTune < KNOWN_JOBS ? null : again(planners, false);
  }

  void write(MemoryWriter text) {
    text.line("tuning", jobs, jobsAtTune, tunedAtMillis, rateAtTune, margin, trusts);
    text.and(plannedLagMillis, rateMost);
    if (choice != null) {
      text.line("choice", choice.allowed(), choice.idleMillis(), choice.used(), choice.side());
      choice.habits().write(text.and(choice.spread(), choice.kept()));
      for (int number = 0; number < choice.plans().size(); number++) {
        PlanText.write(choice.plans().get(number), text.line("plan", number));
      }
    }
    for (Rehearsal.Arrival arrival : history.arrivals()) {
      text.line("arrival", arrival.workClass(), arrival.atMillis());
    }
  }

  /**
   * Takes one of those lines; classes come before.
   *
   * @param numbers of a class then, its number now; negative when it is known no more
   */
  void take(MemoryReader line, IntUnaryOperator numbers, List<WorkClass> classes, Terms terms) {
    switch (line.kind()) {
      case "tuning" -> {
        jobs = line.nextInt();
        jobsAtTune = line.nextInt();
        tunedAtMillis = line.nextLong();
        rateAtTune = line.nextDouble();
        margin = line.nextDouble();
        trusts = line.nextBoolean();
        plannedLagMillis = line.nextLong();
        rateMost = line.nextDouble();
      }
      case "choice" -> {
        int allowed = line.nextInt();
        long idleMillis = line.nextLong();
        double used = line.nextDouble();
        int side = line.nextInt();
        double spread = line.nextDouble();
        double kept = line.nextDouble();
        Habits habits = Habits.of(line);
        choice = new Choice(allowed, idleMillis, used, side, spread, kept, List.of(), habits);
      }
      case "plan", "arrival" -> {
        int number = numbers.applyAsInt(line.nextInt());
        if (number < 0) {
          line.skip();
        } else if (line.kind().equals("arrival")) {
          history.note(new Rehearsal.Arrival(number, line.nextLong()));
        } else {
          Planner planner = new Planner(classes.get(number), terms, plannedLagMillis);
          choice = current().and(PlanText.read(line, planner));
        }
      }
      default -> throw line.unknown();
    }
  }

  /**
   * The same types for margins that have changed, with less kept back where there is no time for as
   * much: a margin that grows by a hundredth is no reason to give up what was found to be cheapest.
   * Null where there is no time for the least either.
   */
  private @Nullable ClassPlan likeBefore(Choice old, int number, Planner planner) {
    int[] types = old.plans().get(number).types();
    ClassPlan plan = planner.with(types, old.side(), new Reserve(margin, old.kept()), old.spread());
    for (double kept : Tuner.KEPT) {
      if (plan == null && kept < old.kept()) {
        plan = planner.with(types, old.side(), new Reserve(margin, kept), old.spread());
      }
    }
    return plan;
  }

  /**
   * The same choice for classes or margins that have changed.
   *
   * @param same whether it is only that classes have come, so that known plans stay as they are
   */
  private Choice again(List<Planner> planners, boolean same) {
    Choice old = choice;
    Reserve reserve = new Reserve(margin, old == null ? 0 : old.kept());
    List<ClassPlan> plans = new ArrayList<>();
    for (int number = 0; number < planners.size(); number++) {
      Planner planner = planners.get(number);
      ClassPlan plan = null;
      if (old != null && same && number < old.plans().size()) {
        plan = old.plans().get(number);
      } else if (old != null && number < old.plans().size()) {
        plan = likeBefore(old, number, planner);
      } else if (old != null) {
        plan =
            planner.plan(
                old.allowed(), old.idleMillis(), old.used(), old.side(), reserve, old.spread());
      }
      if (plan == null) {
        plan = planner.plan(-1, 0, 1, Planner.ALL, Reserve.least(margin), 0);
      }
      plans.add(plan != null ? plan : planner.fastest(margin));
    }
    return old == null
        ? new Choice(-1, 0, 1, Planner.ALL, 0, 0, plans, Habits.USUAL)
        : old.with(plans);
  }
}
