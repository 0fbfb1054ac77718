package io.windhover.depot.checkpoint;

import io.windhover.depot.Depot;
import io.windhover.depot.FolderDepot;

final class FolderCheckpointsTest extends CheckpointContract {
  @Override
  Depot depot() {
    return new FolderDepot(home.resolve("depot"));
  }

  @Override
  int faults() {
    return 500;
  }
}
