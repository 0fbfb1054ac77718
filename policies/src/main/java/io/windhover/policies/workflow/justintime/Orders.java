package io.windhover.policies.workflow.justintime;

/** What a dispatcher asks of whoever drives it. */
interface Orders {
  /**
   * Whether there are fewer lanes to be had than tasks, so that nothing can wait for the last
   * moment.
   */
  boolean isScarce();

  /** Whether the machine has room for the task at this moment. */
  boolean hasRoom(Task task, Vm vm);

  /** Whether another machine of the type may be asked for now. */
  boolean canLaunch(int type);

  /** Asks for a machine; it is there once the driver says so. */
  Vm launch(int type);

  /** Starts the task on the lane; the driver says when it has ended. */
  void start(Task task, Lane lane);

  void release(Vm vm);

  /** Be driven again at this moment. */
  void wakeAt(long atMillis);

  /** How much longer than is known a launch may take. */
  long lagMarginMillis();
}
