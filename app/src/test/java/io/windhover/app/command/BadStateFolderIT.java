package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State folders on media that fail: one clear line, nothing lost. */
final class BadStateFolderIT {
  @TempDir private Path folder;
  private Program program;

  @BeforeEach
  void setUp() {
    program = new Program(folder);
  }

  @Test
  void somebodyElsesFolder() throws Exception {
    program.write("job.yaml", "tasks: [{name: t, command: 'true'}]");
    Files.createDirectories(folder.resolve("theirs/logs"));
    Ended ended = program.run("run", "job.yaml", "--dir", "theirs");
    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.err().strip().lines()).hasSize(1);
    program.write("file", "");
    assertThat(program.run("run", "job.yaml", "--dir", "file").exit()).isEqualTo(2);
  }

  @Test
  void aRunWhoseDatabaseWasLostIsNotBegunAnew() throws Exception {
    program.write("job.yaml", "tasks: [{name: t, count: 2, command: 'echo {index} >> ran'}]");
    assertThat(program.run("run", "job.yaml", "--dir", "state").exit()).isZero();
    Path database = folder.resolve("state/windhover.db");
    Files.write(database, new byte[0]);
    for (String how : List.of("is empty", "is missing")) {
      for (String option : List.of("--resume", "--keep-going")) {
        Ended ended = program.run("run", "job.yaml", "--dir", "state", option);
        assertThat(ended.exit()).as(ended.err()).isEqualTo(2);
        assertThat(ended.err().strip().lines()).hasSize(1);
        assertThat(ended.err()).contains("windhover.db " + how);
      }
      Files.deleteIfExists(database);
    }
    assertThat(program.lines("ran")).hasSize(2);
    assertThat(folder.resolve("state/logs/t/0/1.1.out")).exists();
  }

  @Test
  void nobodyElseCanLookIntoItWhateverTheUmask() throws Exception {
    program.write("job.yaml", "{env: {KEY: secret}, tasks: [{name: t, command: 'true'}]}");
    List<String> exits = confined("umask 000; \"$1\" run job.yaml; echo $? >> exits");
    assertThat(exits).containsExactly("0");
    Path state = folder.resolve(".windhover/job");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state)))
        .isEqualTo("rwx------");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(state.resolve("windhover.db"))))
        .isEqualTo("rw-------");
  }

  @Test
  void removedWhileTheRunGoesOn() throws Exception {
    program.write("job.yaml", "tasks: [{name: t, command: 'rm -rf state'}]");
    Ended ended = program.run("run", "job.yaml", "--dir", "state");
    assertThat(ended.exit()).isEqualTo(3);
    assertThat(ended.err()).contains("was removed while the run went on; its record is lost");
  }

  @Test
  void readOnlyFileSystem() throws Exception {
    program.write("job.yaml", "tasks: [{name: t, command: 'true'}]");
    Files.createDirectories(folder.resolve("disk"));
    List<String> exits =
        confined(
            """
            mount -t tmpfs tmpfs disk && mount -o remount,ro disk || exit 99
            "$1" run job.yaml --dir disk/state; echo $? >> exits
            """);
    assertThat(exits).containsExactly("3");
    assertThat(program.lines("said")).hasSize(1);
    assertThat(program.lines("said").get(0)).contains("read-only");
  }

  /** The tenth task fills the disk; when there is room again, the rest is done. */
  @Test
  void fullDisk() throws Exception {
    program.write(
        "job.yaml",
        """
        tasks:
          - name: t
            count: 60
            command: |
              echo {index} >> ran
              test {index} != 9 || test -e emptied || cat /dev/zero > disk/fill 2> /dev/null
              sleep 0.01
        """);
    Files.createDirectories(folder.resolve("disk"));
    List<String> exits =
        confined(
            """
            mount -t tmpfs -o size=3m tmpfs disk || exit 99
            "$1" run job.yaml --dir disk/state --workers 1; echo $? >> exits
            rm disk/fill; touch emptied
            "$1" run job.yaml --dir disk/state --workers 1 --resume; echo $? >> exits
            """);
    assertThat(exits).as(program.lines("said").toString()).containsExactly("3", "0");
    assertThat(program.lines("said")).anyMatch(line -> line.contains("no space left"));
    assertThat(program.lines("said")).noneMatch(line -> line.contains("Exception"));
    // Each task once, but for the one or two whose end could not be recorded.
    assertThat(program.lines("ran")).hasSizeBetween(61, 63).contains("0", "30", "59");
  }

  /** Runs a script where it may mount; answers the exit codes it noted. */
  private List<String> confined(String script) throws Exception {
    Path launcher = Path.of(System.getProperty("windhover.root"), "windhover");
    Process process =
        new ProcessBuilder(List.of("unshare", "-rm", "sh", "-c", script, "sh", launcher.toString()))
            .directory(folder.toFile())
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("said").toFile())
            .start();
    process.waitFor();
    assertThat(program.lines("exits"))
        .as(
            "this test mounts a disk of its own: unshare -rm must be allowed; it said %s",
            program.lines("said"))
        .isNotEmpty();
    return program.lines("exits");
  }
}
