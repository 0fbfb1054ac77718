package io.windhover.experiments.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunFileTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("runs.tsv");
  }

  @Test
  void whatWasAddedIsThereTheNextTime() throws Exception {
    try (RunFile first = RunFile.open(file)) {
      assertThat(first.taken()).isZero();
      first.add("greedy seed 1", "12.5\t3");
      first.add("greedy seed 2", "13");
      first.add("greedy seed 2", "14");
    }

    try (RunFile second = RunFile.open(file)) {
      assertThat(second.taken()).isEqualTo(2);
      assertThat(second.result("greedy seed 1")).hasValue("12.5\t3");
      assertThat(second.result("greedy seed 2")).as("the last word").hasValue("14");
      assertThat(second.result("greedy seed 3")).isEmpty();
    }
  }

  @Test
  void aLineThatWasCutOffIsForgottenAndTheNextOneIsWhole() throws Exception {
    Files.writeString(file, "one\t1\ntwo\t2");

    try (RunFile cut = RunFile.open(file)) {
      assertThat(cut.result("one")).hasValue("1");
      assertThat(cut.result("two")).as("may have been 25").isEmpty();
      cut.add("three", "3");
    }

    assertThat(file).hasContent("one\t1\nthree\t3\n");
  }

  @Test
  void twoAtOnceAreOneTooMany() throws Exception {
    try (RunFile first = RunFile.open(file)) {
      assertThatThrownBy(() -> RunFile.open(file))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("another process writes to it");
      first.add("one", "1");
    }

    assertThat(file).hasContent("one\t1\n");
  }

  @Test
  void aNameThatCouldNotBeReadAgainIsRefused() throws Exception {
    try (RunFile runs = RunFile.open(file)) {
      assertThatThrownBy(() -> runs.add("one\tmore", "1")).hasMessageContaining("one\tmore");
      assertThatThrownBy(() -> runs.add("one", "1\n2")).hasMessageContaining("one");
    }

    assertThat(file).isEmptyFile();
  }
}
