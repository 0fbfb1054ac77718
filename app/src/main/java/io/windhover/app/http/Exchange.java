package io.windhover.app.http;

import io.netty.handler.codec.http.FullHttpResponse;
import io.windhover.app.service.Answer;
import io.windhover.app.service.Caller;
import org.jspecify.annotations.Nullable;

/** One request of a connection, waiting for its answer and for its place in the order. */
final class Exchange implements Caller {
  private final Connection connection;
  private final boolean keepAlive;
  private final boolean withoutBody;
  private @Nullable FullHttpResponse response;

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

  @Nullable FullHttpResponse response() {
    return response;
  }

  /** On the connection's own thread. */
  @Override
  public void answered(Answer answer) {
    respond(Responses.json(answer.kind().status(), answer.body()));
  }

  /** Null: the service answers later, or has done so. */
  void respondUnlessWaiting(@Nullable FullHttpResponse made) {
    if (made != null) {
      respond(made);
    }
  }

  void respond(FullHttpResponse made) {
    response = made;
    connection.answered();
  }

  @Override
  public boolean gone() {
    return connection.isGone();
  }
}
