package io.windhover.placement;

import java.util.Arrays;

/** All hosts, a column per field, a row (slot) per host; slots are used again. */
final class HostTable {
  static final int NONE = -1;

  Host[] host = new Host[16];
  boolean[] live = new boolean[16];

  /** Free when every instance counts. */
  int[] freeVcpus = new int[16];

  int[] freeRamMb = new int[16];
  int[] freeDiskGb = new int[16];

  /** Free when only the normal instances count. */
  int[] normalVcpus = new int[16];

  int[] normalRamMb = new int[16];
  int[] normalDiskGb = new int[16];

  /** The most one instance may have. */
  int[] largestVcpus = new int[16];

  int[] largestRamMb = new int[16];

  /** Ids handed out by {@link Names}. */
  int[] traits = new int[16];

  int[] zone = new int[16];

  /** Slots of the preemptible instances in the order of their ids, and how many. */
  int[][] preemptibles = new int[16][];

  int[] preemptibleCount = new int[16];

  private int[] unused = new int[16];
  private int unusedCount;

  /** One more than the highest slot ever used. */
  int slots;

  int count;

  int add(Host added, int traitsId, int zoneId) {
    int slot = unusedCount > 0 ? unused[--unusedCount] : slots++;
    if (slot == host.length) {
      grow(slot * 2);
    }
    Size room = added.promised();
    host[slot] = added;
    live[slot] = true;
    freeVcpus[slot] = room.vcpus();
    freeRamMb[slot] = room.ramMb();
    freeDiskGb[slot] = room.diskGb();
    normalVcpus[slot] = room.vcpus();
    normalRamMb[slot] = room.ramMb();
    normalDiskGb[slot] = room.diskGb();
    largestVcpus[slot] = added.largestVcpus();
    largestRamMb[slot] = added.largestRamMb();
    traits[slot] = traitsId;
    zone[slot] = zoneId;
    preemptibles[slot] = new int[4];
    preemptibleCount[slot] = 0;
    count++;
    return slot;
  }

  void remove(int slot) {
    live[slot] = false;
    if (unusedCount == unused.length) {
      unused = Arrays.copyOf(unused, unusedCount * 2);
    }
    unused[unusedCount++] = slot;
    count--;
  }

  private void grow(int size) {
    host = Arrays.copyOf(host, size);
    live = Arrays.copyOf(live, size);
    freeVcpus = Arrays.copyOf(freeVcpus, size);
    freeRamMb = Arrays.copyOf(freeRamMb, size);
    freeDiskGb = Arrays.copyOf(freeDiskGb, size);
    normalVcpus = Arrays.copyOf(normalVcpus, size);
    normalRamMb = Arrays.copyOf(normalRamMb, size);
    normalDiskGb = Arrays.copyOf(normalDiskGb, size);
    largestVcpus = Arrays.copyOf(largestVcpus, size);
    largestRamMb = Arrays.copyOf(largestRamMb, size);
    traits = Arrays.copyOf(traits, size);
    zone = Arrays.copyOf(zone, size);
    preemptibles = Arrays.copyOf(preemptibles, size);
    preemptibleCount = Arrays.copyOf(preemptibleCount, size);
  }

  /** Takes room for an instance, or gives it back (sign -1). */
  void take(int slot, Size size, boolean preemptible, int sign) {
    freeVcpus[slot] -= sign * size.vcpus();
    freeRamMb[slot] -= sign * size.ramMb();
    freeDiskGb[slot] -= sign * size.diskGb();
    if (!preemptible) {
      normalVcpus[slot] -= sign * size.vcpus();
      normalRamMb[slot] -= sign * size.ramMb();
      normalDiskGb[slot] -= sign * size.diskGb();
    }
  }

  void addPreemptible(int slot, int instance, InstanceTable instances) {
    int[] list = preemptibles[slot];
    int count = preemptibleCount[slot]++;
    if (count == list.length) {
      list = Arrays.copyOf(list, count * 2);
      preemptibles[slot] = list;
    }
    String id = instances.instance[instance].id();
    int at = count;
    while (at > 0 && instances.instance[list[at - 1]].id().compareTo(id) > 0) {
      list[at] = list[at - 1];
      at--;
    }
    list[at] = instance;
  }

  void removePreemptible(int slot, int instance) {
    int[] list = preemptibles[slot];
    int at = 0;
    while (list[at] != instance) {
      at++;
    }
    System.arraycopy(list, at + 1, list, at, --preemptibleCount[slot] - at);
  }

  boolean hasRoom(int slot, Size size) {
    return freeVcpus[slot] >= size.vcpus()
        && freeRamMb[slot] >= size.ramMb()
        && freeDiskGb[slot] >= size.diskGb();
  }
}
