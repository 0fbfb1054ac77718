package io.windhover.app.command;

import io.windhover.app.pool.local.LocalPool;
import io.windhover.app.terminal.ShellText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** What pool up tells somebody who may see a pool for the first time. */
final class PoolGreeting {
  private final LocalPool pool;
  private final Path dir;

  PoolGreeting(LocalPool pool, Path dir) {
    this.pool = pool;
    this.dir = dir;
  }

  /**
   * Prints who is there, where the pool is, and the lines to type next.
   *
   * @param attended whether pool up stays, so that Ctrl-C ends the pool
   */
  void print(PrintWriter out, boolean attended) throws IOException {
    pool.present().forEach((name, pid) -> out.println(name + " is up, process " + pid));
    String config = ShellText.path(pool.userSettings());
    String down = typed("pool", "down", "--dir", dir.toString());
    out.printf("the pool is at %s; all of it is in %s%n", pool.place(), dir);
    out.println("submit a job:  " + typed("submit", "FILE", "--config", config));
    out.println("look at it:    " + typed("status", "pool", "--config", config));
    out.println("stop it:       " + (attended ? "Ctrl-C" : down));
  }

  private static String typed(String... words) {
    return RunCommand.program() + " " + ShellText.command(List.of(words));
  }
}
