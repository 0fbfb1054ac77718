package io.windhover.experiments.opie.openb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.windhover.experiments.paper.BadData;
import io.windhover.placement.PlacementScheduler;
import io.windhover.placement.Schedulers;
import io.windhover.placement.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One node with 2 GPUs; a best-effort pod of an hour and a half meets a latency-sensitive one. */
final class RealClusterTest {
  private static final String NODES =
      """
      sn,cpu_milli,memory_mib,gpu,model
      node-0,8000,16384,2,T4
      """;

  private static final String PODS =
      """
      name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,\
      deletion_time,scheduled_time
      early,1000,1024,1,500,,LS,Running,0,100000,0
      best,4000,4096,1,1000,,BE,Running,1000,11000,1000
      never,1000,1024,1,1000,,LS,Pending,1500,2000,
      late,4000,4096,1,1000,,LS,Running,6400,10000,6400
      """;

  private final PlacementScheduler onePass = Schedulers.onePass(Settings.defaults());

  @TempDir Path data;
  private Path folder;

  @BeforeEach
  void files() throws IOException {
    folder = Files.createDirectories(data.resolve("placement/alibaba-openb-2023"));
    Files.writeString(folder.resolve("openb_node_list_all_node.csv"), NODES);
    Files.writeString(folder.resolve("openb_pod_list_default.csv"), PODS);
  }

  /**
   * best runs from 1000 to 6400: 1.5 h, of which half an hour is unpaid. GPU milliseconds in the
   * window of 0 to 6400 s: early 500 x 6400, best 1000 x 5400; capacity 2000 x 6400.
   */
  @Test
  void theBestEffortPodIsEndedAndItsBegunHourNotPaid() {
    Replayed run = replay(onePass, true);
    assertThat(run.ended).isEqualTo(1);
    assertThat(run.endings).isEqualTo(1);
    assertThat(run.endedRunHours).isEqualTo(1.5);
    assertThat(run.unpaidMinutes).isEqualTo(30);
    assertThat(run.normalRefused).isZero();
    assertThat(run.gpuPercent()).isEqualTo(100.0 * 8600 / 12800, within(1e-9));
    // early: 28 begun hours at 0.04 + 0.005 + 0.5; late: 1 at 0.16 + 0.02 + 1; best: 1 of 30%
    assertThat(run.revenue).isEqualTo(28 * 0.545 + 1.18 + 0.3 * 1.18, within(1e-9));
  }

  @Test
  void withoutPreemptiblesNothingIsEndedAndLessIsUsed() {
    Replayed run = replay(onePass, false);
    assertThat(run.ended).isZero();
    assertThat(run.gpuPercent()).isEqualTo(25);
  }

  @Test
  void thePlainSchedulerRefusesTheLateOne() {
    Replayed run = replay(Schedulers.plain(Settings.defaults()), true);
    assertThat(run.normalRefused).isEqualTo(1);
    assertThat(run.wronglyRefused).isEqualTo(1);
  }

  @Test
  void podsThatNeverRanAreLeftOut() {
    assertThat(OpenbTrace.read(data).neverRan()).isEqualTo(1);
  }

  @Test
  void badRecordsAreNamed() throws IOException {
    Path pods = folder.resolve("openb_pod_list_default.csv");
    Files.writeString(pods, PODS.replace("best,4000", "best,-4"));
    assertThatThrownBy(() -> OpenbTrace.read(data))
        .isInstanceOf(BadData.class)
        .hasMessage(pods + ":3: cpu_milli: expected a whole number, at least 0, is '-4'");
    Files.writeString(pods, PODS.replace(",BE,", ",BE,,"));
    assertThatThrownBy(() -> OpenbTrace.read(data))
        .hasMessage(pods + ":3: 12 columns, the head has 11");
    Files.delete(pods);
    assertThatThrownBy(() -> OpenbTrace.read(data)).hasMessage(pods + ": there is no such file");
  }

  private Replayed replay(PlacementScheduler scheduler, boolean preemptibles) {
    OpenbTrace trace = OpenbTrace.read(data);
    return Replayed.of(trace, trace.slice(1, 0), scheduler, preemptibles);
  }
}
