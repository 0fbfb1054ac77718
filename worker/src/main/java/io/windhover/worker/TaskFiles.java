package io.windhover.worker;

import io.windhover.wire.Order;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Files of tasks below one folder, of one job or with a folder for each job. */
final class TaskFiles {
  private static final int REMEMBERED_MAX = 1_000;

  private final Path root;
  private final StateModes modes;
  private final LogFiles ofOneJob;
  private final boolean manyJobs;
  private final Map<Integer, LogFiles> byJob = new ConcurrentHashMap<>();

  TaskFiles(Path root, boolean manyJobs, StateModes modes) {
    this.root = root;
    this.modes = modes;
    this.ofOneJob = new LogFiles(root, modes);
    this.manyJobs = manyJobs;
  }

  LogFiles of(Order order) {
    if (!manyJobs) {
      return ofOneJob;
    }
    if (byJob.size() > REMEMBERED_MAX) {
      byJob.clear();
    }
    return byJob.computeIfAbsent(
        order.ref().job(), job -> new LogFiles(root.resolve(Integer.toString(job)), modes));
  }
}
