package io.windhover.policies.workflow.justintime;

import io.windhover.core.chance.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Thinks of arrivals to come: the recent past goes on. */
final class Past {
  private static final long SEED = 1;

  private Past() {}

  /**
   * The past over and over, until it is long enough.
   *
   * @param forMillis how long that is
   * @param jobsMax but with no more jobs than this
   */
  static List<Rehearsal.Arrival> repeated(
      List<Rehearsal.Arrival> past, long forMillis, int jobsMax) {
    int jobs = past.size();
    long tookMillis = past.get(jobs - 1).atMillis() - past.get(0).atMillis();
    long everyMillis = tookMillis + tookMillis / (jobs - 1);
    List<Rehearsal.Arrival> all = new ArrayList<>(past);
    for (long after = everyMillis;
        after < forMillis && all.size() + jobs <= jobsMax;
        after += everyMillis) {
      for (Rehearsal.Arrival arrival : past) {
        all.add(new Rehearsal.Arrival(arrival.workClass(), arrival.atMillis() + after));
      }
    }
    return all;
  }

  /**
   * Other arrivals of the same kind: rows of the past, each from anywhere in it, one after the
   * other. What was chosen for the past itself must do for these too. Always the same for the same
   * past.
   *
   * @param row how many come as they did; with 1, each time between two of the past is as likely to
   *     come next as any other
   * @param forMillis how long they last
   * @param jobsMin but no fewer of them
   * @param jobsMax and no more
   */
  static List<Rehearsal.Arrival> likewise(
      List<Rehearsal.Arrival> past, int row, long forMillis, int jobsMin, int jobsMax) {
    SplittableRandom chance = Chance.stream(SEED, "arrivals to come", past.size());
    List<Rehearsal.Arrival> all = new ArrayList<>();
    long at = 0;
    int next = past.size();
    int left = 0;
    while (all.size() < jobsMin || (at < forMillis && all.size() < jobsMax)) {
      if (left == 0 || next == past.size()) {
        next = 1 + chance.nextInt(past.size() - 1);
        left = row;
      }
      at += past.get(next).atMillis() - past.get(next - 1).atMillis();
      all.add(new Rehearsal.Arrival(past.get(next).workClass(), at));
      next++;
      left--;
    }
    return all;
  }
}
