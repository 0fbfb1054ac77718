package io.windhover.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One story of {@code windhover reproduce live}, with a machine alone, so that both tellings give
 * it the same tasks in the same order: the very same attempts end when it shrinks.
 */
final class LiveHarvestIT {
  private static final String CLOUD =
      """
      source: local
      harvest: {trace: cores.csv, startUp: 3m}
      speed: 20
      dir: cloud
      """;
  private static final String JOB =
      """
      name: shrinking
      deadline: 30m
      policy: {name: harvest, machines: 1, epoch: 4h}
      tasks:
        - {name: t, count: 6, command: bash work.sh $((120 / WINDHOVER_SPEED)), runtime: 2m}
      """;

  /**
   * Five cores when it comes up at 280 s, two a minute later, four a minute and a half after that.
   */
  private static final String CORES =
      """
      seconds,hvm,cores,minimum,memory_gb
      0,a,5,1,16
      340,a,2,,
      430,a,4,,
      3600,a,4,,
      """;

  @TempDir private Path folder;

  @Test
  @Timeout(120)
  void theSameAttemptsEndWhenAMachineShrinksAndCostAndMakespanAgree() throws Exception {
    LiveStory.ALL.get(0).write(folder); // For what its tasks run.
    Files.writeString(folder.resolve(LiveStory.CLOUD), CLOUD);
    Files.writeString(folder.resolve(LiveStory.JOB), JOB);
    Files.writeString(folder.resolve("cores.csv"), CORES);

    var audience = new LiveAudience();
    ToldTwice told = new LiveTrial(folder).run(audience);

    assertThat(audience.troubles()).isEmpty();
    assertThat(told.simulated().squeezedOut()).hasSize(3);
    assertThat(told.live().squeezedOut()).isEqualTo(told.simulated().squeezedOut());
    assertThat(told.live().inTime()).isTrue();
    assertThat(told.costDiffers()).as("cost").isBetween(-0.05, 0.05);
    assertThat(told.makespanDiffers()).as("makespan").isBetween(-0.05, 0.05);
  }
}
