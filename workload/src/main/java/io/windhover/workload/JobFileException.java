package io.windhover.workload;

import java.util.List;
import java.util.stream.Collectors;

/** A job file cannot be used. Its message is one line for each problem, ready to be printed. */
public final class JobFileException extends Exception {
  /** No more problems than this are listed; the rest is only counted. */
  public static final int PROBLEMS_MAX = 20;

  private final List<Problem> problems;
  private final int count;

  JobFileException(List<Problem> problems, int count) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
    this.count = count;
  }

  /** The first problems in the order of the file, at least one. */
  public List<Problem> problems() {
    return problems;
  }

  /** How many problems were found, those not listed included. */
  public int count() {
    return count;
  }
}
