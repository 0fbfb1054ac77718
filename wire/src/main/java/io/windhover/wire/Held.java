package io.windhover.wire;

/**
 * Which attempts somebody thinks a worker holds that are not over, in a few bytes: two who name the
 * same attempts, in whatever order, say the same.
 *
 * @param count how many; negative for a worker that does not say
 * @param digest a sum of what each of them comes to
 */
public record Held(int count, long digest) {
  /** Of a worker that knows nothing of this. */
  public static final Held UNSAID = new Held(-1, 0);

  public static Held of(Iterable<AttemptRef> attempts) {
    int count = 0;
    long digest = 0;
    for (AttemptRef ref : attempts) {
      count++;
      digest += mixed(mixed(((long) ref.job() << 32) + ref.task()) + ref.attempt());
    }
    return new Held(count, digest);
  }

  public boolean isSaid() {
    return count >= 0;
  }

  /** The finalizer of SplitMix64: any bit of the number changes half of the others. */
  private static long mixed(long number) {
    long z = number + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
