package io.windhover.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A manager's durable state. One process holds it open for writing; others may read it and leave
 * requests meanwhile. Texts are opaque here: the manager encodes and decodes them.
 *
 * <p>Every failure of the medium (full, read-only, broken) is a {@link StoreException} whose
 * message a person can act on; after one nothing that was acknowledged is lost.
 */
public interface Store extends AutoCloseable {
  /** How sure a commit must be before it returns. */
  enum Durability {
    /** In order and safe against the death of this process; a power cut may lose the newest. */
    PROCESS_CRASH,
    /** On the disk. */
    POWER_LOSS
  }

  /** One step: what happened at one instant and what was decided. Sequences count from 1. */
  record Entry(long sequence, long atMillis, String batch, String decision) {}

  /** One ended attempt, for people and scripts to query. */
  record Result(
      int job, int task, int attempt, String outcome, long endedAtMillis, String detail) {}

  record Snapshot(long sequence, String state) {}

  /** Something another process asks of the manager: cancel, retry. */
  record Request(long id, String body) {}

  /** Appends entries and the results they contain, all or nothing, in one commit. */
  void append(List<Entry> entries, List<Result> results, Durability durability);

  /** Every entry after the given sequence, in order. */
  void entriesAfter(long sequence, Consumer<Entry> consumer);

  /** The newest sequence, 0 when the journal is empty. */
  long lastSequence();

  void saveSnapshot(Snapshot snapshot);

  Optional<Snapshot> latestSnapshot();

  /** Results in the order they were appended. */
  void results(Consumer<Result> consumer);

  /** A small text that is replaced as a whole, e.g. progress for others to read. */
  void put(String key, String value);

  Optional<String> value(String key);

  /** Leaves a request for whoever runs the manager; answers its id. */
  long request(String body);

  /** Requests not yet answered, oldest first. Cheap when nothing was changed by others. */
  List<Request> pendingRequests();

  void answer(long requestId, String answer);

  Optional<String> answerTo(long requestId);

  @Override
  void close();
}
