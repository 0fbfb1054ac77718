package io.windhover.worker;

import io.windhover.host.Lineage;
import io.windhover.host.TreeEnding;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What an earlier session of a state folder left running when it was killed. To be called by the
 * new owner of the folder before it starts anything.
 *
 * <p>Ends everything that was started from that folder, also by commands within commands, and
 * nothing else: a run from another state folder is touched only if it was itself started by a
 * command of this one. This process and its ancestors are spared even then.
 */
public final class Leftovers {
  private Leftovers() {}

  /** Ends them: SIGTERM, and after the grace time SIGKILL. */
  public static Ended end(Path state, Duration grace) throws IOException {
    Optional<String> identity = StateIdentity.read(state);
    if (identity.isEmpty()) {
      return new Ended(0, 0);
    }
    String lineage = Lineage.ofState(identity.get());
    TreeEnding.Ended ended = new TreeEnding(lineage, List.of(), grace.toMillis()).run();
    return new Ended(ended.ended() - ended.left(), ended.left());
  }

  /**
   * What came of it.
   *
   * @param ended processes that are gone now
   * @param left processes that could not be ended: another user's, or stuck in the kernel
   */
  public record Ended(int ended, int left) {}
}
