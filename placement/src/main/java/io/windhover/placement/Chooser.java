package io.windhover.placement;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Breaks ties between hosts by chance, each host being as likely as any other, without listing them
 * when they are many: random slots are drawn until one is tied; after too many misses, when the
 * tied are few, the one with the smallest number mixed from seed and slot.
 */
final class Chooser {
  private static final int DRAWS = 64;

  /** What the caller knows about the tied hosts. */
  interface Tied {
    boolean contains(int host);

    /** Calls {@link Chooser#consider} for each. */
    void list(Chooser chooser);
  }

  private int[] mark = new int[16];
  private int number;
  private long seed;
  private int chosen;
  private long chosenKey;

  int choose(Tied tied, int slots, long bySeed) {
    SplittableRandom chance = new SplittableRandom(bySeed);
    for (int draw = 0; draw < DRAWS; draw++) {
      int host = chance.nextInt(slots);
      if (tied.contains(host)) {
        return host;
      }
    }
    seed = bySeed;
    chosen = HostTable.NONE;
    tied.list(this);
    return chosen;
  }

  void consider(int host) {
    long key = mix(seed ^ mix(host));
    if (chosen == HostTable.NONE || key < chosenKey || (key == chosenKey && host < chosen)) {
      chosen = host;
      chosenKey = key;
    }
  }

  /** The finaliser of SplitMix64. */
  private static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** Chooses among the hosts of a list. */
  int choose(int[] hosts, int count, int slots, long bySeed) {
    if (count == 1) {
      return hosts[0];
    }
    if (mark.length < slots) {
      mark = Arrays.copyOf(mark, slots * 2);
    }
    number++;
    for (int i = 0; i < count; i++) {
      mark[hosts[i]] = number;
    }
    return choose(new Listed(hosts, count), slots, bySeed);
  }

  private final class Listed implements Tied {
    private final int[] hosts;
    private final int count;

    Listed(int[] hosts, int count) {
      this.hosts = hosts;
      this.count = count;
    }

    @Override
    public boolean contains(int host) {
      return mark[host] == number;
    }

    @Override
    public void list(Chooser chooser) {
      for (int i = 0; i < count; i++) {
        chooser.consider(hosts[i]);
      }
    }
  }
}
