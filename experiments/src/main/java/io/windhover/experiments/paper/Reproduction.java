package io.windhover.experiments.paper;

/** One paper redone. */
public interface Reproduction {
  /** As typed: {@code windhover reproduce NAME}. */
  String name();

  /** What the paper is about, in a line. */
  String title();

  Report run(Setup setup);

  /** Whether it takes so long, and looks at {@link Setup#past}, that runs are worth keeping. */
  default boolean keepsRuns() {
    return false;
  }

  /**
   * Whether the names of its runs tell programs apart, so that one file serves all programs, and
   * short reproductions too.
   */
  default boolean namesItsProgram() {
    return false;
  }
}
