package io.windhover.worker;

/** A command could not be started; the message says why, for people. */
final class CannotStart extends Exception {
  CannotStart(String why) {
    super(why);
  }
}
