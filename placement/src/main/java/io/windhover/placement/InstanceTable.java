package io.windhover.placement;

import java.util.Arrays;

/** All instances, a column per field, a row (slot) per instance; slots are used again. */
final class InstanceTable implements Victim {
  static final int NONE = -1;

  final long billingPeriodMillis;

  Instance[] instance = new Instance[16];
  int[] host = new int[16];
  int[] vcpus = new int[16];
  int[] ramMb = new int[16];
  int[] diskGb = new int[16];

  /** Start modulo the billing period: at this phase of the clock a period begins. */
  long[] phaseMillis = new long[16];

  /** Where it stands in its bucket of the {@link PhaseRing}. */
  int[] ringPosition = new int[16];

  private int[] unused = new int[16];
  private int unusedCount;
  private int slots;

  // The victim that cost functions see.
  private int shown;
  private long nowMillis;
  private long nowPhaseMillis;

  InstanceTable(long billingPeriodMillis) {
    this.billingPeriodMillis = billingPeriodMillis;
  }

  int add(Instance added, int onHost) {
    int slot = unusedCount > 0 ? unused[--unusedCount] : slots++;
    if (slot == instance.length) {
      grow(slot * 2);
    }
    instance[slot] = added;
    host[slot] = onHost;
    vcpus[slot] = added.size().vcpus();
    ramMb[slot] = added.size().ramMb();
    diskGb[slot] = added.size().diskGb();
    phaseMillis[slot] = Math.floorMod(added.startedAtMillis(), billingPeriodMillis);
    return slot;
  }

  void remove(int slot) {
    host[slot] = NONE;
    if (unusedCount == unused.length) {
      unused = Arrays.copyOf(unused, unusedCount * 2);
    }
    unused[unusedCount++] = slot;
  }

  private void grow(int size) {
    instance = Arrays.copyOf(instance, size);
    host = Arrays.copyOf(host, size);
    vcpus = Arrays.copyOf(vcpus, size);
    ramMb = Arrays.copyOf(ramMb, size);
    diskGb = Arrays.copyOf(diskGb, size);
    phaseMillis = Arrays.copyOf(phaseMillis, size);
    ringPosition = Arrays.copyOf(ringPosition, size);
  }

  void setNow(long millis) {
    nowMillis = millis;
    nowPhaseMillis = Math.floorMod(millis, billingPeriodMillis);
  }

  long nowPhaseMillis() {
    return nowPhaseMillis;
  }

  long periodMillis(int slot) {
    long into = nowPhaseMillis - phaseMillis[slot];
    return into < 0 ? into + billingPeriodMillis : into;
  }

  long micros(VictimCost cost, int slot) {
    if (cost == VictimCosts.PERIOD) {
      return periodMillis(slot) * 1000;
    }
    shown = slot;
    long micros = cost.micros(this);
    if (micros < 0) {
      throw new IllegalStateException(
          "negative cost " + micros + " by " + cost.label() + " of " + instance[slot]);
    }
    return Math.min(micros, VictimCost.MICROS_MAX);
  }

  @Override
  public Instance instance() {
    return instance[shown];
  }

  @Override
  public long runMillis() {
    return nowMillis - instance[shown].startedAtMillis();
  }

  @Override
  public long periodMillis() {
    return periodMillis(shown);
  }

  @Override
  public double pricePerHour() {
    return instance[shown].pricePerHour();
  }

  @Override
  public int priority() {
    return instance[shown].priority();
  }
}
