package io.windhover.app.local;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Ctrl-C and its kin (SIGINT, SIGTERM, SIGHUP), told to the run instead of ending the JVM: the run
 * then ends its tasks, closes its books and exits by the same path as ever, with a code of its own.
 * A shutdown hook could do neither: it races with the main thread, and the code is the JVM's.
 *
 * <p>A signal that was ignored when we started (nohup) stays ignored; the JVM sees to that.
 */
final class Interrupts implements AutoCloseable {
  private static final List<String> NAMES = List.of("INT", "TERM", "HUP");

  private final IntConsumer told;
  private final Map<Signal, SignalHandler> before = new LinkedHashMap<>();
  private int count;

  /**
   * Listens from now on.
   *
   * @param told called for every signal, on a thread of its own, with how many there were
   */
  Interrupts(IntConsumer told) {
    this.told = told;
    for (String name : NAMES) {
      var signal = new Signal(name);
      try {
        before.put(signal, Signal.handle(signal, this::arrived));
      } catch (IllegalArgumentException keptByTheJvm) {
        // As with -Xrs: then the signal does what it always does.
      }
    }
  }

  private void arrived(Signal signal) {
    int number;
    synchronized (this) {
      number = ++count;
    }
    told.accept(number);
  }

  @Override
  public void close() {
    before.forEach(Signal::handle);
  }
}
