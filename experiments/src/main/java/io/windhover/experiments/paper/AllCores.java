package io.windhover.experiments.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * Does many things on all cores, the next as soon as a core is free. A parallel stream gives each
 * core a part of the list instead, and where some things take a hundred times as long as others,
 * all wait for the core that has those. So the longest should come first.
 */
public final class AllCores {
  private AllCores() {}

  /** The results, in the order of what was to be done. */
  public static <T, R> List<R> map(List<T> todo, Function<T, R> work) {
    return map(Runtime.getRuntime().availableProcessors(), todo, work);
  }

  static <T, R> List<R> map(int threads, List<T> todo, Function<T, R> work) {
    ExecutorService pool = pool(threads);
    try {
      List<Future<R>> begun = new ArrayList<>();
      todo.forEach(one -> begun.add(pool.submit(() -> work.apply(one))));
      List<R> results = new ArrayList<>();
      begun.forEach(one -> results.add(result(one)));
      return results;
    } finally {
      pool.shutdownNow();
    }
  }

  /** Threads that an interrupted command does not wait for. */
  public static ExecutorService pool(int threads) {
    return Executors.newFixedThreadPool(
        threads,
        work -> {
          var thread = new Thread(work, "run");
          thread.setDaemon(true);
          return thread;
        });
  }

  /** What has come of it; what it has thrown is thrown here too. */
  public static <R> R result(Future<R> begun) {
    try {
      return begun.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException ours) {
        throw ours;
      }
      if (e.getCause() instanceof Error grave) {
        throw grave;
      }
      throw new IllegalStateException("a run failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
