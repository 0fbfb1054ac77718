package io.windhover.capacity;

/** The source will not rent this machine, and has not; the message says why. */
public final class LaunchRefusal extends Exception {
  private static final long serialVersionUID = 1;

  public LaunchRefusal(String why) {
    super(why);
  }
}
