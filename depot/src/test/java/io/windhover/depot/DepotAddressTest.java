package io.windhover.depot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.depot.s3.S3Credentials;
import io.windhover.depot.s3.S3KeyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses as managers say them to workers, and files with keys. */
final class DepotAddressTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:///shared/check points",
        "s3://mine/?region=eu-west-1",
        "s3://mine/a/b?endpoint=http%3A%2F%2F127.0.0.1%3A9000&region=us-east-1"
      })
  void areReadAgainAsTheyAreWritten(String text) {
    DepotAddress address = DepotAddress.parse(text.replace(" ", "%20"));
    assertThat(DepotAddress.parse(address.text()).text()).isEqualTo(address.text());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "checkpoints",
        "ftp://host/x",
        "s3://mine/x",
        "s3://key:secret@mine/x?region=r",
        "s3://mine/x?region=r&secret=s",
        "s3://mine/x?region=r&endpoint=ftp://h",
        "s3://UPPER/?region=r",
        "http://[/"
      })
  void othersAreRefusedWithWhatWasExpected(String text) {
    assertThatThrownBy(() -> DepotAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .doesNotContain("secret@");
  }

  @Test
  void aFileWithKeysMustBeClosedToOthers() throws IOException {
    Path file = Files.writeString(folder.resolve("keys"), "aws_access_key_id = AK\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> S3KeyFile.read(file)).hasMessageContaining("others may use it");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThatThrownBy(() -> S3KeyFile.read(file)).hasMessageContaining("holds no keys");
    var keys = new S3Credentials("AK", "s", "token");
    Files.writeString(file, "[default]\n" + S3KeyFile.text(keys));
    assertThat(S3KeyFile.read(file)).isEqualTo(keys);
  }
}
