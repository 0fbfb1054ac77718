package io.windhover.policies.bag.plan;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import java.util.Arrays;

/**
 * Tasks that one machine runs in a fixed order, played forward: each begins as soon as there is
 * room for it, and none overtakes the one before it. {@link FleetPlanner} plans with it, and
 * policies ask it how long such a plan may still be put off.
 *
 * <p>No task of such a queue ever ends later because another one was shorter, or smaller, or was
 * not run at all. By induction: if every earlier task begins and ends no later than before, then at
 * the moment when the next one began before, everything ahead of it has begun and no more is still
 * running, so it has room. So a plan made of queues stays in time as work goes away from it.
 */
public final class MachineQueue {
  private int freeCores;
  private long freeMemoryBytes;
  private long startMillis;
  private int count;

  /** What holds room, by end; room is taken back when a later task asks for it. */
  private long[] endMillis = new long[4];

  private int[] cores = new int[4];
  private long[] memoryBytes = new long[4];

  public MachineQueue(MachineSpec spec, long readyMillis) {
    freeCores = spec.cores();
    freeMemoryBytes = spec.memoryBytes();
    startMillis = readyMillis;
  }

  /** Takes room for something that runs there already. */
  public void occupy(Need need, long untilMillis) {
    insert(need, untilMillis);
  }

  /** When the task would begin as the next one; {@link Long#MAX_VALUE} when it has no room ever. */
  public long startMillis(Need need) {
    long start = startMillis;
    int hasCores = freeCores;
    long hasMemory = freeMemoryBytes;
    for (int i = 0; hasCores < need.cores() || hasMemory < need.memoryBytes(); i++) {
      if (i == count) {
        return Long.MAX_VALUE;
      }
      start = Math.max(start, endMillis[i]);
      hasCores += cores[i];
      hasMemory += memoryBytes[i];
    }
    return start;
  }

  /** Puts the task at the end of the queue and answers when it ends; it must have room some day. */
  public long add(Need need, long runMillis) {
    int gone = 0;
    while (freeCores < need.cores() || freeMemoryBytes < need.memoryBytes()) {
      if (gone == count) {
        throw new IllegalArgumentException(need + " never has room");
      }
      startMillis = Math.max(startMillis, endMillis[gone]);
      freeCores += cores[gone];
      freeMemoryBytes += memoryBytes[gone];
      gone++;
    }
    if (gone > 0) {
      count -= gone;
      System.arraycopy(endMillis, gone, endMillis, 0, count);
      System.arraycopy(cores, gone, cores, 0, count);
      System.arraycopy(memoryBytes, gone, memoryBytes, 0, count);
    }
    insert(need, startMillis + runMillis);
    return startMillis + runMillis;
  }

  private void insert(Need need, long untilMillis) {
    if (count == endMillis.length) {
      endMillis = Arrays.copyOf(endMillis, 2 * count);
      cores = Arrays.copyOf(cores, 2 * count);
      memoryBytes = Arrays.copyOf(memoryBytes, 2 * count);
    }
    int at = count++;
    while (at > 0 && endMillis[at - 1] > untilMillis) {
      endMillis[at] = endMillis[at - 1];
      cores[at] = cores[at - 1];
      memoryBytes[at] = memoryBytes[at - 1];
      at--;
    }
    endMillis[at] = untilMillis;
    cores[at] = need.cores();
    memoryBytes[at] = need.memoryBytes();
    freeCores -= need.cores();
    freeMemoryBytes -= need.memoryBytes();
  }
}
