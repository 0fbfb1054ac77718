package io.windhover.placement;

/** What an instance takes or a host has: the three dimensions that are counted. */
public record Size(int vcpus, int ramMb, int diskGb) {
  /** Enough for any machine, and small enough that sums over a host stay in an int. */
  public static final int MAX = 1 << 30;

  public Size {
    atMost("vcpus", Check.notNegative("vcpus", vcpus));
    atMost("ramMb", Check.notNegative("ramMb", ramMb));
    atMost("diskGb", Check.notNegative("diskGb", diskGb));
  }

  private static void atMost(String field, int value) {
    if (value > MAX) {
      throw new IllegalArgumentException(field + ": must be at most " + MAX + ", is " + value);
    }
  }

  @Override
  public String toString() {
    return vcpus + " vCPU, " + ramMb + " MB RAM, " + diskGb + " GB disk";
  }
}
