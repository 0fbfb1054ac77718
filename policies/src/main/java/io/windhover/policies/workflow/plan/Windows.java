package io.windhover.policies.workflow.plan;

/** When each node may start and must have ended; meaningless for nodes that were not planned. */
public final class Windows {
  private final long[] fromMillis;
  private final long[] toMillis;

  public Windows(long[] fromMillis, long[] toMillis) {
    this.fromMillis = fromMillis;
    this.toMillis = toMillis;
  }

  public long[] fromMillis() {
    return fromMillis;
  }

  public long[] toMillis() {
    return toMillis;
  }
}
