package io.windhover.app.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.settings.ServerAddress;
import io.windhover.core.model.JobRules;
import io.windhover.workerprogram.OptionRules;
import io.windhover.workload.Durations;
import io.windhover.workload.Sizes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The worker's program has none of the manager's classes, and the same rules. */
final class WorkerProgramRulesTest {
  @Test
  void namesLabelsAndCoresAreTheSame() {
    assertThat(OptionRules.NAME_PATTERN).isEqualTo(JobRules.NAME_PATTERN);
    assertThat(OptionRules.LABEL_PATTERN).isEqualTo(JobRules.LABEL_PATTERN);
    assertThat(OptionRules.CORES_MAX).isEqualTo(JobRules.CORES_MAX);
    assertThat(OptionRules.USUAL_PORT).isEqualTo(ServerAddress.MANAGER_PORT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"8GB", "1.5GiB", "200MB", "0.001kB", "512 MiB", "3TB"})
  void aSizeMeansTheSame(String text) {
    assertThat(OptionRules.bytes("--memory", text)).isEqualTo(Sizes.parseBytes(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"5s", "250ms", "2m", "1h"})
  void aSpanMeansTheSame(String text) {
    assertThat(OptionRules.millis("--grace", text, 1, 86_400_000))
        .isEqualTo(Durations.parseMillis(text));
  }
}
