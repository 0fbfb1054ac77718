package io.windhover.core.policy;

/**
 * What a policy wants to remember between decisions. It is kept in the world, so snapshots and
 * replay have it too; a policy with hidden fields would decide differently after a restart.
 *
 * <p>A memory need not be a value: most would be too dear to copy at every batch, and are changed
 * in place. So it belongs to one world. Only {@link Policy#decide}, asked about that world, may
 * change it, and what the decision then hands back, mostly the same object, is all that may be used
 * from then on. Whoever wants a second world makes it of a snapshot, which has the memory as text.
 * When a step fails half-way, whatever the policy has changed by then is dropped with the rest of
 * its memory.
 */
public interface Memory {
  /** The memory of a policy that needs none, and of one that has lost it. */
  Memory NONE = () -> "";

  /**
   * A text from which {@link Policy#recall} makes an equal memory, by {@link MemoryWriter}; asked
   * only for snapshots. It changes nothing, and is empty when there is nothing to remember.
   */
  String encoded();
}
