package io.windhover.store;

/** Another process works on the state folder; the message names it. */
public final class StateFolderInUse extends StoreException {
  private static final long serialVersionUID = 1;

  StateFolderInUse(String message) {
    super(Kind.IN_USE, message, null);
  }
}
