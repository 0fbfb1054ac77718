package io.windhover.worker.pool;

import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Looks every second how many cores a machine has, since nobody tells a worker: a harvest machine
 * grows and shrinks by itself. What cannot be told changes nothing.
 *
 * @param lookMillis between two looks
 */
record CoresWatch(CoreCount count, long lookMillis) {
  /** Tells each other number from now on, on a thread of its own, for as long as this program. */
  void follow(int known, IntConsumer told, Consumer<String> notices) {
    Thread thread = new Thread(() -> look(known, told, notices), "windhover-cores");
    thread.setDaemon(true);
    thread.start();
  }

  private void look(int known, IntConsumer told, Consumer<String> notices) {
    int last = known;
    try {
      while (true) {
        Thread.sleep(lookMillis);
        last = looked(last, told, notices);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int looked(int last, IntConsumer told, Consumer<String> notices) {
    try {
      int now = count.read();
      if (now != last) {
        told.accept(now);
      }
      return now;
    } catch (IOException e) {
      notices.accept("the number of cores stays as it was: " + e.getMessage());
      return last;
    }
  }
}
