package io.windhover.workload.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ApplicationTest {
  private static final SortedMap<String, Double> PRICES =
      new TreeMap<>(
          Map.of("micro", 0.02, "standard", 0.085, "high-cpu", 0.68, "high-memory", 0.50));

  @ParameterizedTest
  @EnumSource
  void anApplicationBeginsAndEndsWithOneTask(Application application) {
    List<TaskGroup> groups = job(application, 1).groups();
    assertThat(groups).hasSize(application.tasks());
    assertThat(groups.stream().filter(group -> group.after().isEmpty())).hasSize(1);
    List<Integer> awaited = new ArrayList<>();
    groups.forEach(group -> awaited.addAll(group.after()));
    for (int unit = 0; unit < groups.size() - 1; unit++) {
      assertThat(awaited).contains(unit);
    }
  }

  @Test
  void everyTypeIsTheCheapestForSomeTasks() {
    SortedMap<String, Integer> cheapest = new TreeMap<>();
    for (long seed = 1; seed <= 100; seed++) {
      for (TaskGroup group : job(Application.PIPELINE, seed).groups()) {
        cheapest.merge(cheapestType(group), 1, Integer::sum);
      }
    }
    PRICES.keySet().forEach(type -> assertThat(cheapest.get(type)).as(type).isGreaterThan(30));
  }

  @Test
  void aDrawIsItsSeedsAlone() {
    JobSpec drawn = job(Application.HYBRID, 3);
    assertThat(drawn).isEqualTo(job(Application.HYBRID, 3));
    assertThat(drawn).isNotEqualTo(job(Application.HYBRID, 4));
  }

  private static String cheapestType(TaskGroup group) {
    String best = "";
    double least = Double.MAX_VALUE;
    for (Map.Entry<String, Double> price : PRICES.entrySet()) {
      double cost = price.getValue() * group.runtime().millisOn(price.getKey()).orElseThrow();
      if (cost < least) {
        least = cost;
        best = price.getKey();
      }
    }
    return best;
  }

  private static JobSpec job(Application application, long seed) {
    return application.job(TaskTimes.SCS, seed, new Deadline.Within(1));
  }
}
