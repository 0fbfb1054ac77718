package io.windhover.app;

/** How every command ends; scripts rely on these numbers. */
public enum ExitCode {
  DONE(0),
  TASK_FAILED(1),
  BAD_INPUT(2),
  /** Cannot be done: a requirement nobody offers, an impossible deadline, no host, a full disk. */
  IMPOSSIBLE(3),
  LATE(4),
  CHECK_FAILED(5),
  /** The state folder is in use, or the manager cannot be reached. */
  UNAVAILABLE(6),
  INTERNAL_ERROR(70),
  INTERRUPTED(130);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }
}
