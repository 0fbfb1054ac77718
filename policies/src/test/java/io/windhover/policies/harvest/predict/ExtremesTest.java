package io.windhover.policies.harvest.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ExtremesTest {
  private static final long MINUTE = 60_000;
  private static final long DAY = 24 * 60 * MINUTE;

  /** For the last digits of sums. */
  private static final double ROUNDING = 1e-12;

  @Test
  void noWayOfChangingTheDropGrowsBeyondThem() {
    Drops drops = Drops.of(logs(), DAY, DAY);
    SplittableRandom chance = Chance.stream(1, "ways", 0);
    for (int way = 0; way < 3000; way++) {
      int cores = chance.nextInt(1, 90);
      int row = Drops.row(chance.nextLong(DAY / 2), cores);
      int drop = Math.min(Drops.DEEPEST, chance.nextInt(cores));
      int lowest = drop;
      int deepest = drop;
      long within = 0;
      double risk = 0;
      for (int step = chance.nextInt(1, 8); step > 0; step--) {
        long until = within + chance.nextLong(1, 300 * MINUTE);
        risk += drops.row(row).risk(until, drop) - drops.row(row).risk(within, drop);
        within = until;
        lowest = Math.min(lowest, drop);
        deepest = Math.max(deepest, drop);
        drop = Math.min(Drops.DEEPEST, chance.nextInt(cores));
      }
      int place = drops.least().place(row);
      assertThat(drops.least().within(within)[place + deepest]).isLessThan(risk + ROUNDING);
      assertThat(drops.most().within(within)[place + lowest]).isGreaterThan(risk - ROUNDING);
    }
  }

  private static SortedMap<Integer, CoreLog> logs() {
    SortedMap<Integer, CoreLog> logs = new TreeMap<>();
    for (int id = 1; id <= 50; id++) {
      SplittableRandom chance = Chance.stream(1, "log", id);
      CoreLog log = new CoreLog();
      for (long at = 0; at < DAY; at += MINUTE * chance.nextInt(1, 300)) {
        log.add(at, chance.nextInt(1, 80));
      }
      logs.put(id, log);
    }
    return logs;
  }
}
