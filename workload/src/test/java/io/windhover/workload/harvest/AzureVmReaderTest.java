package io.windhover.workload.harvest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.harvest.RegularArrival;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AzureVmReaderTest {
  @TempDir private Path folder;

  private void write(String arrivals, String stays) throws IOException {
    Files.writeString(folder.resolve("flav_map.txt"), "1,0.75 a\n8,16 n\n");
    Files.writeString(folder.resolve("v1.interval_map.txt"), "0 0\n300 1\n600 2\n900 2\n");
    Files.writeString(folder.resolve("v1.dev.txt"), arrivals);
    Files.writeString(folder.resolve("v1.dev.c2100000.txt"), stays);
  }

  @Test
  void machinesComeByDeploymentWithinTheirFiveMinutes() throws Exception {
    write("1800000 a,a,|,n\n1800300 n\n", "1800000 U1,U1,|,C2\n1800300 U0\n");

    List<RegularArrival> all = AzureVmReader.read(folder, 1, 1);

    assertThat(all).extracting(RegularArrival::cores).containsExactly(1, 1, 8, 8);
    assertThat(all.get(0).deployment()).isEqualTo(all.get(1).deployment());
    assertThat(all.stream().map(RegularArrival::deployment).distinct()).hasSize(3);
    assertThat(all.get(0).atMillis()).isEqualTo(all.get(1).atMillis()).isLessThan(300_000);
    assertThat(all.get(3).atMillis()).isBetween(300_000L, 600_000L);
    assertThat(all.get(0).stayMillis()).isBetween(300_000L, 600_001L);
    assertThat(all.get(2).stayMillis()).isBetween(600_000L, 1_200_001L);
    assertThat(AzureVmReader.read(folder, 0, 1)).isEmpty();
  }

  @Test
  void whatIsWrongIsSaidWithItsLine() throws Exception {
    write("1800000 a\n1800300 z\n", "1800000 U1\n1800300 U0\n");
    assertThatThrownBy(() -> AzureVmReader.read(folder, 1, 1))
        .hasMessageContaining("v1.dev.txt:2: \"z\" staying \"U0\"; expected a letter");

    write("1800000 a,a\n", "1800000 U1\n");
    assertThatThrownBy(() -> AzureVmReader.read(folder, 1, 1))
        .hasMessageContaining("v1.dev.txt:1: 2 entries, but 1 in");
  }

  @Test
  void theRecordingReads() throws Exception {
    Path data = Path.of(System.getProperty("windhover.data", ""), "harvest", "azure-vm-v1");
    if (System.getProperty("windhover.data", "").isEmpty() || !Files.isDirectory(data)) {
      System.out.println("NOT RUN: Azure's regular machines (no -Dwindhover.data=DIR)");
      return;
    }
    assertThat(AzureVmReader.read(data, 1, 1)).hasSize(259_159);
  }
}
