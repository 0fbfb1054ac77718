package io.windhover.wire.xmpp.component;

import java.io.ByteArrayOutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What waits to be written. All that has gathered while the last piece was written goes in the next
 * one, so that a burst of stanzas costs a few system calls.
 */
final class Outgoing {
  /** A buffer that once had to be larger than this is not kept. */
  private static final int KEPT_BYTES_MAX = 1 << 20;

  private final int bytesMax;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition something = lock.newCondition();
  private ByteArrayOutputStream waiting = new ByteArrayOutputStream();
  private ByteArrayOutputStream spare = new ByteArrayOutputStream();
  private boolean open;
  private long dropped;

  Outgoing(int bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** From now on, until {@link #close}, what is offered is kept. */
  void open() {
    lock.lock();
    try {
      open = true;
    } finally {
      lock.unlock();
    }
  }

  /** Forgets everything and ends the wait of whoever takes. */
  void close() {
    lock.lock();
    try {
      open = false;
      waiting = new ByteArrayOutputStream();
      something.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void offer(byte[] bytes) {
    lock.lock();
    try {
      if (!open || waiting.size() + bytes.length > bytesMax) {
        dropped++;
        return;
      }
      if (waiting.size() == 0) {
        something.signal();
      }
      waiting.writeBytes(bytes);
    } finally {
      lock.unlock();
    }
  }

  /**
   * All there is; an empty one after so long without anything, or when it is closed. What was
   * handed out before is used again: one taker, who is done with it.
   */
  ByteArrayOutputStream take(long waitMillis) throws InterruptedException {
    lock.lock();
    try {
      long leftNanos = TimeUnit.MILLISECONDS.toNanos(waitMillis);
      while (open && waiting.size() == 0 && leftNanos > 0) {
        leftNanos = something.awaitNanos(leftNanos);
      }
      ByteArrayOutputStream full = waiting;
      waiting = spare.size() > KEPT_BYTES_MAX ? new ByteArrayOutputStream() : spare;
      waiting.reset();
      spare = full;
      return full;
    } finally {
      lock.unlock();
    }
  }

  boolean isOpen() {
    lock.lock();
    try {
      return open;
    } finally {
      lock.unlock();
    }
  }

  long dropped() {
    lock.lock();
    try {
      return dropped;
    } finally {
      lock.unlock();
    }
  }
}
