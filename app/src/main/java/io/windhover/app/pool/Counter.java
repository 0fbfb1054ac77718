package io.windhover.app.pool;

import io.windhover.manager.JobHasLeft;
import io.windhover.manager.Manager;
import io.windhover.manager.NoSuchJob;
import io.windhover.manager.NoSuchWorker;
import io.windhover.manager.PoolView;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Stanza.Condition;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** What the parts of the desk share: the manager behind it and the way out. */
final class Counter {
  private final Manager manager;
  private final Rights rights;
  private final Consumer<Stanza> out;
  private final Executor executor;
  private final LongSupplier clockMillis;

  Counter(
      Manager manager,
      Rights rights,
      Consumer<Stanza> out,
      Executor executor,
      LongSupplier clockMillis) {
    this.manager = manager;
    this.rights = rights;
    this.out = out;
    this.executor = executor;
    this.clockMillis = clockMillis;
  }

  /** What is done with an answer; it may still come to nothing. */
  @FunctionalInterface
  interface Then<T> {
    void accept(T value) throws Refusal;
  }

  Manager manager() {
    return manager;
  }

  Rights rights() {
    return rights;
  }

  /** For the owner or an administrator; to anybody else the job is none. */
  CompletableFuture<Integer> cancel(int job, String user) {
    return rights.isAdmin().test(user) ? manager.cancel(job) : manager.cancel(job, user);
  }

  /** As {@link #cancel}. */
  CompletableFuture<Integer> retry(int job, String user) {
    return rights.isAdmin().test(user) ? manager.retry(job, true) : manager.retry(job, user);
  }

  /** For administrators alone. */
  CompletableFuture<List<String>> drain(String user, String worker, boolean wanted) throws Refusal {
    if (!rights.isAdmin().test(user)) {
      throw new Refusal(
          Condition.FORBIDDEN,
          user + " is no administrator of this pool (admins: in its settings)");
    }
    return manager.drain(worker, wanted);
  }

  long nowMillis() {
    return clockMillis.getAsLong();
  }

  void send(Stanza stanza) {
    out.accept(stanza);
  }

  void refuse(Stanza stanza, Condition condition, String words) {
    if (stanza.kind() == Stanza.Kind.IQ) {
      send(stanza.refusal(condition, words));
    } else if (stanza.kind() == Stanza.Kind.MESSAGE
        && stanza.to() != null
        && stanza.from() != null) {
      send(Stanza.message(stanza.to().bare(), stanza.from(), words));
    }
  }

  /** Looks at the world between two turns, then goes on at the desk. */
  <T> void look(Stanza question, Function<PoolView, T> look, Then<T> then) {
    record(question, manager.look(look), then);
  }

  /** Goes on at the desk when the manager has answered; if it cannot, the sender is told. */
  <T> void record(Stanza question, CompletableFuture<T> answer, Then<T> then) {
    var unused =
        answer.whenCompleteAsync(
            (value, failure) -> {
              if (failure != null) {
                failed(question, failure);
                return;
              }
              try {
                then.accept(value);
              } catch (Refusal refusal) {
                refuse(question, refusal.condition(), refusal.words());
              }
            },
            executor);
  }

  private void failed(Stanza question, Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof JobHasLeft) {
      refuse(question, Condition.NOT_ACCEPTABLE, String.valueOf(cause.getMessage()));
    } else if (cause instanceof NoSuchJob || cause instanceof NoSuchWorker) {
      refuse(question, Condition.ITEM_NOT_FOUND, String.valueOf(cause.getMessage()));
    } else if (cause instanceof RejectedExecutionException) {
      refuse(question, Condition.RESOURCE_CONSTRAINT, "the manager is busy; try again");
    } else {
      refuse(question, Condition.INTERNAL_SERVER_ERROR, "this cannot be answered");
    }
  }
}
