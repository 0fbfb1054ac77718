package io.windhover.policies.bag.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The orders in which {@link FleetPlanner} puts tasks on machines. What must end sooner always
 * comes first; which of the orders packs best depends on the bag.
 */
final class TaskOrders {
  private TaskOrders() {}

  /** The longest first; the largest first; what takes most of everything first. */
  static List<List<DueTask>> of(List<DueTask> tasks, List<Integer> stocks) {
    double coreMillis = 0;
    double byteMillis = 0;
    for (DueTask task : tasks) {
      double millis = task.longestMillis(stocks);
      coreMillis += task.need().cores() * millis;
      byteMillis += task.need().memoryBytes() * millis;
    }
    // Memory counts as the cores that go with it in this bag.
    double coresPerByte = coreMillis / Math.max(1, byteMillis);
    Comparator<DueTask> longestFirst =
        Comparator.comparing(task -> task.longestMillis(stocks), Comparator.reverseOrder());
    Comparator<DueTask> widestFirst =
        Comparator.comparing(task -> task.need().cores(), Comparator.reverseOrder());
    Comparator<DueTask> largestFirst =
        widestFirst.thenComparing(task -> task.need().memoryBytes(), Comparator.reverseOrder());
    Comparator<DueTask> mostFirst =
        Comparator.comparing(task -> share(task, stocks, coresPerByte), Comparator.reverseOrder());
    List<List<DueTask>> orders = new ArrayList<>();
    for (Comparator<DueTask> order :
        List.of(longestFirst, largestFirst.thenComparing(longestFirst), mostFirst)) {
      List<DueTask> sorted = new ArrayList<>(tasks);
      sorted.sort(
          Comparator.comparingLong(DueTask::deadlineMillis)
              .thenComparing(order)
              .thenComparing(DueTask::id));
      orders.add(sorted);
    }
    return orders;
  }

  private static double share(DueTask task, List<Integer> stocks, double coresPerByte) {
    double cores = Math.max(task.need().cores(), task.need().memoryBytes() * coresPerByte);
    return cores * task.longestMillis(stocks);
  }
}
