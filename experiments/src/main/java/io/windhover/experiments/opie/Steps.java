package io.windhover.experiments.opie;

import io.windhover.experiments.paper.Progress;

/** Counts the steps of a reproduction for whoever watches. */
final class Steps {
  private final Progress progress;
  private final int steps;
  private int done;

  Steps(Progress progress, int steps) {
    this.progress = progress;
    this.steps = steps;
  }

  void next(String what) {
    progress.at(Math.min(done, steps), steps, what);
    done++;
  }
}
