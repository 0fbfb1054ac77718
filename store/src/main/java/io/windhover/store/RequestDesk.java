package io.windhover.store;

import java.util.Optional;

/** Where other processes ask something of a running manager and fetch its answer. */
public interface RequestDesk extends AutoCloseable {
  /** Leaves a request for whoever runs the manager; answers its id. */
  long request(String body);

  /** Empty until the manager has answered. */
  Optional<String> answerTo(long requestId);

  @Override
  void close();
}
