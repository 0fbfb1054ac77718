package io.windhover.manager;

/** What the store keeps was not written by this version, or is damaged; the message says where. */
public final class UnreadableJournal extends IllegalStateException {
  private static final long serialVersionUID = 1;

  UnreadableJournal(String message) {
    super(message);
  }

  UnreadableJournal(String message, Throwable cause) {
    super(message, cause);
  }
}
