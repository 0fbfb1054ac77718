package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.app.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The secret of a pool: made once, for its owner alone, and never made again in secret. */
final class PoolKeyTest {
  @TempDir private Path folder;

  @Test
  void isMadeOnceAndKeptForItsOwner() throws IOException {
    byte[] key = PoolKey.readOrMake(folder);
    assertThat(key).hasSize(32);
    assertThat(PoolKey.readOrMake(folder)).isEqualTo(key);
    Path file = folder.resolve("pool-key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Path other = Files.createDirectory(folder.resolve("other"));
    assertThat(PoolKey.readOrMake(other)).isNotEqualTo(key);
  }

  @Test
  void aDamagedOneIsNotReplaced() throws IOException {
    Files.write(folder.resolve("pool-key"), new byte[31]);
    assertThatThrownBy(() -> PoolKey.readOrMake(folder))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("has 31 bytes; expected the 32 of a pool's key");
  }
}
