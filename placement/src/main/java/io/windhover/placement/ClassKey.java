package io.windhover.placement;

import java.util.Arrays;

/**
 * What makes hosts alike: traits, zone, what is free in both states, the most one instance may
 * have, whether anything preemptible runs; on demand also the sizes and prices of the preemptibles.
 */
final class ClassKey {
  private static final int COARSE = 11;

  private final long[] values;
  private final int hash;

  private ClassKey(long[] values) {
    this.values = values;
    this.hash = Arrays.hashCode(values);
  }

  static ClassKey of(HostTable hosts, int host) {
    return new ClassKey(coarse(hosts, host, COARSE));
  }

  static ClassKey withPopulation(HostTable hosts, int host, InstanceTable instances) {
    int count = hosts.preemptibleCount[host];
    Member[] members = new Member[count];
    for (int i = 0; i < count; i++) {
      members[i] = new Member(instances.instance[hosts.preemptibles[host][i]]);
    }
    Arrays.sort(members);
    long[] values = coarse(hosts, host, COARSE + 3 * count);
    for (int i = 0; i < count; i++) {
      values[COARSE + 3 * i] = members[i].vcpusAndRam;
      values[COARSE + 3 * i + 1] = members[i].disk;
      values[COARSE + 3 * i + 2] = members[i].price;
    }
    return new ClassKey(values);
  }

  private static long[] coarse(HostTable hosts, int host, int length) {
    long[] values = new long[length];
    values[0] = hosts.traits[host];
    values[1] = hosts.zone[host];
    values[2] = hosts.freeVcpus[host];
    values[3] = hosts.freeRamMb[host];
    values[4] = hosts.freeDiskGb[host];
    values[5] = hosts.normalVcpus[host];
    values[6] = hosts.normalRamMb[host];
    values[7] = hosts.normalDiskGb[host];
    values[8] = hosts.preemptibleCount[host] == 0 ? 0 : 1;
    values[9] = hosts.largestVcpus[host];
    values[10] = hosts.largestRamMb[host];
    return values;
  }

  private record Member(long vcpusAndRam, long disk, long price) implements Comparable<Member> {
    Member(Instance instance) {
      this(
          (long) instance.size().vcpus() << 32 | instance.size().ramMb(),
          instance.size().diskGb(),
          Double.doubleToLongBits(instance.pricePerHour()));
    }

    @Override
    public int compareTo(Member other) {
      int byRam = Long.compare(vcpusAndRam, other.vcpusAndRam);
      int byDisk = byRam != 0 ? byRam : Long.compare(disk, other.disk);
      return byDisk != 0 ? byDisk : Long.compare(price, other.price);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ClassKey key && Arrays.equals(values, key.values);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
