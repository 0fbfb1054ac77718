package io.windhover.worker.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CoresFileTest {
  @TempDir private Path folder;

  private CoresFile file(String text) throws IOException {
    Path path = folder.resolve("cores");
    Files.writeString(path, text);
    return new CoresFile(path, 100);
  }

  @Test
  void whatTheFileSaysIsFollowedAndNonsenseIsNot() throws Exception {
    CoresFile file = file("4\n");
    assertThat(file.read()).isEqualTo(4);
    BlockingQueue<Integer> told = new LinkedBlockingQueue<>();
    BlockingQueue<String> notices = new LinkedBlockingQueue<>();
    new CoresWatch(file, 20).follow(4, told::add, notices::add);
    file("many");
    assertThat(notices.poll(30, TimeUnit.SECONDS)).contains("expected a file with a number");
    file("2");
    assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo(2);
    assertThat(told).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "101", "2 cores", "99999999999999999999"})
  void whatIsNoNumberOfCoresIsSaid(String text) throws Exception {
    CoresFile file = file(text);
    assertThatThrownBy(file::read).hasMessageContaining("cores: expected a file with a number");
  }

  @Test
  void aFileThatIsNotThereIsSaid() {
    var file = new CoresFile(folder.resolve("none"), 100);
    assertThatThrownBy(file::read).hasMessageContaining("none: expected a file with a number");
  }
}
