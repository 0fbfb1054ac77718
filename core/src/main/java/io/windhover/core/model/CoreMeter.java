package io.windhover.core.model;

/** Adds up core-milliseconds while the number of cores changes, exactly. */
public final class CoreMeter {
  private long coreMillis;
  private long sinceMillis;
  private int cores;

  public CoreMeter() {}

  /** One that has counted this much up to a moment, and goes on with so many cores from there. */
  public CoreMeter(long coreMillis, long sinceMillis, int cores) {
    this.coreMillis = coreMillis;
    this.sinceMillis = sinceMillis;
    this.cores = cores;
  }

  /** From now on there are so many; 0 while nothing is to be counted. */
  public void set(int newCores, long nowMillis) {
    coreMillis = coreMillis(nowMillis);
    sinceMillis = nowMillis;
    cores = newCores;
  }

  public long coreMillis(long nowMillis) {
    return coreMillis + cores * (nowMillis - sinceMillis);
  }

  /** What had been counted when the number of cores last changed. */
  public long countedCoreMillis() {
    return coreMillis;
  }

  public long sinceMillis() {
    return sinceMillis;
  }
}
