package io.windhover.experiments.paper;

/** Counts the steps of a reproduction for whoever watches. */
public final class Steps {
  private final Progress progress;
  private final int steps;
  private int done;

  public Steps(Progress progress, int steps) {
    this.progress = progress;
    this.steps = steps;
  }

  public void next(String what) {
    progress.at(Math.min(done, steps), steps, what);
    done++;
  }
}
