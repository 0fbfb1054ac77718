package io.windhover.core.event;

/**
 * Takes events, one method for each kind. Whoever must know every kind implements it, so that the
 * compiler finds a reader that forgot one.
 */
public interface EventReader {
  void submitted(Event.JobSubmitted event);

  void cancelled(Event.JobCancelled event);

  void amended(Event.JobAmended event);

  void retryRequested(Event.RetryRequested event);

  void attemptStarted(Event.AttemptStarted event);

  void attemptCheckpointed(Event.AttemptCheckpointed event);

  void attemptCleansUp(Event.AttemptCleansUp event);

  void attemptFinished(Event.AttemptFinished event);

  void attemptFailed(Event.AttemptFailed event);

  void offersChanged(Event.OffersChanged event);

  void limitsChanged(Event.LimitsChanged event);

  void priceChanged(Event.PriceChanged event);

  void forgotten(Event.JobForgotten event);

  void timerFired(Event.TimerFired event);

  /** For each kind there is a method in {@link MachineChangeReader}. */
  void machineChange(MachineChange change);
}
