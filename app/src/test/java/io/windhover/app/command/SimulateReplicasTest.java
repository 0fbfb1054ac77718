package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tasks that run in two places: JSON and table tell where each finished, and that it did so once.
 */
final class SimulateReplicasTest {
  @TempDir private Path folder;

  private JsonNode run(int seed) throws Exception {
    String text =
        """
        catalogue:
          limits: {spot: 40, on-demand: 16}
          types:
            - {name: large, cores: 8, memory: 32GB, prices: {spot: 0.12, on-demand: 0.40}}
            - {name: small, cores: 2, memory: 8GB, prices: {spot: 0.028, on-demand: 0.09}}
        market: {hibernation: {hibernations: 6, resumes: 2, per: 1h}}
        work:
          tasks:
            - {name: big, count: 40, runtime: 10m, memory: 7GB}
            - {name: little, count: 460, runtime: 6m, memory: 1GB}
        deadline: 40m
        policy: bag
        """;
    String file = Files.writeString(folder.resolve("s.yaml"), text).toString();
    Typed typed = Typed.here("simulate", file, "--seed", "" + seed, "--json");
    assertThat(typed.err()).isEmpty();
    return new JsonMapper().readTree(typed.out());
  }

  @Test
  void everyTaskFinishesOnceAndOnTheVmThatIsNamed() throws Exception {
    int severalTries = 0;
    for (int seed = 1; seed <= 4; seed++) {
      for (JsonNode task : run(seed).get("tasks")) {
        int finished = 0;
        for (JsonNode attempt : task.get("history")) {
          if (attempt.get("outcome").textValue().equals("finished")) {
            finished++;
            assertThat(task.get("vm")).isEqualTo(attempt.get("vm"));
            assertThat(task.get("end")).isEqualTo(attempt.get("end"));
          }
        }
        assertThat(finished).as("seed %d, %s", seed, task).isEqualTo(1);
        severalTries += task.get("attempts").intValue() > 1 ? 1 : 0;
      }
    }
    assertThat(severalTries).isPositive();
  }
}
