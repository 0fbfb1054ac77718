package io.windhover.simulator.harvest;

/**
 * A regular customer's wish for a machine.
 *
 * @param group of machines that belong on one server; 0 for one that may go anywhere
 * @param calm whether it belongs on a calm server
 */
record RegularVm(long number, long atMillis, int cores, long stayMillis, long group, boolean calm)
    implements Comparable<RegularVm> {
  @Override
  public int compareTo(RegularVm other) {
    return atMillis != other.atMillis
        ? Long.compare(atMillis, other.atMillis)
        : Long.compare(number, other.number);
  }
}
