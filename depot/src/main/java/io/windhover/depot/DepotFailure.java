package io.windhover.depot;

import java.io.IOException;

/** What a depot could not do; its message names the depot, the key and the reason. */
public final class DepotFailure extends IOException {
  private static final long serialVersionUID = 1L;

  public DepotFailure(String message) {
    super(message);
  }

  public DepotFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
