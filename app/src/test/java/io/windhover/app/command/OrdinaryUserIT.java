package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Call;
import io.windhover.app.command.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Machines of this machine for somebody without any rights: they are held by signals. Where the
 * tests run as root the program, in a copy that anybody can read, runs as nobody.
 */
final class OrdinaryUserIT {
  private static final String NOBODY = "65534";

  @TempDir private Path folder;
  private Program program;
  private final List<String> under = new ArrayList<>();

  @BeforeEach
  void setUp() throws Exception {
    Path root = copied(Path.of(System.getProperty("windhover.root")));
    program = new Program(Files.createDirectory(folder.resolve("home")), root);
    program.write("cloud.yaml", RentingPoolFolder.CLOUD);
    program.write(
        "job.yaml",
        """
        name: bag
        deadline: 10m
        tasks: [{name: t, count: 6, command: 'echo {index} >> %s; sleep 1', runtime: 1s}]
        """
            .formatted(program.folder().resolve("ran")));
    if (isRoot()) {
      run("chown", "-R", NOBODY + ":" + NOBODY, folder.toString());
      under.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
    }
    under.addAll(List.of("env", "--default-signal=INT,HUP,TERM", "HOME=" + program.folder()));
  }

  private Path copied(Path root) throws IOException {
    Path copy = Files.createDirectory(folder.resolve("program"));
    try (Stream<Path> start = Files.walk(root.resolve("app/target/start"))) {
      for (Path file : Stream.concat(start, launcher(root)).toList()) {
        Path to = copy.resolve(root.relativize(file).toString());
        Files.createDirectories(to.getParent());
        if (!Files.isDirectory(file)) {
          Files.copy(file, to);
        }
      }
    }
    return copy;
  }

  private static Stream<Path> launcher(Path root) {
    return Stream.of(root.resolve("windhover"), root.resolve("app/target/windhover.jar"));
  }

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  private static void run(String... words) throws Exception {
    assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
  }

  private Call start(String... words) throws IOException {
    return program.startUnder(under, Map.of(), words);
  }

  private Ended typed(String... words) throws Exception {
    return start(words).await();
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    assertThat(typed("cloud", "sweep", "cloud.yaml", "--yes").out())
        .isEqualTo("nothing of yours is rented there\n");
  }

  @Test
  void aBagIsDoneOnMachinesThatAreHeldBySignals() throws Exception {
    assertThat(typed("cloud", "check", "cloud.yaml").out()).contains("signals");

    Ended ended = typed("run", "job.yaml", "--cloud", "cloud.yaml", "--json");

    assertThat(ended.exit()).as(ended.err()).isZero();
    JsonSchemas.checked("run", ended.out());
    assertThat(ended.out()).contains("\"left\":0}").contains("\"kept\":true");
    assertThat(program.lines("ran")).hasSize(6);
  }

  @Test
  void ctrlCGivesBackEverythingAndTheRestIsDoneLater() throws Exception {
    Call call = start("run", "job.yaml", "--cloud", "cloud.yaml", "--json");
    program.awaitLines("ran", 1);

    call.signal("INT");
    Ended ended = call.await();

    assertThat(ended.exit()).as(ended.err()).isEqualTo(130);
    assertThat(ended.out()).contains("\"left\":0},\"deadline\"");
    assertThat(typed("run", "job.yaml", "--cloud", "cloud.yaml", "--resume").exit()).isZero();
  }
}
