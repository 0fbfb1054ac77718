package io.windhover.depot.s3;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.depot.Depot;
import io.windhover.depot.DepotContract;
import io.windhover.depot.DepotFailure;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class S3DepotTest extends DepotContract {
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
  protected Depot depot() throws Exception {
    return service.depot("bucket-" + ++buckets);
  }

  @ParameterizedTest
  @CsvSource({"tester, wrong", "nobody, secret-1"})
  void whoIsNotLetInIsToldSo(String access, String secret) throws Exception {
    service.depot("closed-" + access);
    var depot =
        new S3Depot(
            service.address("closed-" + access, ""), () -> new S3Credentials(access, secret, ""));
    assertThatThrownBy(() -> depot.create("k", new byte[1]))
        .isInstanceOf(DepotFailure.class)
        .hasMessageContaining("PUT s3://closed-" + access + "/k")
        .hasMessageContaining("403")
        .hasMessageNotContaining(secret);
  }

  @Test
  void aBucketThatIsNotThereIsNamed() {
    var depot = new S3Depot(service.address("not-there", ""), () -> S3Service.CREDENTIALS);
    assertThatThrownBy(() -> depot.create("k", new byte[1]))
        .isInstanceOf(DepotFailure.class)
        .hasMessageContaining("s3://not-there/k")
        .hasMessageContaining("NoSuchBucket");
  }
}
