package io.windhover.wire.xmpp.component;

/** The server has understood who we claim to be and does not let us in. */
public final class ComponentRefused extends Exception {
  private static final long serialVersionUID = 1L;

  ComponentRefused(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
