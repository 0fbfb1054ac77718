package io.windhover.wire.xmpp.line;

/** What was wanted of the pool did not happen; the message is one line for people. */
public final class PoolFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Kind {
    /** No connection came about, or it was lost. */
    CANNOT_CONNECT,
    /** The server does not take this account with this password. */
    WRONG_PASSWORD,
    /** Whoever answers cannot show that it is the server, or does not encrypt. */
    NOT_TRUSTED,
    /** The server is there, the manager is not. */
    NO_MANAGER,
    /** Somebody else has come under the same name. */
    DISPLACED,
    /** Nothing came in time. */
    NO_ANSWER,
    /** The manager refused; {@link #condition} says how. */
    REFUSED
  }

  private final Kind kind;
  private final String condition;

  public PoolFailure(Kind kind, String message) {
    this(kind, "", message);
  }

  public PoolFailure(Kind kind, String condition, String message) {
    super(message);
    this.kind = kind;
    this.condition = condition;
  }

  public Kind kind() {
    return kind;
  }

  /** The condition of the error stanza, such as item-not-found; empty when there was none. */
  public String condition() {
    return condition;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
