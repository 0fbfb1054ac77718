package io.windhover.experiments.paper;

/** Is told how far a reproduction is; never in the middle of something that is timed. */
public interface Progress {
  Progress NONE = (done, steps, what) -> {};

  /** So many of the steps are done; what comes next. */
  void at(int done, int steps, String what);
}
