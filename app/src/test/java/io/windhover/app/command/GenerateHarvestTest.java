package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces from recorded arrivals: every five minutes of six hours 40 machines for ten minutes. */
final class GenerateHarvestTest {
  private static final int BINS = 72;

  @TempDir private Path folder;

  @BeforeEach
  void record() throws IOException {
    Files.writeString(folder.resolve("flav_map.txt"), "8,16 n\n");
    Files.writeString(folder.resolve("v1.interval_map.txt"), "600 0\n");
    var came = new StringBuilder();
    var stayed = new StringBuilder();
    for (int bin = 0; bin < BINS; bin++) {
      came.append(bin * 300).append(' ').append("n,|,".repeat(40)).append("n\n");
      stayed.append(bin * 300).append(' ').append("U0,|,".repeat(40)).append("U0\n");
    }
    Files.writeString(folder.resolve("v1.dev.txt"), came);
    Files.writeString(folder.resolve("v1.dev.c2100000.txt"), stayed);
  }

  private Typed typed(String words) {
    List<String> line = new ArrayList<>(List.of("generate", "harvest", "--machines", "30"));
    line.addAll(List.of(words.replace("DIR", folder.toString()).split(" ")));
    return Typed.here(line.toArray(String[]::new));
  }

  @Test
  void recordedArrivalsComeInsteadOfDrawnOnes() {
    Typed recorded = typed("--arrivals DIR --share 100% --hours 6 --cluster C8");
    Typed drawn = typed("--hours 6 --cluster C8");

    assertThat(recorded.err()).isEmpty();
    assertThat(recorded.out()).startsWith("seconds,hvm,cores,minimum,memory_gb\n0,hvm1,");
    assertThat(typed("--arrivals DIR --share 100% --hours 6 --cluster C8")).isEqualTo(recorded);
    assertThat(recorded.out().lines().count()).isGreaterThan(2 * drawn.out().lines().count());
    assertThat(typed("--arrivals DIR --hours 6 --statistics").out())
        .startsWith("C2 with the arrivals of " + folder + ": 30 harvest machines over 6 h");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--arrivals /none | --arrivals: no such folder: /none",
        "--arrivals DIR --cluster wind | --arrivals: not on wind; expected --cluster C1 to C8",
        "--arrivals DIR --trace x.csv --statistics | --arrivals make a trace and --trace is one; ",
        "--arrivals DIR --share 0 | --arrivals: nobody comes; expected more deployments there, ",
        "--arrivals DIR --share much | --share: \"much\" is not a share; expected one like 20%",
        "--share 10% | --share is of --arrivals; expected them beside it",
        "--arrivals DIR --hours 48 | --hours: 48.0 is longer than the arrivals, whose last comes",
        "--out /no/x.csv | --out: /no/x.csv cannot be written: no such folder",
      })
  void badWishesAreOneLine(String words, String said) {
    Typed typed = typed(words);
    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err().strip()).startsWith("windhover: " + said).hasLineCount(1);
  }

  @Test
  void badArrivalsAreNamedWithTheirLine() throws Exception {
    Files.writeString(folder.resolve("v1.dev.txt"), "0 n\n300 z\n");
    Files.writeString(folder.resolve("v1.dev.c2100000.txt"), "0 U0\n300 U0\n");
    Typed typed = typed("--arrivals DIR");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err())
        .contains("v1.dev.txt:2: \"z\" staying \"U0\"; expected")
        .hasLineCount(1);
  }
}
