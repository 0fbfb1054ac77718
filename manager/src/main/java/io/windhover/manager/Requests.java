package io.windhover.manager;

import io.windhover.store.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * What other processes ask of a running manager, by way of the store: {@code cancel 37}, {@code
 * retry 37}, {@code retry 37 point/7}. The answer is {@code ok}, or a line that says what is wrong.
 */
public final class Requests {
  /** The answer to a request that was carried out. */
  public static final String OK = "ok";

  private final Store store;
  private final Manager manager;
  private final Map<Long, CompletableFuture<Integer>> open = new LinkedHashMap<>();
  private long lookAtMillis = Long.MIN_VALUE;

  Requests(Store store, Manager manager) {
    this.store = store;
    this.manager = manager;
  }

  public static String cancel(int job) {
    return "cancel " + job;
  }

  public static String retry(int job) {
    return "retry " + job;
  }

  /** Asks to put back failed tasks of a group, {@code point}, or one of them, {@code point/7}. */
  public static String retry(int job, String only) {
    return "retry " + job + " " + only;
  }

  /** Takes up new requests, if it is time to look for them. */
  void look(long nowMillis, long everyMillis) {
    if (nowMillis < lookAtMillis) {
      return;
    }
    lookAtMillis = nowMillis + everyMillis;
    for (Store.Request request : store.pendingRequests()) {
      if (!open.containsKey(request.id())) {
        open.put(request.id(), take(request.body()));
      }
    }
  }

  private CompletableFuture<Integer> take(String body) {
    List<String> words = List.of(body.split(" ", -1));
    try {
      if (words.size() == 3 && words.get(0).equals("retry")) {
        return manager.retryOnly(Integer.parseInt(words.get(1)), words.get(2));
      }
      int job = words.size() == 2 ? Integer.parseInt(words.get(1)) : 0;
      if (words.get(0).equals("cancel") && job > 0) {
        return manager.cancel(job);
      } else if (words.get(0).equals("retry") && job > 0) {
        return manager.retry(job, true);
      }
    } catch (NumberFormatException e) {
      return refused(body);
    }
    return refused(body);
  }

  private static CompletableFuture<Integer> refused(String body) {
    return CompletableFuture.failedFuture(
        new IllegalArgumentException("not a request this manager knows: " + body));
  }

  /** Answers what has been carried out meanwhile. */
  void answer() {
    open.entrySet()
        .removeIf(
            request -> {
              if (request.getValue().isDone()) {
                store.answer(request.getKey(), outcome(request.getValue()));
              }
              return request.getValue().isDone();
            });
  }

  private static String outcome(CompletableFuture<Integer> done) {
    try {
      done.join();
      return OK;
    } catch (CompletionException e) {
      Throwable cause = e.getCause();
      return String.valueOf(cause == null ? e.getMessage() : cause.getMessage());
    }
  }
}
