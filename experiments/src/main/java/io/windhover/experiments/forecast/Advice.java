package io.windhover.experiments.forecast;

import io.windhover.workload.Durations;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which deadline to give a job, or to promise for every job of a stream, in one sentence.
 *
 * <p>The rule: a deadline is <i>sure</i> when at least 99 % of its jobs ended in time. The cheapest
 * is the sure one of least expected cost. Advised is the shortest sure deadline whose expected cost
 * is at most 5 % above the cheapest: from there on waiting saves next to nothing.
 *
 * @param chosen empty when no deadline is sure
 * @param about the one that the sentence speaks of; empty when none can be met
 */
public record Advice(Optional<Point> chosen, Optional<Point> about, String text) {
  public static final double SURE = 0.99;
  public static final double NEAR_CHEAPEST = 1.05;

  /** The advice for these deadlines, shortest first. */
  public static Advice of(Subject subject, List<Point> points) {
    List<Point> able = points.stream().filter(point -> point.figures().isPresent()).toList();
    if (able.isEmpty()) {
      return new Advice(Optional.empty(), Optional.empty(), hopeless(points));
    }
    if (points.size() == 1) {
      return alone(subject, points.get(0));
    }
    List<Point> sure = able.stream().filter(Point::isSure).toList();
    if (sure.isEmpty()) {
      return unsure(subject, points, able);
    }
    double cheapest = sure.stream().mapToDouble(Point::costMean).min().orElseThrow();
    Point chosen =
        sure.stream()
            .filter(point -> point.costMean() <= cheapest * NEAR_CHEAPEST)
            .findFirst()
            .orElseThrow();
    String text =
        "%s %s: %s; %s, %s."
            .formatted(
                subject.advised(),
                Durations.format(chosen.deadlineMillis()),
                expectation(subject, chosen),
                lessTime(points, chosen),
                moreTime(sure, points, chosen));
    return new Advice(Optional.of(chosen), Optional.of(chosen), text);
  }

  private static String hopeless(List<Point> points) {
    Point longest = points.get(points.size() - 1);
    String why = longest.obstacle().orElse("the policy left work undone in every run");
    return points.size() == 1 ? why : "none of these deadlines can be met: " + why;
  }

  private static Advice alone(Subject subject, Point point) {
    boolean sure = point.isSure();
    String text =
        "Within %s: %s%s."
            .formatted(
                Durations.format(point.deadlineMillis()),
                expectation(subject, point),
                sure ? "" : point.inTime() == 0 ? "; no run was in time" : "; that is not sure");
    return new Advice(sure ? Optional.of(point) : Optional.empty(), Optional.of(point), text);
  }

  private static Advice unsure(Subject subject, List<Point> points, List<Point> able) {
    Point nearest =
        able.stream()
            .max(
                Comparator.comparingDouble(Point::probability)
                    .thenComparing(Comparator.comparingDouble(Point::costMean).reversed())
                    // Where it makes no difference, more time is the way to go.
                    .thenComparingLong(Point::deadlineMillis))
            .orElseThrow();
    boolean longest = nearest.equals(points.get(points.size() - 1));
    String text =
        "None of these deadlines %s: %s comes nearest, %s%s."
            .formatted(
                nearest.inTime() == 0 ? "was met in any run" : "is sure",
                Durations.format(nearest.deadlineMillis()),
                expectation(subject, nearest),
                longest ? "; allow more time" : "");
    return new Advice(Optional.empty(), Optional.of(nearest), text);
  }

  private static String expectation(Subject subject, Point point) {
    Figures figures = point.figures().orElseThrow();
    // A single run has no spread to speak of.
    String most =
        point.runs() == 1
            ? ""
            : ", at most %s in 95 of 100".formatted(Dollars.shown(figures.costP95()));
    return "%s expected%s, %s"
        .formatted(Dollars.shown(figures.costMean()), most, subject.inTime(point));
  }

  private static String lessTime(List<Point> points, Point chosen) {
    int at = points.indexOf(chosen);
    if (at == 0) {
      return "less time was not looked at";
    }
    Point shorter = points.get(at - 1);
    if (shorter.figures().isEmpty() || !shorter.possible()) {
      return "less time is not enough";
    }
    return shorter.isSure() ? "less time costs more" : "less time is not sure";
  }

  private static String moreTime(List<Point> sure, List<Point> points, Point chosen) {
    if (points.indexOf(chosen) == points.size() - 1) {
      return "more time was not looked at";
    }
    double least =
        sure.stream()
            .filter(point -> point.deadlineMillis() > chosen.deadlineMillis())
            .mapToDouble(Point::costMean)
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    return least < chosen.costMean() ? "more time saves under 5 %" : "more time saves nothing";
  }
}
