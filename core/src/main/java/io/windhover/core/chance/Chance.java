package io.windhover.core.chance;

import java.util.SplittableRandom;

/**
 * Random streams keyed by (seed, purpose, entity). Two policies compared on one seed meet the same
 * misfortunes, because what befalls machine 7 does not depend on how often chance was asked about
 * machine 6.
 */
public final class Chance {
  private Chance() {}

  public static SplittableRandom stream(long seed, String purpose, long entity) {
    return new SplittableRandom(mix(mix(mix(seed) ^ hash(purpose)) ^ entity));
  }

  /** FNV-1a over the characters. */
  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  /** The finaliser of SplitMix64: neighbouring keys give unrelated streams. */
  private static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
