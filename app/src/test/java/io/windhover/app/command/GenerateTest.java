package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GenerateTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "montage, 50",
    "epigenomics, 51",
    "cybershake, 50",
    "inspiral, 50",
    "sipht, 50",
    "pipeline, 6",
    "parallel, 10",
    "hybrid, 12"
  })
  void everyShapeIsAFileThatCanBeUsed(String shape, int tasks) {
    Path file = folder.resolve(shape + ".yaml");
    Typed typed = Typed.here("generate", shape, "--deadline", "2h", "--out", file.toString());
    assertThat(typed.err()).isEmpty();
    assertThat(typed.out()).isEmpty();
    assertThat(typed.exit()).isZero();
    assertThat(Typed.here("validate", file.toString()).out())
        .contains("job " + shape + ", " + tasks + " tasks");
  }

  @Test
  void theExampleIsWhatItsFirstLineMakes() {
    Path example =
        Path.of(System.getProperty("windhover.root", ".."), "examples/workflows/montage.yaml");
    Typed typed =
        Typed.here("generate", "montage", "--tasks", "20", "--seed", "1", "--deadline", "10m");
    assertThat(typed.out())
        .startsWith(
            "# montage of 20 tasks: windhover generate montage --tasks 20 --seed 1 --deadline"
                + " 10m\n")
        .satisfies(text -> assertThat(example).hasContent(text));
  }

  @Test
  void anotherSeedIsAnotherFile() {
    String one = Typed.here("generate", "sipht").out();
    assertThat(Typed.here("generate", "sipht", "--seed", "1").out()).isEqualTo(one);
    assertThat(Typed.here("generate", "sipht", "--seed", "2").out()).isNotEqualTo(one);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "montge             | there is no shape \"montge\"; did you mean \"montage\"?",
        "sipht --tasks 12   | --tasks: 12 is out of range for sipht; expected 13 to 10,000",
        "sipht --tasks 1000000 | --tasks: 1,000,000 is out of range for sipht; expected 13 to"
            + " 10,000",
        "sipht --tasks many | --tasks: \"many\" is not a whole number",
        "hybrid --tasks 20  | --tasks: hybrid always has 12 tasks",
        "sipht --deadline soon | --deadline: \"soon\" is not a time span; expected one like 90s,"
            + " 35m or 1h30m",
        "sipht --out . | --out: . is a folder; expected a file",
        "sipht --out /no/such/folder/x.yaml | --out: /no/such/folder/x.yaml cannot be written: no"
            + " such folder",
        "''                 | Missing required parameter: 'SHAPE'"
      })
  void badWishesAreOneLineAndExit2(String words, String problem) {
    String line = "generate " + words;
    Typed typed = Typed.here(line.strip().split(" "));
    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err().strip()).startsWith("windhover: " + problem).hasLineCount(1);
  }

  @Test
  void helpHasExamples() {
    assertThat(Typed.here("generate", "--help").out())
        .contains("windhover generate montage", "--out");
  }

  @Test
  void whatItPrintsIsAlsoInAFile() throws Exception {
    Path file = folder.resolve("x.yaml");
    assertThat(Typed.here("generate", "inspiral", "--out", file.toString()).exit()).isZero();
    assertThat(Files.readString(file)).isEqualTo(Typed.here("generate", "inspiral").out());
  }
}
