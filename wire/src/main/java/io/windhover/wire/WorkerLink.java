package io.windhover.wire;

/** A worker's end of the wire. */
public interface WorkerLink extends AutoCloseable {
  /** Hands a message to the wire; never blocks on the other end and never fails for its absence. */
  void send(ToManager message);

  @Override
  void close();

  /** Told of every message that arrives for this worker, in order, from one thread at a time. */
  interface Receiver {
    void received(ToWorker message);
  }
}
