package io.windhover.policies.workflow.justintime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Which jobs have come lately, and how they are thought to go on. */
final class History {
  /** So many jobs, no fewer, show how often they come. */
  static final int JOBS_MIN = 4;

  /** Longer pasts are not tried with other rules. */
  static final int COMPARED_TASKS_MAX = 12_000;

  /** Tasks of the longer past that the best choices are tried with once more. */
  static final int LONGER_TASKS_MAX = 12_000;

  /** Hundreds of jobs at one moment are no change against hundreds within minutes. */
  static final long RATE_MILLIS_MIN = 600_000;

  private static final double HOUR_MILLIS = 3_600_000;

  private static final int RECENT_TASKS_MAX = 10_000;
  private static final int RECENT_JOBS_MIN = 100;
  private static final int RECENT_JOBS_MAX = 480;
  private static final long RECENT_MILLIS = 8 * 3_600_000L;

  /** A shorter past than this is thought to go on. */
  private static final long GOING_ON_MILLIS = 4 * 3_600_000L;

  /** So many jobs tell how others will come. */
  private static final int ENOUGH_JOBS = 100;

  private static final int LIKEWISE_TASKS_MAX = 4_000;

  private static final long LONGER_MILLIS = 12 * 3_600_000L;
  private static final int LONGER_JOBS_MIN = 32;
  static final int LONGER_JOBS_MAX = 720;

  private static final int COMPARED_JOBS_MIN = 60;
  private static final int COMPARED_JOBS_ENOUGH = 200;
  private static final int COMPARED_JOBS_MAX = 700;
  private static final long COMPARED_MILLIS = 6 * 3_600_000L;

  /** So many come in a row as they did, so that a burst stays a burst. */
  private static final int COMPARED_ROW = 16;

  private final List<Rehearsal.Arrival> arrivals = new ArrayList<>();

  void note(Rehearsal.Arrival arrival) {
    // A job that is tried again was submitted long ago, but it comes now.
    long at = arrivals.isEmpty() ? arrival.atMillis() : Math.max(lastMillis(), arrival.atMillis());
    arrivals.add(new Rehearsal.Arrival(arrival.workClass(), at));
    if (arrivals.size() > LONGER_JOBS_MAX) {
      arrivals.remove(0);
    }
  }

  /** Classes have got other numbers; those of the arrivals are all among them. */
  void renumber(int[] numbers) {
    arrivals.replaceAll(old -> new Rehearsal.Arrival(numbers[old.workClass()], old.atMillis()));
  }

  SortedSet<Integer> classes() {
    SortedSet<Integer> numbers = new TreeSet<>();
    arrivals.forEach(arrival -> numbers.add(arrival.workClass()));
    return numbers;
  }

  List<Rehearsal.Arrival> arrivals() {
    return Collections.unmodifiableList(arrivals);
  }

  long lastMillis() {
    return arrivals.get(arrivals.size() - 1).atMillis();
  }

  static int tasks(List<Rehearsal.Arrival> some, List<WorkClass> classes) {
    int tasks = 0;
    for (Rehearsal.Arrival arrival : some) {
      tasks += classes.get(arrival.workClass()).tasks();
    }
    return tasks;
  }

  /** Jobs an hour, lately. */
  double rate() {
    int last = arrivals.size() - 1;
    int first = last;
    while (first > 0 && last - first < RECENT_JOBS_MAX - 1 && isRecent(first - 1)) {
      first--;
    }
    long took = lastMillis() - arrivals.get(first).atMillis();
    return (last - first + 1) * HOUR_MILLIS / (double) Math.max(RATE_MILLIS_MIN, took);
  }

  private boolean isRecent(int place) {
    return place >= arrivals.size() - RECENT_JOBS_MIN
        || arrivals.get(place).atMillis() >= lastMillis() - RECENT_MILLIS;
  }

  /** What a choice is made for. */
  List<Rehearsal.Arrival> recent(List<WorkClass> classes) {
    int first = arrivals.size();
    int tasks = 0;
    while (first > 0
        && tasks < RECENT_TASKS_MAX
        && arrivals.size() - first < RECENT_JOBS_MAX
        && isRecent(first - 1)) {
      first--;
      tasks += classes.get(arrivals.get(first).workClass()).tasks();
    }
    return List.copyOf(arrivals.subList(first, arrivals.size()));
  }

  static boolean showsHowOften(List<Rehearsal.Arrival> past) {
    int jobs = past.size();
    return jobs >= JOBS_MIN && past.get(0).atMillis() < past.get(jobs - 1).atMillis();
  }

  /**
   * The past as it is thought to go on: if it is shorter than what is rented at a time, whatever is
   * left unused at its end would make a choice look dear. And a choice for a few jobs that come
   * again and again in the same order would fit their luck, so of few there are many like them.
   */
  static List<Rehearsal.Arrival> goingOn(List<Rehearsal.Arrival> past, List<WorkClass> classes) {
    if (past.size() >= ENOUGH_JOBS) {
      return Past.repeated(past, GOING_ON_MILLIS, RECENT_JOBS_MAX);
    }
    int affordable = LIKEWISE_TASKS_MAX * past.size() / Math.max(1, tasks(past, classes));
    int jobsMin = Math.min(ENOUGH_JOBS, Math.max(past.size(), affordable));
    int jobsMax = Math.max(jobsMin, Math.min(RECENT_JOBS_MAX, affordable));
    return Past.likewise(past, 1, GOING_ON_MILLIS, jobsMin, jobsMax);
  }

  /** What the best are tried with once more: all that is known, and no less than half a day. */
  List<Rehearsal.Arrival> longer(List<Rehearsal.Arrival> window, int tasks, int tasksMax) {
    int jobsMax = Math.min(LONGER_JOBS_MAX, tasksMax * window.size() / tasks);
    List<Rehearsal.Arrival> all = last(jobsMax);
    boolean goesOn = all.size() >= LONGER_JOBS_MIN && jobsMax > window.size();
    return goesOn ? Past.repeated(all, LONGER_MILLIS, jobsMax) : window;
  }

  /**
   * What other rules are tried with: all that is known, or many like it where that is little.
   *
   * @param recent only what has come lately, where that is enough
   */
  List<Rehearsal.Arrival> compared(int tasksOfJob, int tasksMax, boolean recent) {
    int comparable = recent ? comparedRecently() : COMPARED_JOBS_MAX;
    int jobsMax = Math.max(JOBS_MIN, Math.min(comparable, tasksMax / tasksOfJob));
    List<Rehearsal.Arrival> past = last(jobsMax);
    if (past.size() >= COMPARED_JOBS_ENOUGH) {
      return past;
    }
    int jobsMin = Math.min(jobsMax, Math.max(COMPARED_JOBS_MIN, past.size()));
    return Past.likewise(past, COMPARED_ROW, COMPARED_MILLIS, jobsMin, jobsMax);
  }

  /** All that are known of the last hours. */
  private int comparedRecently() {
    int first = arrivals.size();
    while (first > 0 && arrivals.get(first - 1).atMillis() >= lastMillis() - RECENT_MILLIS) {
      first--;
    }
    int jobs = arrivals.size() - first;
    return jobs >= COMPARED_JOBS_ENOUGH ? jobs : COMPARED_JOBS_MAX;
  }

  private List<Rehearsal.Arrival> last(int jobs) {
    int first = Math.max(0, arrivals.size() - jobs);
    return List.copyOf(arrivals.subList(first, arrivals.size()));
  }
}
