package io.windhover.experiments.forecast;

/** What a deadline is looked for. */
public enum Subject {
  /** Lived through in every run. */
  JOB("Give it", "in time"),
  /** Jobs that come over time, many in every run. */
  STREAM("Promise", "jobs in time");

  private final String advised;
  private final String inTime;

  Subject(String advised, String inTime) {
    this.advised = advised;
    this.inTime = inTime;
  }

  /** How an advice begins. */
  String advised() {
    return advised;
  }

  /** "100 of 100 in time". */
  String inTime(Point point) {
    return "%d of %d %s".formatted(point.inTime(), point.jobs(), inTime);
  }
}
