package io.windhover.store;

import java.util.List;
import java.util.Map;

/**
 * A manager's durable state. One process holds it open for writing; others may read it ({@link
 * StoreView}) and leave requests ({@link RequestDesk}) meanwhile. Texts are opaque here: the
 * manager encodes and decodes them. They must be well-formed Unicode; anything else in them
 * (quotes, line ends, NUL) comes back as it went in.
 *
 * <p>Every failure of the medium (full, read-only, broken) is a {@link StoreException} whose
 * message a person can act on; after one nothing that was acknowledged is lost, and nothing of the
 * failed call is kept.
 */
public interface Store extends StoreView, RequestDesk {
  /**
   * Under this key lies the state's identity: random, made with it, never changed. Another state
   * has another one, even in the same folder.
   */
  String IDENTITY = "identity";

  /** How sure a commit must be before it returns. */
  enum Durability {
    /** In order and safe against the death of this process; a power cut may lose the newest. */
    PROCESS_CRASH,
    /** On the disk, and with it everything that was appended before. */
    POWER_LOSS
  }

  /** One step: what happened at one instant and what was decided. Sequences count from 1. */
  record Entry(long sequence, long atMillis, String batch, String decision) {}

  /** One ended attempt, for people and scripts to query. */
  record Result(int job, int task, int attempt, String outcome, long endedAtMillis, String detail) {
    /** The outcome that the store accepts only once per task. */
    public static final String SUCCEEDED = "succeeded";
  }

  /** The state after the step with this sequence. */
  record Snapshot(long sequence, String state) {}

  /** Something another process asks of the manager: cancel, retry. */
  record Request(long id, String body) {}

  /** As {@link #append(List, List, Map, Durability)}, with no texts. */
  default void append(List<Entry> entries, List<Result> results, Durability durability) {
    append(entries, results, Map.of(), durability);
  }

  /**
   * Appends entries and the results they contain, and puts texts that must be true together with
   * them: all or nothing, in one commit. A text that is empty is removed instead.
   *
   * @throws IllegalArgumentException if the entries do not follow the newest one without a gap
   * @throws IllegalStateException if a task is recorded as succeeded a second time
   */
  void append(
      List<Entry> entries, List<Result> results, Map<String, String> texts, Durability durability);

  /** Keeps this snapshot and the one before it, drops older ones. */
  default void saveSnapshot(Snapshot snapshot) {
    saveSnapshot(snapshot, Long.MAX_VALUE, Map.of());
  }

  /**
   * Keeps this snapshot, the one before it, and as many older ones as it takes to go on from the
   * given sequence; drops those that are older still. Puts texts that must be true together with
   * the snapshot, in one commit.
   */
  void saveSnapshot(Snapshot snapshot, long neededFrom, Map<String, String> texts);

  /**
   * Drops the oldest entries that come no later than the given sequence, at most so many, and
   * answers how many. Only what all kept snapshots contain can be dropped.
   *
   * @throws IllegalArgumentException if a kept snapshot needs an entry that would go
   */
  int forgetEntries(long throughSequence, int most);

  /** Drops results of this job, at most so many, and answers how many. */
  int forgetResults(int job, int most);

  /** A small text that is replaced as a whole, e.g. progress for others to read. */
  void put(String key, String value);

  /** Requests not yet answered, oldest first. Cheap when nothing was changed by others. */
  List<Request> pendingRequests();

  /** Answers a request; the first answer stands. */
  void answer(long requestId, String answer);

  @Override
  void close();
}
