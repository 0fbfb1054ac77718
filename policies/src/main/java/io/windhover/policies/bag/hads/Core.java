package io.windhover.policies.bag.hads;

import java.util.ArrayList;
import java.util.List;

/** A core of a VM: what it runs, and its queue. */
final class Core {
  static final int NOTHING = -1;

  int task = NOTHING;
  int attempt;
  long endsAtMillis;

  /** Of the running task, from its last checkpoint. */
  long restMillis;

  long memoryBytes;
  final List<Queued> waiting = new ArrayList<>();

  boolean isFree() {
    return task == NOTHING;
  }

  void start(Queued next, int attemptNumber, long nowMillis) {
    task = next.task();
    attempt = attemptNumber;
    endsAtMillis = nowMillis + next.hereMillis();
    restMillis = next.restMillis();
    memoryBytes = next.memoryBytes();
  }

  void clear() {
    task = NOTHING;
    memoryBytes = 0;
    restMillis = 0;
  }

  /** When it will have done everything it has, if it can start at the given moment. */
  long finishMillis(long fromMillis) {
    long finish = isFree() ? fromMillis : Math.max(fromMillis, endsAtMillis);
    for (int i = 0; i < waiting.size(); i++) {
      finish += waiting.get(i).hereMillis();
    }
    return finish;
  }

  long longestRestMillis() {
    long longest = isFree() ? 0 : restMillis;
    for (int i = 0; i < waiting.size(); i++) {
      longest = Math.max(longest, waiting.get(i).restMillis());
    }
    return longest;
  }

  /** The memory kept for this core: that of its largest task. */
  long largestMemoryBytes() {
    long largest = memoryBytes;
    for (int i = 0; i < waiting.size(); i++) {
      largest = Math.max(largest, waiting.get(i).memoryBytes());
    }
    return largest;
  }
}
