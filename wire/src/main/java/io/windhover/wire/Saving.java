package io.windhover.wire;

/**
 * How a task's work is saved, so that its next attempt can go on from there.
 *
 * @param everyMillis how often; 0 for a task that saves nothing
 * @param how {@code signal USR1}, {@code command TEXT} or {@code exit-85}; empty for a task that
 *     writes files by itself
 * @param store where what was saved is kept, such as {@code file:///shared/checkpoints} or {@code
 *     s3://bucket/prefix?region=eu-west-1}: never with a secret in it. Empty when nobody keeps it
 *     beyond the machine
 * @param shelf the task's place there, the same for all its attempts
 */
public record Saving(long everyMillis, String how, String store, String shelf) {
  /** Of a task that saves nothing. */
  public static final Saving NONE = new Saving(0, "", "", "");

  /** By itself, and kept nowhere but on its machine. */
  public Saving(long everyMillis) {
    this(everyMillis, "", "", "");
  }

  /** The same, so often. */
  Saving every(long millis) {
    return new Saving(millis, how, store, shelf);
  }

  /** Whether it is kept where it outlives the machine. */
  public boolean isStored() {
    return everyMillis > 0 && !store.isEmpty() && !shelf.isEmpty();
  }
}
