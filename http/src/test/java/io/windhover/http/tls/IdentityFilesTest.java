package io.windhover.http.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A certificate is made once and read ever after; somebody else's key is noticed. */
final class IdentityFilesTest {
  private static final List<String> NAMES = List.of("manager.example.org", "127.0.0.1", "::1");

  @TempDir private Path dir;

  private IdentityFiles files(String name) {
    return new IdentityFiles(dir.resolve(name + ".pem"), dir.resolve(name + "-key.pem"));
  }

  @Test
  void whatWasMadeIsReadAgain() throws Exception {
    ServerIdentity made = files("port").readOrMake(NAMES);
    assertThat(files("port").readOrMake(List.of("other")).fingerprint())
        .isEqualTo(made.fingerprint())
        .matches("[0-9a-f]{64}");
    for (String name : new String[] {"port.pem", "port-key.pem"}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve(name))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void theCertificateSaysWhatItIsFor() throws Exception {
    Instant now = Instant.parse("2026-11-18T07:00:00Z");
    X509Certificate made = SelfSigned.make(NAMES, now).chain().get(0);
    made.checkValidity(Date.from(now.plusSeconds(86_400L * 3_600)));
    assertThat(made.getSubjectX500Principal().getName()).isEqualTo("CN=manager.example.org");
    assertThat(made.getSubjectAlternativeNames())
        .extracting(name -> String.valueOf(name.get(1)))
        .containsExactly("manager.example.org", "127.0.0.1", "0:0:0:0:0:0:0:1");
    assertThat(made.getVersion()).isEqualTo(3);
    assertThat(made.getSerialNumber().signum()).isPositive();
  }

  @Test
  void whatIsLeftOfTwoIsNeverReplaced() throws Exception {
    files("port").readOrMake(NAMES);
    for (String[] goneAndLeft :
        new String[][] {{"port.pem", "port-key.pem"}, {"port-key.pem", "port.pem"}}) {
      Path gone = dir.resolve(goneAndLeft[0]);
      byte[] was = Files.readAllBytes(gone);
      Files.delete(gone);
      assertThatThrownBy(() -> files("port").readOrMake(NAMES))
          .isInstanceOf(BadIdentity.class)
          .hasMessageContainingAll(goneAndLeft[0] + " is gone", goneAndLeft[1], "fingerprint");
      assertThat(gone).doesNotExist();
      Files.createFile(
          gone, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(gone, was);
    }
    files("port").read();
  }

  @Test
  void aKeyThatOthersMayReadIsRefused() throws Exception {
    files("port").readOrMake(NAMES);
    Path key = dir.resolve("port-key.pem");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
    assertThatThrownBy(() -> files("port").read())
        .isInstanceOf(BadIdentity.class)
        .hasMessageContaining("port-key.pem: others may use it; expected mode 0600");
  }

  @Test
  void theKeyOfAnotherCertificateIsRefused() throws Exception {
    files("ours").readOrMake(NAMES);
    files("theirs").readOrMake(NAMES);
    var mixed = new IdentityFiles(dir.resolve("ours.pem"), dir.resolve("theirs-key.pem"));
    assertThatThrownBy(mixed::read)
        .isInstanceOf(BadIdentity.class)
        .hasMessageContaining("is not the key of the certificate");
  }

  @Test
  void filesThatHoldSomethingElseAreNamed() throws Exception {
    files("port").readOrMake(NAMES);
    Files.writeString(dir.resolve("port-key.pem"), "no key");
    assertThatThrownBy(() -> files("port").read())
        .hasMessageContaining("port-key.pem holds no key");
    Files.writeString(dir.resolve("port.pem"), "no certificate");
    assertThatThrownBy(() -> files("port").read()).hasMessageContaining("port.pem holds no cert");
  }
}
