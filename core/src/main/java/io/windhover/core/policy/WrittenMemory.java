package io.windhover.core.policy;

/**
 * A memory as it was written down, not opened yet: it takes the world to understand it, so the
 * policy opens it when it decides next. If it does not fit the world then, the policy goes on
 * without.
 */
public record WrittenMemory(String encoded) implements Memory {
  /**
   * What {@link Policy#recall} answers for such a memory: none, if the text is not one of these.
   */
  public static Memory of(String encoded, String policy, int form) {
    return MemoryReader.isWhole(encoded, policy, form) ? new WrittenMemory(encoded) : NONE;
  }
}
