package io.windhover.app.pool.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import io.windhover.app.state.Modes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a pool writes is for its owner alone: server, manager, workers, whatever the umask. */
@Timeout(300)
final class PrivatePoolIT {
  /** The file that a task makes of its own has the modes that its user is used to. */
  private static final String JOB =
      """
      name: keys
      env: {KEY: "sesame ü"}
      tasks:
        - {name: fetch, count: 2, command: 'echo $KEY; umask', cleanup: echo gone}
      """;

  @TempDir private Path home;

  private Typed under(String umask, String... args) throws Exception {
    return Typed.apart(home, Modes.umask(umask), args);
  }

  @ParameterizedTest
  @CsvSource({"022,port", "022,prosody", "002,ejabberd"})
  void nothingOfAPoolIsForOthers(String umask, String server) throws Exception {
    Files.writeString(home.resolve("keys.yaml"), JOB);
    Path pool = home.resolve("pool");
    Typed up =
        under(
            umask, "pool", "up", "--server", server, "--workers", "1", "--dir", "pool", "--detach");
    try {
      assertThat(up.exit()).as(up.err()).isZero();
      for (List<String> words :
          List.of(List.of("submit", "keys.yaml"), List.of("watch", "1"), List.of("workers"))) {
        String[] args = new String[words.size() + 2];
        words.toArray(args);
        args[words.size()] = "--config";
        args[words.size() + 1] = "pool/config.yaml";
        Typed typed = under(umask, args);
        assertThat(typed.exit()).as(typed.err()).isZero();
      }
      SortedMap<String, String> modes = Modes.below(pool);
      assertThat(modes)
          .containsKeys(
              "worker-1/attempts", "worker-1/logs/1/fetch/0/0.1.out", "manager/windhover.db");
      assertThat(Files.readString(pool.resolve("worker-1/logs/1/fetch/0/0.1.out")))
          .contains("sesame ü")
          .contains(umask);
      modes.values().removeIf(mode -> mode.endsWith("------"));
      assertThat(modes).isEmpty();
      Typed copied = under(umask, "backup", "--dir", "pool/manager", "copy");
      assertThat(copied.exit()).as(copied.err()).isZero();
      assertThat(Modes.below(home.resolve("copy")).values())
          .containsOnly("drwx------", "-rw-------");
    } finally {
      assertThat(under(umask, "pool", "down", "--dir", "pool").exit()).isZero();
    }
  }
}
