package io.windhover.policies.harvest.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DropsTest {
  private static final long MINUTE = 60_000;
  private static final long DAY = 24 * 60 * MINUTE;

  /** Machine 1 loses four of its cores every half an hour and has them back soon; 2 never does. */
  private static SortedMap<Integer, CoreLog> restlessAndCalm() {
    CoreLog restless = new CoreLog();
    for (long at = 0; at < DAY; at += 30 * MINUTE) {
      restless.add(at, 20);
      restless.add(at + 25 * MINUTE, 16);
    }
    CoreLog calm = new CoreLog();
    calm.add(0, 20);
    SortedMap<Integer, CoreLog> logs = new TreeMap<>();
    logs.put(1, restless);
    logs.put(2, calm);
    return logs;
  }

  @Test
  void aDropThatFitsIntoTheFreeCoresIsNoRisk() {
    Drops drops = Drops.of(restlessAndCalm(), DAY, DAY);
    double deep = drops.risk(5 * MINUTE, 40 * MINUTE, 3);
    double shallow = drops.risk(5 * MINUTE, 40 * MINUTE, 4);
    assertThat(deep).isGreaterThan(1);
    assertThat(shallow).isLessThan(0.2);
  }

  @Test
  void whoHasBeenStillForLongIsSafer() {
    Drops drops = Drops.of(restlessAndCalm(), DAY, DAY);
    assertThat(drops.risk(200 * MINUTE, 40 * MINUTE, 0))
        .isLessThan(drops.risk(5 * MINUTE, 40 * MINUTE, 0) / 5);
    assertThat(drops.multiple(1)).isGreaterThan(drops.multiple(2));
    assertThat(drops.multiple(77)).isEqualTo(1);
  }

  @Test
  void riskGrowsWithTimeAndDepth() {
    Drops drops = Drops.of(restlessAndCalm(), DAY, DAY);
    for (long still = 0; still < 800 * MINUTE; still += 37 * MINUTE) {
      for (long within = 0; within < 2000 * MINUTE; within += 50 * MINUTE) {
        for (int spare = 0; spare < 30; spare++) {
          double risk = drops.risk(still, within, spare);
          assertThat(drops.risk(still, within + MINUTE, spare)).isGreaterThanOrEqualTo(risk);
          assertThat(drops.risk(still, within, spare + 1)).isLessThanOrEqualTo(risk + 1e-12);
        }
      }
    }
  }

  /** So that the first tasks are spread rather than heaped on the first machine. */
  @Test
  void beforeAnythingWasSeenFreeCoresAreBetterThanNone() {
    Drops drops = Drops.of(new TreeMap<>(), DAY, DAY);
    assertThat(drops.risk(0, 40 * MINUTE, 16)).isLessThan(drops.risk(0, 40 * MINUTE, 0) / 4);
  }

  /** Else it would matter when within that moment the table is made. */
  @Test
  void whatHappensAtTheMomentItselfIsLeftOut() {
    Drops before = Drops.of(restlessAndCalm(), DAY, DAY);
    SortedMap<Integer, CoreLog> logs = restlessAndCalm();
    logs.get(2).add(DAY, 0);
    Drops after = Drops.of(logs, DAY, DAY);
    assertThat(after.multiple(2)).isEqualTo(before.multiple(2));
    assertThat(after.risk(800 * MINUTE, 10 * MINUTE, 5))
        .isEqualTo(before.risk(800 * MINUTE, 10 * MINUTE, 5));
    assertThat(Drops.of(logs, DAY + 10 * MINUTE, DAY).risk(800 * MINUTE, 10 * MINUTE, 5))
        .isGreaterThan(before.risk(800 * MINUTE, 10 * MINUTE, 5));
  }
}
