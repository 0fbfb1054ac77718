package io.windhover.core.step;

import io.windhover.core.model.Money;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What the cores of one rented machine were kept by so far. */
final class LeaseAccount {
  private final Machine machine;
  private final TreeMap<Integer, Work> jobs = new TreeMap<>();

  /** When it could take work, by our clock; the provider's last word of the lease leaves this. */
  private long readyAtMillis;

  /** Core time of one job's attempts that are over. */
  private static final class Work {
    final String name;
    long usefulMillis;
    long lostMillis;

    Work(String name) {
      this.name = name;
    }
  }

  LeaseAccount(Machine machine) {
    this.machine = machine;
    this.readyAtMillis = machine.readyAtMillis();
  }

  Machine machine() {
    return machine;
  }

  void ready() {
    readyAtMillis = readyAtMillis < 0 ? machine.readyAtMillis() : readyAtMillis;
  }

  /**
   * An attempt of this machine is over.
   *
   * @param ranMillis how long it ran
   * @param usefulMillis what of that need not be done again
   */
  void worked(Attempt attempt, long ranMillis, long usefulMillis) {
    Job job = attempt.group().job();
    int cores = attempt.group().spec().need().cores();
    long useful = Math.min(ranMillis, usefulMillis);
    Work work = jobs.computeIfAbsent(job.id(), id -> new Work(job.spec().name()));
    work.usefulMillis += cores * useful;
    work.lostMillis += cores * (ranMillis - useful);
  }

  LeaseAccounts.Part saved() {
    List<LeaseAccounts.WorkPart> work = new ArrayList<>();
    jobs.forEach(
        (id, w) -> work.add(new LeaseAccounts.WorkPart(id, w.name, w.usefulMillis, w.lostMillis)));
    return new LeaseAccounts.Part(machine.id(), machine.meteredSinceMillis, work);
  }

  void restore(LeaseAccounts.Part part) {
    machine.meteredSinceMillis = part.meteredSinceMillis();
    for (LeaseAccounts.WorkPart work : part.jobs()) {
      Work restored = new Work(work.name());
      restored.usefulMillis = work.usefulCoreMillis();
      restored.lostMillis = work.lostCoreMillis();
      jobs.put(work.job(), restored);
    }
  }

  /**
   * What the lease has cost at this moment, and what for.
   *
   * <p>The hibernated time has a price of its own. The rest of the cost is split by core time: what
   * was booted, what tasks kept, and as idle what remains of the time that was paid for. Where the
   * provider has ended the machine before we heard of it, tasks may seem to have kept more than was
   * paid for; then all of the cost is theirs.
   */
  LeaseBill bill(long atMillis) {
    long cost = machine.costNanos(atMillis);
    long frozenMillis = machine.frozenMillis(atMillis);
    long frozenNanos = Math.min(cost, machine.billing().frozenNanos(frozenMillis));
    long paidMillis = machine.paidCoreMillis(atMillis);
    long bootMillis = Math.min(paidMillis, bootCoreMillis(paidMillis));
    List<Work> works = List.copyOf(jobs.values());
    List<Integer> ids = List.copyOf(jobs.keySet());
    long[] weights = new long[2 + 2 * works.size()];
    long idleMillis = paidMillis - bootMillis;
    weights[1] = bootMillis;
    for (int i = 0; i < works.size(); i++) {
      weights[2 + 2 * i] = works.get(i).usefulMillis;
      weights[3 + 2 * i] = works.get(i).lostMillis;
      idleMillis -= works.get(i).usefulMillis + works.get(i).lostMillis;
    }
    weights[0] = Math.max(0, idleMillis);
    long[] nanos = Money.split(cost - frozenNanos, weights);
    List<LeaseBill.JobShare> shares = new ArrayList<>();
    for (int i = 0; i < works.size(); i++) {
      shares.add(
          new LeaseBill.JobShare(
              ids.get(i),
              works.get(i).name,
              new LeaseBill.Share(weights[2 + 2 * i], nanos[2 + 2 * i]),
              new LeaseBill.Share(weights[3 + 2 * i], nanos[3 + 2 * i])));
    }
    return new LeaseBill(
        "",
        machine.id(),
        machine.offer(),
        machine.spec().type(),
        machine.market,
        machine.ownCores(),
        machine.spec().pricePerHourNanos(),
        machine.requestedAtMillis(),
        readyAtMillis,
        cost == 0 ? -1 : chargedSinceMillis(),
        machine.endedAtMillis,
        frozenMillis,
        cost,
        new LeaseBill.Share(weights[1], nanos[1]),
        new LeaseBill.Share(weights[0], nanos[0]),
        new LeaseBill.Share(frozenMillis * machine.ownCores(), frozenNanos),
        shares);
  }

  /** As {@link #bill}, where attempts still run: their time counts as useful so far. */
  LeaseBill billWhileRunning(List<Attempt> running, long nowMillis) {
    LeaseAccount soFar = new LeaseAccount(machine);
    soFar.readyAtMillis = readyAtMillis;
    soFar.restore(saved());
    for (Attempt attempt : running) {
      long ranMillis = LeaseAccounts.ranMillis(attempt, nowMillis);
      soFar.worked(attempt, ranMillis, ranMillis);
    }
    return soFar.bill(nowMillis);
  }

  private long chargedSinceMillis() {
    if (machine.billing().fromRequest()) {
      return machine.requestedAtMillis();
    }
    return machine.meteredSinceMillis < 0 ? readyAtMillis : machine.meteredSinceMillis;
  }

  /** All of it where the machine never took work. */
  private long bootCoreMillis(long paidMillis) {
    if (readyAtMillis < 0) {
      return paidMillis;
    }
    long beforeMillis = Math.max(0, readyAtMillis - chargedSinceMillis());
    return (machine.billing().startUpMillis() + beforeMillis) * machine.ownCores();
  }
}
