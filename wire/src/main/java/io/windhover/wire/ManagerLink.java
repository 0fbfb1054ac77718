package io.windhover.wire;

/** The manager's end of the wire: many workers, told apart by name. */
public interface ManagerLink extends AutoCloseable {
  /** Hands a message to the wire; never blocks on the other end and never fails for its absence. */
  void send(String worker, ToWorker message);

  @Override
  void close();

  /** Told of every message from any worker; messages of one worker come in order. */
  interface Receiver {
    void received(String worker, ToManager message);

    /** The wire knows that this worker is gone (its connection closed). */
    void gone(String worker);

    /**
     * The wire knows that this worker cannot be reached for now; it has not said that it leaves, so
     * it may come back and still hold what it was given.
     */
    default void away(String worker) {
      gone(worker);
    }

    /**
     * A worker within this process has for now said all it has to say and its thread is free: it
     * may be put to use. Never called from within another call of the receiver.
     */
    default void flushed() {}
  }
}
