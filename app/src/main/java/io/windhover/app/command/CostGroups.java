package io.windhover.app.command;

import io.windhover.core.step.LeaseBill;
import io.windhover.core.step.LeaseBill.JobShare;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds up bills of leases: by job, by type, by market or by machine, and all of them. */
final class CostGroups {
  /** What costs are told apart by. */
  enum By {
    JOB,
    TYPE,
    MARKET,
    MACHINE
  }

  /** What belongs to no job: boot, idle and hibernated time. */
  private static final String NO_JOB = "no job";

  /** What was paid, in nano-dollars, and what for; the five parts add up to the cost. */
  record Sum(
      int leases, int open, long cost, long useful, long lost, long boot, long idle, long frozen) {
    static final Sum NOTHING = new Sum(0, 0, 0, 0, 0, 0, 0, 0);

    static Sum of(LeaseBill bill) {
      long useful = bill.jobs().stream().mapToLong(share -> share.useful().nanos()).sum();
      long lost = bill.jobs().stream().mapToLong(share -> share.lost().nanos()).sum();
      return new Sum(
          1,
          bill.isOpen() ? 1 : 0,
          bill.costNanos(),
          useful,
          lost,
          bill.boot().nanos(),
          bill.idle().nanos(),
          bill.hibernated().nanos());
    }

    /** What one job had of a lease. */
    static Sum of(LeaseBill bill, JobShare share) {
      long cost = share.useful().nanos() + share.lost().nanos();
      return new Sum(
          1, bill.isOpen() ? 1 : 0, cost, share.useful().nanos(), share.lost().nanos(), 0, 0, 0);
    }

    /** What no job had of a lease. */
    static Sum ofNoJob(LeaseBill bill) {
      Sum all = of(bill);
      return new Sum(
          1, all.open, all.cost - all.useful - all.lost, 0, 0, all.boot, all.idle, all.frozen);
    }

    Sum plus(Sum other) {
      return new Sum(
          leases + other.leases,
          open + other.open,
          cost + other.cost,
          useful + other.useful,
          lost + other.lost,
          boot + other.boot,
          idle + other.idle,
          frozen + other.frozen);
    }
  }

  private CostGroups() {}

  static Sum total(List<LeaseBill> bills) {
    return bills.stream().map(Sum::of).reduce(Sum.NOTHING, Sum::plus);
  }

  /** The type of a machine; its offer where that has none. */
  static String type(LeaseBill bill) {
    return bill.type().isEmpty() ? bill.offer() : bill.type();
  }

  /** A sum for each job, type, market or machine, in order of their names or numbers. */
  static Map<String, Sum> by(By what, List<LeaseBill> bills) {
    return switch (what) {
      case JOB -> byJob(bills);
      case TYPE -> by(bills, CostGroups::type);
      case MARKET -> by(bills, bill -> bill.market().text());
      case MACHINE -> byMachine(bills);
    };
  }

  private interface Naming {
    String name(LeaseBill bill);
  }

  private static Map<String, Sum> by(List<LeaseBill> bills, Naming naming) {
    Map<String, Sum> sums = new TreeMap<>();
    bills.forEach(bill -> sums.merge(naming.name(bill), Sum.of(bill), Sum::plus));
    return sums;
  }

  private static Map<String, Sum> byMachine(List<LeaseBill> bills) {
    Map<String, Sum> sums = new LinkedHashMap<>();
    bills.forEach(bill -> sums.put(Integer.toString(bill.machine()), Sum.of(bill)));
    return sums;
  }

  private static Map<String, Sum> byJob(List<LeaseBill> bills) {
    Map<Integer, Sum> jobs = new TreeMap<>();
    Map<Integer, String> names = new TreeMap<>();
    List<Sum> others = new ArrayList<>();
    for (LeaseBill bill : bills) {
      for (JobShare share : bill.jobs()) {
        jobs.merge(share.job(), Sum.of(bill, share), Sum::plus);
        names.put(share.job(), share.job() + " " + share.name());
      }
      others.add(Sum.ofNoJob(bill));
    }
    Map<String, Sum> sums = new LinkedHashMap<>();
    jobs.forEach((job, sum) -> sums.put(names.getOrDefault(job, ""), sum));
    if (!bills.isEmpty()) {
      sums.put(NO_JOB, others.stream().reduce(Sum.NOTHING, Sum::plus));
    }
    return sums;
  }
}
