package io.windhover.worker.pool;

import java.io.IOException;

/** Says how many cores a machine has now. */
@FunctionalInterface
public interface CoreCount {
  /**
   * The number, at least 1.
   *
   * @throws IOException when that cannot be told; the message says why
   */
  int read() throws IOException;
}
