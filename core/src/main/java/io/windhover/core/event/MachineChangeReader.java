package io.windhover.core.event;

/** Takes what happens to machines, one method for each kind; see {@link EventReader}. */
public interface MachineChangeReader {
  void ready(MachineChange.Ready change);

  void meterStarted(MachineChange.MeterStarted change);

  void hibernated(MachineChange.Hibernated change);

  void resumed(MachineChange.Resumed change);

  void away(MachineChange.Away change);

  void back(MachineChange.Back change);

  void resized(MachineChange.Resized change);

  void notice(MachineChange.Notice change);

  void lost(MachineChange.Lost change);

  void leaseEnded(MachineChange.LeaseEnded change);

  void relabelled(MachineChange.Relabelled change);

  void drained(MachineChange.Drained change);

  void busy(MachineChange.Busy change);

  void cleanupEnded(MachineChange.CleanupEnded change);

  void launchRefused(MachineChange.LaunchRefused change);
}
