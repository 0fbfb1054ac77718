package io.windhover.wire;

/** A worker's end of the wire. */
public interface WorkerLink extends AutoCloseable {
  /** Hands a message to the wire; never blocks on the other end and never fails for its absence. */
  void send(ToManager message);

  /**
   * Says that for now nothing more will be sent: what a wire has put off must go out. The calling
   * thread holds nothing that others wait for, and may be used for a while.
   */
  default void flush() {}

  /** How many cores have nothing to do now, for a wire that shows it; often called in vain. */
  default void freeCores(int free) {}

  @Override
  void close();

  /** Told of every message that arrives for this worker, in order, from one thread at a time. */
  interface Receiver {
    void received(ToWorker message);
  }
}
