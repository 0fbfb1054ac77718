package io.windhover.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What lies in deploy/ for a site without an XMPP server is what the programs take. */
final class DeployedFilesTest {
  private static final Path DEPLOY = Path.of(System.getProperty("windhover.root"), "deploy");

  @Test
  void theManagersSettingsAreRead() {
    ManagerConfig manager = ManagerConfig.read(DEPLOY.resolve("manager.yaml"));
    assertThat(manager.xmpp()).isEmpty();
    assertThat(manager.port().orElseThrow().listen()).hasToString("0.0.0.0:8443");
    assertThat(manager.accounts().mayWork("worker-lab@pool")).isTrue();
    assertThat(manager.accounts().mayWork("alice@pool")).isFalse();
  }

  /** The unit that user data bring along is the one that is copied by hand. */
  @Test
  void theWorkersUnitIsTheSameByHandAndByCloudInit() throws IOException {
    List<String> byHand =
        directives(Files.readAllLines(DEPLOY.resolve("windhover-worker.service")));
    List<String> byCloud =
        directives(
            Files.readAllLines(DEPLOY.resolve("cloud-init.yaml")).stream()
                .dropWhile(line -> !line.contains("windhover-worker.service"))
                .dropWhile(line -> !line.contains("[Unit]"))
                .takeWhile(line -> line.startsWith("      "))
                .toList());
    assertThat(byCloud)
        .contains("ExecStart=/usr/bin/java -jar /opt/windhover/windhover-worker.jar");
    assertThat(byHand).isEqualTo(byCloud);
  }

  private static List<String> directives(List<String> lines) {
    Stream<String> all = lines.stream().map(String::strip);
    return all.filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .filter(line -> !line.matches("(Description|Documentation)=.*"))
        .toList();
  }
}
