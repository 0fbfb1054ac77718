package io.windhover.policies.workflow.frame;

/**
 * What the owner decides for every policy of the family.
 *
 * @param impossible what becomes of a job whose deadline no plan meets
 * @param runtimeMarginMillionths by how much longer every task is planned than it is thought to
 *     take
 * @param lagMarginMillionths by how much longer every launch is planned than its offer says
 */
public record WorkflowSettings(
    Impossible impossible, int runtimeMarginMillionths, int lagMarginMillionths) {
  public static final WorkflowSettings DEFAULT = new WorkflowSettings(Impossible.REFUSE, 0, 0);

  private static final long WHOLE = 1_000_000;

  /** What becomes of a job whose deadline no plan meets. */
  public enum Impossible {
    /** It is refused, with the earliest possible end. */
    REFUSE("refuse"),
    /** It is done as fast as can be, and the decision says that it will be late. */
    WARN("warn");

    private final String text;

    Impossible(String text) {
      this.text = text;
    }

    /** As settings write it. */
    public String text() {
      return text;
    }

    public static Impossible of(String text) {
      for (Impossible impossible : values()) {
        if (impossible.text.equals(text)) {
          return impossible;
        }
      }
      throw new IllegalArgumentException(
          "impossible: expected refuse or warn, is \"" + text + "\"");
    }
  }

  long runtimeMillis(long estimateMillis) {
    return estimateMillis + estimateMillis * runtimeMarginMillionths / WHOLE;
  }

  long lagMillis(long estimateMillis) {
    return estimateMillis + estimateMillis * lagMarginMillionths / WHOLE;
  }
}
