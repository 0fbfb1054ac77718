package io.windhover.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.model.CheckpointCost;
import io.windhover.policies.bag.hads.HadsSettings;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What policies can be told, and what they say when it makes no sense. */
class SettingsTest {
  @Test
  void withoutSettingsThePapersHold() {
    assertThat(PolicyRegistry.hads("hads", new TreeMap<>())).isEqualTo(HadsSettings.PAPER);
  }

  @Test
  void everySettingOfHadsIsRead() {
    Map<String, String> written =
        Map.of(
            "alpha", "2m",
            "checkpoint-overhead", "0.055",
            "cycle", "0.25h",
            "dump-fixed", "990ms",
            "dump-per-mb", "0.005s");
    assertThat(PolicyRegistry.hads("hads", new TreeMap<>(written)))
        .isEqualTo(new HadsSettings(120_000, 55_000, 900_000, new CheckpointCost(990, 5)));
  }

  /** Each of these once meant something else than was written, or was read in silence. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "alpha | soon | expected a time span such as 180s, 3m or 500ms, is \"soon\"",
        "alpha | -1s | expected a time span such as 180s, 3m or 500ms, is \"-1s\"",
        "alpha | 180 | expected a time span such as 180s, 3m or 500ms, is \"180\"",
        "cycle | 0s | expected a time span of 1ms or more, such as 900s or 15m, is \"0s\"",
        "cycle | 0 | expected a time span of 1ms or more, such as 900s or 15m, is \"0\"",
        "checkpoint-overhead | 1.5 | expected a share from 0 to 1, such as 0.1, is \"1.5\"",
        "checkpoint-overhead | 10% | expected a share from 0 to 1, such as 0.1, is \"10%\"",
        "dump-fixed | '' | expected a time span such as 180s, 3m or 500ms, is \"\"",
        "dump-per-mb | 22 | expected a time span such as 180s, 3m or 500ms, is \"22\"",
      })
  void aValueThatIsNoneIsNamed(String key, String value, String why) {
    for (String policy : new String[] {"hads", "hads-printed", "hads-authors"}) {
      assertRefused(policy, key, value, "policy " + policy + ": " + key + ": " + why);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bag | mix | much | policy bag: mix: expected a number of 0 or more, such as 0.5,"
            + " is \"much\"",
        "on-demand | release | never | policy on-demand: release: expected at-once or cycle,"
            + " is \"never\"",
        "hads | alhpa | 1s | policy hads has no setting \"alhpa\"; did you mean \"alpha\"?"
            + " it has alpha, checkpoint-overhead, cycle, dump-fixed, dump-per-mb",
        "hads | colour | red | policy hads has no setting \"colour\";"
            + " it has alpha, checkpoint-overhead, cycle, dump-fixed, dump-per-mb",
        "spot-no-hibernation | releases | cycle | policy spot-no-hibernation has no setting"
            + " \"releases\"; did you mean \"release\"? it has release",
        "match | colour | red | policy match has no setting \"colour\"; it has none at all",
      })
  void whatNobodyKnowsIsSaid(String policy, String key, String value, String why) {
    assertRefused(policy, key, value, why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bag",
        "hads",
        "hads-authors",
        "hads-printed",
        "match",
        "on-demand",
        "spot-no-hibernation"
      })
  void everyPolicyIsMadeWithoutSettings(String name) {
    var policy = PolicyRegistry.make(name, new TreeMap<>(), PolicyRegistry.Machines.COME_AND_GO);
    assertThat(policy.name()).isEqualTo(name);
    assertThat(PolicyRegistry.names()).contains(name);
  }

  private static void assertRefused(String policy, String key, String value, String why) {
    assertThatThrownBy(
            () ->
                PolicyRegistry.make(
                    policy, new TreeMap<>(Map.of(key, value)), PolicyRegistry.Machines.COME_AND_GO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }
}
