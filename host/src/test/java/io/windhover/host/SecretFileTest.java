package io.windhover.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SecretFileTest {
  private static final String ORIGIN = "worker.yaml:3: passwordFile";

  @TempDir private Path dir;

  private SecretFile secret(String mode, String text) throws IOException {
    Path file = Files.writeString(dir.resolve("secret"), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    return new SecretFile(file, ORIGIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--------"})
  void itsFirstLineIsTheSecret(String mode) throws IOException {
    assertThat(secret(mode, " päss wörd \r\nremarks\n").read())
        .isEqualTo(" päss wörd ".toCharArray());
  }

  @Test
  void aLineWithoutAnEndIsASecretToo() throws IOException {
    assertThat(secret("rw-------", "hunter2").read()).isEqualTo("hunter2".toCharArray());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rwx------", "rw-rw-rw-"})
  void whatOthersMayUseIsRefused(String mode) throws IOException {
    SecretFile secret = secret(mode, "hunter2\n");

    assertThatThrownBy(secret::read)
        .isInstanceOf(BadSecret.class)
        .hasMessage(
            "%s: %s: others may use it; expected mode 0600 (chmod 600 FILE)"
                .formatted(ORIGIN, secret.path()));
  }

  @Test
  void whatHoldsNoSecretIsRefused() throws IOException {
    String expected = "; expected a file of mode 0600 with the secret on its first line";
    SecretFile empty = secret("rw-------", "\nhunter2\n");
    assertThatThrownBy(empty::read).hasMessageEndingWith("holds no secret" + expected);

    SecretFile large = secret("rw-------", "x".repeat(5_000));
    assertThatThrownBy(large::read).hasMessageEndingWith("too long for a secret" + expected);

    SecretFile binary = secret("rw-------", "");
    Files.write(binary.path(), "ä".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(binary::read).hasMessageEndingWith("is not UTF-8 text" + expected);

    assertThatThrownBy(new SecretFile(dir, ORIGIN)::read).hasMessageContaining("is no file");
    assertThatThrownBy(new SecretFile(dir.resolve("none"), ORIGIN)::read)
        .hasMessageEndingWith("is not there" + expected);
  }

  @Test
  void itNeverShowsTheSecret() throws IOException {
    assertThat(secret("rw-------", "hunter2\n").toString()).doesNotContain("hunter2");
  }
}
