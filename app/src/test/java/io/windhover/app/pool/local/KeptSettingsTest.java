package io.windhover.app.pool.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeptSettingsTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void aFile() {
    file = folder.resolve("manager.yaml");
  }

  private void write(int port, int cores, int coresBefore) throws IOException {
    new KeptSettings(file, "Ours.")
        .own("server", "\"127.0.0.1:" + port + "\"")
        .usual("silence", "20s")
        .share("cores", Integer.toString(cores), Integer.toString(coresBefore))
        .write();
  }

  @Test
  void aNewFileHoldsAllWithAHeading() throws IOException {
    write(1, 4, 4);

    assertThat(file).hasContent("# Ours.\nserver: \"127.0.0.1:1\"\nsilence: 20s\ncores: 4\n");
  }

  @Test
  void whatTheOwnerWroteStaysWithItsCommentsAndNestedLines() throws IOException {
    String written =
        """
        # mine
        silence: 2m   # slow disks
        policy:
          name: match
        cores: 4
        server: "127.0.0.1:1"
        users:
        - alice@localhost

        # the end
        """;
    Files.writeString(file, written);

    write(1, 4, 4);
    assertThat(file).hasContent(written);
    write(2, 2, 4);
    assertThat(file)
        .hasContent(written.replace("127.0.0.1:1", "127.0.0.1:2").replace("cores: 4", "cores: 2"));
  }

  @Test
  void aShareThatTheOwnerChangedIsTheOwners() throws IOException {
    write(1, 4, 4);
    Files.writeString(file, Files.readString(file).replace("cores: 4", "cores: 1"));

    write(1, 2, 4);

    assertThat(file).content().contains("cores: 1").doesNotContain("cores: 2");
  }

  @Test
  void whatIsMissingIsAddedAndAnOwnKeyOfSeveralLinesIsReplacedWhole() throws IOException {
    Files.writeString(file, "server:\n  elsewhere:5347\npolicy: match\n");

    write(1, 4, 4);

    assertThat(file).hasContent("server: \"127.0.0.1:1\"\npolicy: match\nsilence: 20s\ncores: 4\n");
  }

  @Test
  void settingsInOneLineAreLeftAlone() throws IOException {
    Files.writeString(file, "{server: \"127.0.0.1:1\", policy: match}\n");

    write(1, 4, 4);

    assertThat(file).hasContent("{server: \"127.0.0.1:1\", policy: match}\n");
  }
}
