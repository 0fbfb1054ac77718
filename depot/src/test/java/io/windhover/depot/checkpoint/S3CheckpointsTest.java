package io.windhover.depot.checkpoint;

import io.windhover.depot.Depot;
import io.windhover.depot.s3.S3Service;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

final class S3CheckpointsTest extends CheckpointContract {
  @TempDir private static Path folder;
  private static S3Service service;
  private static int buckets;

  @BeforeAll
  static void start() throws Exception {
    service = S3Service.start(folder);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Override
  Depot depot() throws Exception {
    return service.depot("checkpoints-" + ++buckets);
  }

  @Override
  int faults() {
    return 500;
  }
}
