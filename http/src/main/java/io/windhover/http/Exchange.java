package io.windhover.http;

import org.jspecify.annotations.Nullable;

/** One request of a connection, waiting for its answer and for its place in the order. */
final class Exchange implements Reply {
  private final Connection connection;
  private final boolean keepAlive;
  private final boolean withoutBody;
  private @Nullable HttpAnswer made;

  Exchange(Connection connection, boolean keepAlive, boolean withoutBody) {
    this.connection = connection;
    this.keepAlive = keepAlive;
    this.withoutBody = withoutBody;
  }

  boolean keepAlive() {
    return keepAlive;
  }

  /** Whether only the header of the answer may be sent, as for HEAD. */
  boolean withoutBody() {
    return withoutBody;
  }

  @Nullable HttpAnswer made() {
    return made;
  }

  @Override
  public void answer(HttpAnswer answer) {
    connection.onItsThread(
        () -> {
          made = answer;
          connection.answered();
        });
  }

  @Override
  public boolean isGone() {
    return connection.isGone();
  }
}
