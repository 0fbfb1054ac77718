package io.windhover.wire.xmpp;

/** A stanza that says nothing we can act on; the message says to its sender what is wrong. */
public final class BadStanza extends Exception {
  private static final long serialVersionUID = 1L;

  public BadStanza(String what) {
    super(what);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /** Thrown by the thousand under attack: nobody reads where. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
