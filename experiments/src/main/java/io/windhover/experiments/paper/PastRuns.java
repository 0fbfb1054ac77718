package io.windhover.experiments.paper;

import java.util.Optional;

/**
 * What runs came to that were made before, so that a long reproduction that was stopped can go on
 * where it was. From any thread.
 */
public interface PastRuns {
  /** Nothing is remembered. */
  PastRuns NONE =
      new PastRuns() {
        @Override
        public Optional<String> result(String run) {
          return Optional.empty();
        }

        @Override
        public void add(String run, String result) {}
      };

  /**
   * What was added last under that name.
   *
   * @param run a name that says everything a run's result depends on but the program itself
   */
  Optional<String> result(String run);

  /** Both on one line each; the name without tabs. */
  void add(String run, String result);
}
