package io.windhover.core.policy;

/**
 * Carries out wishes, one method for each kind. Every driver of the step has one, and so have the
 * guard and the world, so that the compiler finds whoever forgot an action.
 */
public interface ActionSink {
  void launch(Action.Launch launch);

  void release(Action.Release release);

  void drain(Action.Drain drain);

  void assign(Action.Assign assign);

  void stop(Action.Stop stop);

  void checkpoint(Action.Checkpoint checkpoint);

  void wakeAt(Action.WakeAt wake);

  void reject(Action.Reject reject);
}
