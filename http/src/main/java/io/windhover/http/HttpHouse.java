package io.windhover.http;

/** What a server needs of whoever runs it, besides routes. */
public interface HttpHouse {
  /** A refusal, in the house's own form. The server's own refusals are written by this too. */
  HttpAnswer problem(int status, String error, String message);

  /** An answer goes out. */
  default void answered(int status) {}

  /** Something happened that should not have. */
  void failed(Throwable cause);
}
