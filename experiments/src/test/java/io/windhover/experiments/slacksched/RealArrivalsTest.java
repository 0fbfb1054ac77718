package io.windhover.experiments.slacksched;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.chance.Chance;
import io.windhover.experiments.paper.BadData;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Progress;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Steps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealArrivalsTest {
  private static final Scope SMALL = new Scope(1, false);
  private static final int BINS = 80 * 12;

  @TempDir private Path data;

  /** Deployments of one to five machines of 8 cores, some of them for five minutes. */
  private void write(String lastStay) throws IOException {
    Path folder = Files.createDirectories(data.resolve(RealArrivals.FOLDER));
    SplittableRandom chance = Chance.stream(1, "bins", 0);
    var came = new StringBuilder();
    var stayed = new StringBuilder();
    for (int bin = 0; bin < BINS; bin++) {
      came.append(bin * 300).append(' ');
      stayed.append(bin * 300).append(' ');
      for (int machine = 0; machine < 60; machine++) {
        boolean next = chance.nextInt(3) == 0;
        came.append(next ? "|," : "").append(machine < 59 ? "n," : "n\n");
        String stay = bin == BINS - 1 ? lastStay : "U" + chance.nextInt(2);
        stayed.append(next ? "|," : "").append(stay).append(machine < 59 ? "," : "\n");
      }
    }
    Files.writeString(folder.resolve("flav_map.txt"), "8,16 n\n");
    Files.writeString(folder.resolve("v1.interval_map.txt"), "300 0\n3600 1\n");
    Files.writeString(folder.resolve("v1.dev.txt"), came);
    Files.writeString(folder.resolve("v1.dev.c2100000.txt"), stayed);
  }

  private static Report run(Optional<Path> folder) {
    var findings = new Findings();
    new RealArrivals(findings, SMALL, folder).run(new Steps(Progress.NONE, 1));
    return findings.report(new SlackschedPaper(), 1);
  }

  @Test
  void policiesAreComparedOnRecordedArrivals() throws Exception {
    write("U0");
    Report report = run(Optional.of(data));

    assertThat(report.rows())
        .anyMatch(row -> row.metric().equals("changes within 1 hour") && row.ours() > 0)
        .anyMatch(row -> row.policy().equals(Policies.HARVEST))
        .allMatch(row -> row.figure().equals(RealArrivals.FIGURE));
    assertThat(report.notes()).noneMatch(note -> note.contains("NOT RUN"));
  }

  @Test
  void withoutTheFilesALineSaysSo() {
    for (Optional<Path> folder : List.of(Optional.<Path>empty(), Optional.of(data))) {
      Report report = run(folder);
      assertThat(report.rows()).isEmpty();
      assertThat(report.notes()).singleElement().asString().contains("NOT RUN", "azure-vm-v1");
    }
  }

  @Test
  void badFilesAreNamedBeforeAnythingIsRun() throws Exception {
    write("late");
    assertThatThrownBy(() -> new RealArrivals(new Findings(), SMALL, Optional.of(data)))
        .isInstanceOf(BadData.class)
        .hasMessageContaining("v1.dev.txt:" + BINS + ": \"n\" staying \"late\"; expected");
  }
}
