package io.windhover.app.pool.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.host.DetachedProcess;
import io.windhover.host.ProcessMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PoolFolderTest {
  @TempDir private Path root;

  @Test
  void theWorkersShareTheMachine() {
    assertThat(shares(2, 8)).containsExactly(4, 4);
    assertThat(shares(3, 8)).containsExactly(3, 3, 2);
    assertThat(shares(4, 2)).as("one core at least").containsExactly(1, 1, 1, 1);
  }

  private static List<Integer> shares(int workers, int processors) {
    return IntStream.rangeClosed(1, workers)
        .mapToObj(number -> PoolSettingsFiles.cores(number, workers, processors))
        .toList();
  }

  @Test
  void textSurvivesAsYaml() {
    assertThat(PoolFolder.text("/home/Jürgen \"x\"\\y\n"))
        .isEqualTo("\"/home/Jürgen \\\"x\\\"\\\\y\\n\"");
  }

  @Test
  void theNumberOfWorkersIsKept() throws IOException {
    var folder = new PoolFolder(root);
    assertThat(folder.workersAsked()).isEmpty();
    folder.keepWorkersAsked(7);
    assertThat(folder.workersAsked()).contains(7);
  }

  /** Workers go before the manager, and a process that only has an old number stays. */
  @Test
  void downStopsInOrderAndOnlyWhatIsOurs() throws Exception {
    var folder = new PoolFolder(root);
    ProcessMark manager = sleeper(folder, "manager");
    ProcessMark first = sleeper(folder, "worker-1");
    ProcessMark stranger = sleeper(folder, "worker-2");
    new ProcessMark(stranger.pid(), "long ago").write(folder.pid("worker-2"));
    List<String> stopped = new ArrayList<>();
    try {
      LocalPool.down(folder, stopped::add);

      assertThat(stopped).containsExactly("worker-1", "manager");
      assertThat(first.isRunning()).isFalse();
      assertThat(manager.isRunning()).isFalse();
      assertThat(stranger.isRunning()).isTrue();
    } finally {
      stranger.kill();
      first.kill();
      manager.kill();
    }
  }

  private ProcessMark sleeper(PoolFolder folder, String name) throws IOException {
    Files.writeString(folder.settings(name), "");
    ProcessMark mark =
        DetachedProcess.start(List.of("sleep", "300"), root, Map.of(), folder.log(name));
    mark.write(folder.pid(name));
    return mark;
  }

  @Test
  void oneAtATimeStartsOrStops() throws Exception {
    var folder = new PoolFolder(root);
    try (var held = folder.lock()) {
      assertThat(held.isOpen()).isTrue();
      assertThatThrownBy(() -> LocalPool.down(folder, name -> {}))
          .isInstanceOf(IOException.class)
          .hasMessage("somebody else is starting or stopping it");
    }
    LocalPool.down(folder, name -> {});
  }
}
