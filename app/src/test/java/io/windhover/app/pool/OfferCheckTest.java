package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.settings.AccountRules;
import io.windhover.app.settings.ManagerConfig;
import io.windhover.wire.xmpp.Jid;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker that offers more than its account may joins with the rest, and one line says so. */
final class OfferCheckTest {
  private static final Jid WORKER = Jid.of("worker-1@example.org");

  @TempDir private Path dir;
  private final StringWriter text = new StringWriter();

  private AccountRules rules() throws IOException {
    Path secret = Files.writeString(dir.resolve("secret"), "hunter2\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    String settings =
        """
        domain: manager.example.org
        secretFile: secret
        labels: {"worker-*@example.org": [linux, amd64]}
        """;
    return ManagerConfig.read(Files.writeString(dir.resolve("m.yaml"), settings)).accounts();
  }

  @Test
  void allThatIsLeftOutIsOneLineAndSaidOnce() throws IOException {
    var check = new OfferCheck(rules(), new ManagerLog(new PrintWriter(text, true), () -> 0));
    List<String> labels = List.of("linux", "python3", "amd64", "gpu", "cuda12");
    assertThat(check.apply(WORKER, labels)).containsExactly("linux", "amd64");
    assertThat(check.apply(WORKER, labels)).as("it joins again").hasSize(2);
    assertThat(check.apply(WORKER, List.of("linux"))).containsExactly("linux");
    assertThat(text.toString().lines())
        .containsExactly(
            "1970-01-01T00:00:00Z warn worker-1@example.org offers cuda12 gpu python3, which its"
                + " account may not (labels: in the settings); left out");
  }
}
