package io.windhover.wire;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A wire within one process: messages are handed over by a call. A message to a worker that is not
 * connected is lost, as on any other wire.
 */
public final class InProcessWire implements ManagerLink {
  private final ManagerLink.Receiver manager;
  private final Map<String, WorkerLink.Receiver> workers = new ConcurrentHashMap<>();

  public InProcessWire(ManagerLink.Receiver manager) {
    this.manager = manager;
  }

  /** Connects a worker under its name; closing the link is noticed by the manager at once. */
  public WorkerLink connect(String worker, WorkerLink.Receiver receiver) {
    if (workers.putIfAbsent(worker, receiver) != null) {
      throw new IllegalStateException("worker " + worker + " is connected already");
    }
    return new WorkerLink() {
      @Override
      public void send(ToManager message) {
        if (workers.get(worker) == receiver) {
          manager.received(worker, message);
        }
      }

      @Override
      public void flush() {
        manager.flushed();
      }

      @Override
      public void close() {
        if (workers.remove(worker, receiver)) {
          manager.gone(worker);
        }
      }
    };
  }

  @Override
  public void send(String worker, ToWorker message) {
    WorkerLink.Receiver receiver = workers.get(worker);
    if (receiver != null) {
      receiver.received(message);
    }
  }

  @Override
  public void close() {
    workers.clear();
  }
}
