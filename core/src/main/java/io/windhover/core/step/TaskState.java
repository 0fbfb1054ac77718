package io.windhover.core.step;

/** Where a task stands. */
public enum TaskState {
  /** Not running; it will be, unless its job is stopped or what it comes after fails. */
  WAITING(0),
  /** At least one attempt is live. */
  RUNNING(1),
  SUCCEEDED(2),
  /** Failed more often than its retries allow. */
  FAILED(3),
  /** Its owner cancelled it, or its job was refused. */
  CANCELLED(4),
  /** Never run because another task failed; a retry puts it back. */
  SKIPPED(5);

  private static final TaskState[] BY_CODE = values();

  static final int CODES = BY_CODE.length;

  private final byte code;

  TaskState(int code) {
    this.code = (byte) code;
  }

  /** One byte a task, and part of the snapshot format: never renumber. */
  byte code() {
    return code;
  }

  static TaskState of(int code) {
    return BY_CODE[code];
  }

  /** Came to an end without success: what follows it cannot run unless a retry puts it back. */
  boolean unsuccessful() {
    return settled() && this != SUCCEEDED;
  }

  public boolean settled() {
    return this != WAITING && this != RUNNING;
  }
}
