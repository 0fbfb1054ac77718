package io.windhover.worker;

import org.jspecify.annotations.Nullable;

/**
 * A thread that starts commands and waits for them. While it tells of an end it can be handed the
 * next command, if that comes out of the telling: then no other thread has to be woken for it.
 */
final class CommandThread extends Thread {
  private boolean takesOne;
  private @Nullable RunningCommand next;

  CommandThread(Runnable work) {
    super(work, "windhover-command");
    setDaemon(true);
  }

  /** Hands a command to the calling thread; answers false when that is not free for it. */
  static boolean handOver(RunningCommand command) {
    if (Thread.currentThread() instanceof CommandThread thread && thread.takesOne) {
      thread.takesOne = false;
      thread.next = command;
      return true;
    }
    return false;
  }

  /** Tells of an end; answers the command that was handed over meanwhile, if any. */
  @Nullable RunningCommand nextAfter(Runnable telling) {
    takesOne = true;
    telling.run();
    takesOne = false;
    RunningCommand handed = next;
    next = null;
    return handed;
  }
}
