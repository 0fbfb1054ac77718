package io.windhover.experiments.kestrel;

/** What happened to commands and VMs, counted as it happens. */
final class Tally {
  /** Commands that run now. */
  int executing;

  /** CPU time of all commands, also of those that came to nothing. */
  double cpuMillis;

  /** Commands that ended with their VM. */
  int lostCommands;

  int failedCommands;

  /** Commands that ran on after the manager had given their worker up, and were then ended. */
  int stoppedCommands;

  /** VMs that came up, the first time or after a cleanup. */
  int boots;

  int nodesBroken;
  int nodesExpired;
  int nodesPreempted;
}
