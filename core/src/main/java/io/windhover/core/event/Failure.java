package io.windhover.core.event;

/** Why an attempt ended without a result. */
public sealed interface Failure {
  /** Whether it counts against the task's retries. Losing the room to run in never does. */
  boolean countsAgainstTask();

  /** For people, and for the decision log. */
  String text();

  record Exited(int code) implements Failure {
    @Override
    public boolean countsAgainstTask() {
      return true;
    }

    @Override
    public String text() {
      return "exit " + code;
    }
  }

  record TimedOut() implements Failure {
    @Override
    public boolean countsAgainstTask() {
      return true;
    }

    @Override
    public String text() {
      return "timed out";
    }
  }

  /** The command could not be started at all: no such folder, no permission. */
  record NotStarted(String why) implements Failure {
    @Override
    public boolean countsAgainstTask() {
      return true;
    }

    @Override
    public String text() {
      return "not started: " + why;
    }
  }

  /** Ended because we asked for it. */
  record Stopped() implements Failure {
    @Override
    public boolean countsAgainstTask() {
      return false;
    }

    @Override
    public String text() {
      return "stopped";
    }
  }

  /** The machine would not take it, or its cores went away under it. */
  record NoRoom(String why) implements Failure {
    @Override
    public boolean countsAgainstTask() {
      return false;
    }

    @Override
    public String text() {
      return "no room: " + why;
    }
  }
}
