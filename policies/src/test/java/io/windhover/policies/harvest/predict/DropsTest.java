package io.windhover.policies.harvest.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DropsTest {
  private static final long MINUTE = 60_000;
  private static final long DAY = 24 * 60 * MINUTE;
  private static final int CORES = 20;

  /** Of a machine of so many cores that has been still for so long. */
  private static double risk(Drops drops, int cores, long still, long within, int drop) {
    return drops.after(still, cores).risk(within, drop);
  }

  private static double risk(Drops drops, long still, long within, int drop) {
    return risk(drops, CORES, still, within, drop);
  }

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
    double deep = risk(drops, 5 * MINUTE, 40 * MINUTE, 3);
    double shallow = risk(drops, 5 * MINUTE, 40 * MINUTE, 4);
    assertThat(deep).isGreaterThan(1);
    assertThat(shallow).isLessThan(0.2);
  }

  @Test
  void whoHasBeenStillForLongIsSafer() {
    Drops drops = Drops.of(restlessAndCalm(), DAY, DAY);
    assertThat(risk(drops, 200 * MINUTE, 40 * MINUTE, 0))
        .isLessThan(risk(drops, 5 * MINUTE, 40 * MINUTE, 0) / 5);
    assertThat(drops.multiple(1)).isGreaterThan(drops.multiple(2));
    assertThat(drops.multiple(77)).isEqualTo(1);
  }

  @Test
  void riskGrowsWithTimeAndDepth() {
    Drops drops = Drops.of(restlessAndCalm(), DAY, DAY);
    for (long still = 0; still < 800 * MINUTE; still += 37 * MINUTE) {
      for (long within = 0; within < 2000 * MINUTE; within += 50 * MINUTE) {
        for (int spare = 0; spare < 30; spare++) {
          double risk = risk(drops, still, within, spare);
          assertThat(risk(drops, still, within + MINUTE, spare)).isGreaterThanOrEqualTo(risk);
          assertThat(risk(drops, still, within, spare + 1)).isLessThanOrEqualTo(risk + 1e-12);
        }
      }
    }
  }

  /** So that the first tasks are spread rather than heaped on the first machine. */
  @Test
  void beforeAnythingWasSeenFreeCoresAreBetterThanNone() {
    Drops drops = Drops.of(new TreeMap<>(), DAY, DAY);
    assertThat(risk(drops, 0, 40 * MINUTE, 16)).isLessThan(risk(drops, 0, 40 * MINUTE, 0) / 4);
  }

  /** Else it would matter when within that moment the table is made. */
  @Test
  void whatHappensAtTheMomentItselfIsLeftOut() {
    Drops before = Drops.of(restlessAndCalm(), DAY, DAY);
    SortedMap<Integer, CoreLog> logs = restlessAndCalm();
    logs.get(2).add(DAY, 0);
    Drops after = Drops.of(logs, DAY, DAY);
    assertThat(after.multiple(2)).isEqualTo(before.multiple(2));
    assertThat(risk(after, 800 * MINUTE, 10 * MINUTE, 5))
        .isEqualTo(risk(before, 800 * MINUTE, 10 * MINUTE, 5));
    assertThat(risk(Drops.of(logs, DAY + 10 * MINUTE, DAY), 800 * MINUTE, 10 * MINUTE, 5))
        .isGreaterThan(risk(before, 800 * MINUTE, 10 * MINUTE, 5));
  }

  /**
   * Ninety small machines that cannot fall by ten cores and ten large ones that do every two hours:
   * what the small ones were spared says nothing of the large ones. Of machines that have been
   * still for 40 to 80 minutes and will be for 100, half fall within the next 40.
   */
  @Test
  void whoHasNothingToLoseDoesNotMakeOthersSafe() {
    SortedMap<Integer, CoreLog> logs = new TreeMap<>();
    for (int id = 1; id <= 100; id++) {
      CoreLog log = new CoreLog();
      for (long at = 0; at < DAY; at += 120 * MINUTE) {
        log.add(at, id > 90 ? 30 : 6);
        log.add(at + 100 * MINUTE, id > 90 ? 15 : 5);
      }
      logs.put(id, log);
    }
    Drops drops = Drops.of(logs, DAY, DAY);
    double deep = 1 - Math.exp(-risk(drops, 30, 70 * MINUTE, 40 * MINUTE, 10));
    assertThat(deep).isBetween(0.45, 0.55);
    assertThat(risk(drops, 6, 70 * MINUTE, 40 * MINUTE, 0)).isGreaterThan(0.6);
    assertThat(risk(drops, 6, 70 * MINUTE, 40 * MINUTE, 1)).isLessThan(0.2);
  }

  /** Machines of two sizes, as still as each other; only the small ones fall by more than two. */
  @Test
  void machinesOfOneSizeTellMostOfThatSize() {
    SortedMap<Integer, CoreLog> logs = new TreeMap<>();
    for (int id = 1; id <= 40; id++) {
      CoreLog log = new CoreLog();
      for (long at = 0; at < DAY; at += 60 * MINUTE) {
        log.add(at, id > 20 ? 40 : 10);
        log.add(at + 50 * MINUTE, id > 20 ? 39 : 4);
      }
      logs.put(id, log);
    }
    Drops drops = Drops.of(logs, DAY, DAY);
    assertThat(risk(drops, 40, 25 * MINUTE, 40 * MINUTE, 2))
        .isLessThan(risk(drops, 10, 25 * MINUTE, 40 * MINUTE, 2) / 5);
  }
}
