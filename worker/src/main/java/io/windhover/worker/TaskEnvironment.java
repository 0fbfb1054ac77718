package io.windhover.worker;

import io.windhover.host.Lineage;
import io.windhover.host.ScaledClock;
import io.windhover.wire.Order;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The variables of a command: those of this process, those of the job, and ours, each overriding
 * the ones before.
 *
 * <p>Java 17 encodes arguments and variables by the locale; under LC_ALL=C everything but ASCII
 * would arrive as question marks. (The launcher's -Dfile.encoding and -Dsun.jnu.encoding cure that;
 * this class does not rely on it.)
 */
final class TaskEnvironment {
  /**
   * The launcher's word for the LC_ALL it found, when that names no characters beyond ASCII and
   * Java was started with another so that it can name all files; empty when there was none.
   */
  static final String USERS_LOCALE_VARIABLE = "WINDHOVER_LC_ALL";

  /**
   * By what a worker is let in at its manager's port and at a store, and how large it is: not its
   * tasks' business.
   */
  private static final List<String> WORKERS_OWN =
      List.of(
          "WINDHOVER_TOKEN",
          "WINDHOVER_TOKEN_FILE",
          "WINDHOVER_LEASE",
          "WINDHOVER_JOIN_SECRET",
          "WINDHOVER_JOIN_SECRET_FILE",
          "WINDHOVER_CORES_FILE",
          "WINDHOVER_KILL_ORDER",
          ScaledClock.SINCE_VARIABLE,
          "WINDHOVER_STORE",
          "WINDHOVER_STORE_KEYS");

  private final boolean unicodeArrives;
  private final Lineage lineage;
  private final TaskFiles checkpoints;

  TaskEnvironment(Lineage lineage, TaskFiles checkpoints) {
    this.lineage = lineage;
    this.checkpoints = checkpoints;
    this.unicodeArrives =
        Charset.defaultCharset().equals(StandardCharsets.UTF_8)
            && "UTF-8".equals(System.getProperty("sun.jnu.encoding"));
  }

  /** Whether a process that gets this as argument or variable sees the same characters. */
  boolean arrives(String text) {
    return unicodeArrives || text.chars().allMatch(c -> c < 0x80);
  }

  /**
   * Puts the variables into an environment.
   *
   * @param goesOn whether the command finds in its folder what an earlier one has saved
   * @return those that would not arrive this way
   */
  SortedMap<String, String> fill(Map<String, String> env, Order order, boolean goesOn)
      throws CannotStart {
    restoreLocale(env);
    WORKERS_OWN.forEach(env::remove);
    SortedMap<String, String> others = new TreeMap<>();
    for (Map.Entry<String, String> variable : order.env().entrySet()) {
      put(env, others, variable.getKey(), variable.getValue());
    }
    String index = Integer.toString(order.index());
    put(env, others, "PWD", order.folder());
    put(env, others, "WINDHOVER_JOB", order.jobName());
    put(env, others, "WINDHOVER_TASK", order.group() + "/" + index);
    put(env, others, "WINDHOVER_CHECKPOINT_DIR", checkpointFolder(order));
    env.put("WINDHOVER_JOB_ID", Integer.toString(order.ref().job()));
    env.put("WINDHOVER_INDEX", index);
    env.put("WINDHOVER_ATTEMPT", Integer.toString(order.ref().attempt()));
    env.put("SLURM_ARRAY_TASK_ID", index);
    env.put("AWS_BATCH_JOB_ARRAY_INDEX", index);
    env.put(Lineage.VARIABLE, lineage.value(order.ref().toString()));
    if (goesOn) {
      env.put("WINDHOVER_RESTART", "1");
    } else {
      env.remove("WINDHOVER_RESTART");
    }
    if (order.deadlineAtMillis() == 0) {
      env.remove("WINDHOVER_DEADLINE");
    } else {
      env.put("WINDHOVER_DEADLINE", Instant.ofEpochMilli(order.deadlineAtMillis()).toString());
    }
    return others;
  }

  /** Gives the command the locale of whoever started this program, not the program's own. */
  private static void restoreLocale(Map<String, String> env) {
    String users = env.remove(USERS_LOCALE_VARIABLE);
    if (users == null) {
      return;
    }
    if (users.isEmpty()) {
      env.remove("LC_ALL");
    } else {
      env.put("LC_ALL", users);
    }
  }

  /** Where the task may keep something for its next attempt. */
  String checkpointFolder(Order order) {
    return checkpoints.of(order).folder(order.group(), order.index()) + "/" + order.index();
  }

  private void put(Map<String, String> env, Map<String, String> others, String name, String value)
      throws CannotStart {
    try {
      env.put(name, value);
    } catch (IllegalArgumentException e) {
      throw new CannotStart("variable " + name + " cannot be set: " + e.getMessage());
    }
    if (!arrives(value)) {
      others.put(name, value);
    }
    if (!arrives(name)) {
      throw new CannotStart(
          "variable " + name + " cannot be set in the locale this program was started in");
    }
  }
}
