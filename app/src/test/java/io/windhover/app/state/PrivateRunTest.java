package io.windhover.app.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a run writes is for its owner alone, each file and folder by itself, whatever the umask; and
 * the mode of its folder says otherwise.
 */
@Timeout(300)
final class PrivateRunTest {
  /** In the locale of C, in which these runs are, the variable goes to the task in a script. */
  private static final String JOB =
      """
      name: keys
      env: {KEY: "sesame ü"}
      tasks:
        - name: fetch
          count: 2
          command: 'echo $KEY; ls -lR "$STATE" >> seen; test $WINDHOVER_INDEX = 0'
          cleanup: echo gone
          checkpoint: {every: 1m}
      """;

  @TempDir private Path home;

  private Typed under(String umask, String... args) throws Exception {
    String state = "STATE=" + home.resolve(".windhover/keys");
    List<String> under = new ArrayList<>(List.of("env", "LC_ALL=C", state));
    under.addAll(Modes.umask(umask));
    return Typed.apart(home, under, args);
  }

  private void write() throws Exception {
    Files.writeString(home.resolve("keys.yaml"), JOB);
  }

  @ParameterizedTest
  @ValueSource(strings = {"022", "002", "000"})
  void nothingOfARunIsForOthers(String umask) throws Exception {
    write();
    assertThat(under(umask, "run", "keys.yaml", "--keep-going").exit()).isEqualTo(1);
    assertThat(under(umask, "run", "keys.yaml", "--keep-going").err()).contains("earlier/1");
    assertThat(under(umask, "retry", "fetch/1", "--run").exit()).isEqualTo(1);
    assertThat(under(umask, "backup", "copy").exit()).isZero();

    for (String folder : List.of(".windhover/keys", "copy")) {
      SortedMap<String, String> modes = Modes.below(home.resolve(folder));
      assertThat(modes.values()).as(modes.toString()).containsOnly("drwx------", "-rw-------");
    }
    assertThat(Modes.below(home.resolve(".windhover/keys")))
        .containsKeys(
            "windhover.db",
            "earlier/1/windhover.db",
            "earlier/1/logs/fetch/0/0.1.out",
            "logs/fetch/0/1.2.err",
            "logs/fetch/0/0.1.cleanup",
            "checkpoints/fetch/0");
    assertThat(Modes.below(home.resolve(".windhover")))
        .as("not even the names of runs are for others")
        .containsEntry("", "drwx------");
    // While it ran, too.
    String seen = Files.readString(home.resolve("seen"));
    assertThat(seen).contains("1-1-1.sh");
    assertThat(seen.lines().filter(line -> line.matches("[-d][-rwx]{9}.*")))
        .isNotEmpty()
        .allMatch(line -> line.matches(".rw[-x]------.*"));
  }

  @Test
  void aFolderThatIsOpenToItsGroupSaysOtherwiseAndNobodyElseIsMeant() throws Exception {
    write();
    Path runs = Files.createDirectory(home.resolve(".windhover"));
    Files.setPosixFilePermissions(runs, PosixFilePermissions.fromString("rwx--x--x"));
    Path state = Files.createDirectory(home.resolve(".windhover/keys"));
    Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxr-x---"));
    assertThat(under("002", "run", "keys.yaml", "--keep-going").exit()).isEqualTo(1);
    assertThat(under("002", "run", "keys.yaml", "--keep-going").exit()).isEqualTo(1);
    SortedMap<String, String> modes = Modes.below(state);
    assertThat(modes.values()).as(modes.toString()).containsOnly("drwxr-x---", "-rw-r-----");
    assertThat(Modes.below(runs)).as("it was set by hand").containsEntry("", "drwx--x--x");

    // The umask takes from it what it takes from everything.
    assertThat(under("077", "run", "keys.yaml", "--keep-going").exit()).isEqualTo(1);
    assertThat(Modes.below(state)).containsEntry("logs/fetch/0/0.1.out", "-rw-------");
  }

  /** Modes that nobody chose, as builds made them that followed the umask, are no word. */
  @Test
  void aFolderThatIsOpenToEverybodyIsClosed() throws Exception {
    write();
    Files.createDirectory(home.resolve(".windhover"));
    Path state = Files.createDirectory(home.resolve(".windhover/keys"));
    Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxrwxr-x"));
    assertThat(under("002", "run", "keys.yaml", "--keep-going").exit()).isEqualTo(1);
    assertThat(Modes.below(state).values()).containsOnly("drwx------", "-rw-------");
  }
}
