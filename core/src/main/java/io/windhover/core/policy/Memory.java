package io.windhover.core.policy;

/**
 * What a policy wants to remember between decisions. It is a value kept in the world, so snapshots
 * and replay have it too; a policy with hidden fields would decide differently after a restart.
 */
public interface Memory {
  /** The memory of a policy that needs none. */
  Memory NONE = () -> "";

  /** A text from which {@link Policy#recall} makes an equal memory; asked only for snapshots. */
  String encoded();
}
