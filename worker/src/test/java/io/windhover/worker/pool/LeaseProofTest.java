package io.windhover.worker.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a rented machine proves itself with, from its start-up data to its next life. */
final class LeaseProofTest {
  @TempDir private Path folder;

  private LeaseProof opened(String lease) throws IOException {
    var proof = new LeaseProof(lease, () -> "join-secret");
    proof.open(folder);
    return proof;
  }

  @Test
  void theKeyTakesTheSecretsPlaceAndOutlivesTheProcess() throws IOException {
    LeaseProof first = opened("wh-1");
    assertThat(first.secret()).isEqualTo("join-secret");
    assertThat(first.sessionOr("s1")).isEqualTo("s1");
    first.exchanged("s1", "");
    assertThat(folder).as("a welcome without a key").isEmptyDirectory();
    first.exchanged("s1", "key");
    assertThat(first.secret()).isEqualTo("key");
    LeaseProof second = opened("wh-1");
    assertThat(second.secret()).isEqualTo("key");
    assertThat(second.sessionOr("s2")).as("the key belongs to a session").isEqualTo("s1");
    Path file = folder.resolve("lease");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void whatWasKeptForAnotherLeaseIsOfNoUse() throws IOException {
    opened("wh-1").exchanged("s1", "key");
    LeaseProof other = opened("wh-2");
    assertThat(other.secret()).isEqualTo("join-secret");
    assertThat(other.sessionOr("s2")).isEqualTo("s2");
  }
}
