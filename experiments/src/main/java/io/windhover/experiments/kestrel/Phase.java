package io.windhover.experiments.kestrel;

import io.windhover.experiments.paper.Sample;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A part of a month that is looked at by itself; the tuned one ends when nothing waits. */
enum Phase {
  MAIN("main run"),
  FIRST("first half"),
  TUNED("after tuning"),
  SECOND("second run");

  final String text;

  Phase(String text) {
    this.text = text;
  }

  long fromMillis(Measured month) {
    return switch (this) {
      case MAIN, FIRST -> 0;
      case TUNED -> month.month().tunedAtMillis();
      case SECOND -> month.laterBeganMillis();
    };
  }

  long toMillis(Measured month) {
    return switch (this) {
      case FIRST -> month.month().tunedAtMillis();
      case MAIN -> month.mainEndedMillis();
      case TUNED -> month.drainedMillis();
      case SECOND -> month.endedMillis();
    };
  }

  double days(Measured month) {
    return (toMillis(month) - fromMillis(month)) / (double) Month.DAY;
  }

  private boolean has(long atMillis, Measured month) {
    return atMillis >= fromMillis(month) && atMillis < toMillis(month);
  }

  /** A number of every look within it. */
  Sample looks(Measured month, ToDoubleFunction<Watch.Look> what) {
    return Sample.of(
        month.looks().stream()
            .filter(look -> has(look.atMillis(), month))
            .mapToDouble(what)
            .toArray());
  }

  private List<Ledger.Success> successes(Measured month) {
    return month.ledger().successes().stream().filter(s -> has(s.atMillis(), month)).toList();
  }

  double tasksPerDay(Measured month) {
    return successes(month).size() / days(month);
  }

  double eventsPerDay(Measured month) {
    double events = 0;
    for (Ledger.Success success : successes(month)) {
      events += month.work().events(success.job(), success.task());
    }
    return events / days(month);
  }

  /** Events a day in the two days after, over those in the two days before the tuning. */
  static double rise(Measured month) {
    long tunedAt = month.month().tunedAtMillis();
    double before = 0;
    double after = 0;
    for (Ledger.Success success : month.ledger().successes()) {
      double events = month.work().events(success.job(), success.task());
      long since = success.atMillis() - tunedAt;
      before += since < 0 && since >= -2 * Month.DAY ? events : 0;
      after += since >= 0 && since < 2 * Month.DAY ? events : 0;
    }
    return after / before;
  }
}
