package io.windhover.manager;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.TaskId;
import io.windhover.core.step.World;
import io.windhover.wire.AttemptRef;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Attempts as the wire names them: with the origin of their job, so that a worker which stays up
 * while the manager's state is replaced cannot take one job for another of the same number. The
 * origin is made of the state's identity and of when the job was submitted; by the latter jobs are
 * also told apart when an older copy of the state is put back, which then gives a number again.
 */
final class Origins {
  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  private final World world;
  private final String identity;
  private final Map<Integer, String> byJob = new LinkedHashMap<>();

  /**
   * Makes the names of a state.
   *
   * @param identity of the state; empty when it has none, and neither have its attempts then
   */
  Origins(World world, String identity) {
    this.world = world;
    this.identity = identity;
  }

  /** The attempt as it is named to workers. */
  AttemptRef ref(AttemptId id) {
    return new AttemptRef(id.task().job(), id.task().index(), id.number(), of(id.task().job()));
  }

  /** Whether a worker that says this can mean an attempt of ours. */
  boolean isOurs(AttemptRef said) {
    return said.origin().isEmpty() || said.origin().equals(of(said.job()));
  }

  /** The numbers of an attempt, whoever it belongs to. */
  static AttemptId id(AttemptRef ref) {
    return new AttemptId(new TaskId(ref.job(), ref.task()), ref.attempt());
  }

  /** A job has left the world: nothing of it is said to workers any more. */
  void left(int job) {
    byJob.remove(job);
  }

  String of(int job) {
    if (identity.isEmpty() || !world.hasJob(job)) {
      return "";
    }
    return byJob.computeIfAbsent(job, number -> made(world.job(number).submittedAtMillis()));
  }

  private String made(long submittedAtMillis) {
    long hash = SPREAD;
    for (int i = 0; i < identity.length(); i++) {
      hash = Long.rotateLeft(hash ^ identity.charAt(i), 23) * SPREAD;
    }
    hash = (hash ^ submittedAtMillis) * SPREAD;
    return HexFormat.of().toHexDigits(hash ^ (hash >>> 32));
  }
}
