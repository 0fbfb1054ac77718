package io.windhover.store;

import io.windhover.store.Store.Entry;
import io.windhover.store.Store.Result;
import io.windhover.store.Store.Snapshot;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What a store can tell, also beside a running manager and long after it ended. Every call sees one
 * consistent state; two calls may see two. For one thread at a time.
 */
public interface StoreView extends AutoCloseable {
  /** Every entry after the given sequence, in order, one at a time: memory does not grow. */
  void entriesAfter(long sequence, Consumer<Entry> consumer);

  /** The newest sequence, 0 when the journal is empty. */
  long lastSequence();

  /** The oldest sequence that was not dropped, 0 when the journal is empty. */
  long firstSequence();

  Optional<Snapshot> latestSnapshot();

  /** The oldest snapshot that is kept: entries are there from the one after it on, at least. */
  Optional<Snapshot> earliestSnapshot();

  /** Results in the order they were appended, one at a time. */
  void results(Consumer<Result> consumer);

  /** As {@link #results(Consumer)}, of one job and of its tasks from the first to the last. */
  void results(int job, int firstTask, int lastTask, Consumer<Result> consumer);

  /** As {@link #results(int, int, int, Consumer)}, but task by task, each one's in order. */
  void resultsByTask(int job, int firstTask, int lastTask, Consumer<Result> consumer);

  /** The text last put under this key. */
  Optional<String> value(String key);

  /** Texts by the order of their keys, each with its key; none may be put meanwhile. */
  void texts(KeyRange keys, BiConsumer<String, String> consumer);

  @Override
  void close();
}
