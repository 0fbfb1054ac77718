package io.windhover.placement;

import io.windhover.placement.victims.VictimSearch;
import java.util.Arrays;

/**
 * Finds the hosts where ending instances costs the fewest seconds into their billing periods.
 *
 * <p>Instances are met in the order of those seconds ({@link PhaseRing}). A host costs at least as
 * much as the first of its instances that is met; so once the next instance costs more than the
 * best host found, all hosts as good as it have been seen.
 */
final class PeriodWalk {
  private static final int JUDGED_MIN = 2_000;

  /** Beyond this share of all hosts a scan is as good. */
  private static final int JUDGED_SHARE = 4;

  private final HostTable hosts;
  private final InstanceTable instances;
  private final PhaseRing ring;
  private final Question question;
  private final ClassSearch classes;
  private int[] seen = new int[16];
  private int number;

  private boolean wholeHosts;
  private long bestMicros;
  private int[] tied = new int[16];
  private int tiedCount;
  private int judged;
  private int judgedMax;

  PeriodWalk(Cluster cluster, ClassSearch classes) {
    this.hosts = cluster.hosts;
    this.instances = cluster.instances;
    this.ring = cluster.ring;
    this.question = cluster.question;
    this.classes = classes;
  }

  /**
   * Walks until the best is known; false when that took too long.
   *
   * @param whole whether a host costs the sum of all its preemptibles instead of its cheapest
   *     sufficient set
   * @param micros hosts that cost more than this are not looked for
   */
  boolean walk(boolean whole, long micros) {
    begin(whole, micros);
    long now = instances.nowPhaseMillis();
    int start = ring.bucketOf(now);
    // Backwards from the present; the present's own bucket in two parts, the first and the last.
    return walkDown(start, 0, now, now)
        && walkDown(ring.buckets() - 1, start, now + instances.billingPeriodMillis, Long.MAX_VALUE);
  }

  /** Down to a bucket or the best, whichever comes first; false when it took too long. */
  private boolean walkDown(int from, int to, long nowMillis, long phaseMillisMax) {
    for (int bucket = ring.occupiedAtOrBelow(from);
        bucket >= to;
        bucket = ring.occupiedAtOrBelow(bucket - 1)) {
      if ((nowMillis - ring.phaseMillisMax(bucket)) * 1000 > bestMicros) {
        return true;
      }
      judge(bucket, bucket == from ? phaseMillisMax : Long.MAX_VALUE);
      if (judged > judgedMax) {
        return false;
      }
    }
    return true;
  }

  private void begin(boolean whole, long micros) {
    wholeHosts = whole;
    bestMicros = micros;
    tiedCount = 0;
    judged = 0;
    judgedMax = Math.max(JUDGED_MIN, hosts.count / JUDGED_SHARE);
    number++;
    if (seen.length < hosts.slots) {
      seen = Arrays.copyOf(seen, hosts.slots * 2);
      tied = new int[hosts.slots * 2];
    }
  }

  /** Judges the hosts of the instances whose periods began at or before a phase. */
  private void judge(int bucket, long phaseMillisMax) {
    int size = ring.size(bucket);
    for (int at = 0; at < size; at++) {
      int instance = ring.member(bucket, at);
      int host = instances.host[instance];
      if (seen[host] == number || instances.phaseMillis[instance] > phaseMillisMax) {
        continue;
      }
      seen[host] = number;
      judged++;
      if (classes.hasPassed(host)) {
        offer(host);
      }
    }
  }

  private void offer(int host) {
    question.show(host);
    long micros =
        wholeHosts
            ? question.allVictimsMicros(VictimCosts.PERIOD)
            : question.cheapestVictimsMicros(VictimCosts.PERIOD, bestMicros);
    if (micros > bestMicros || micros == VictimSearch.NONE) {
      return;
    }
    if (micros < bestMicros) {
      bestMicros = micros;
      tiedCount = 0;
    }
    tied[tiedCount++] = host;
  }

  int[] tied() {
    return tied;
  }

  int tiedCount() {
    return tiedCount;
  }

  boolean isTied(int host) {
    for (int i = 0; i < tiedCount; i++) {
      if (tied[i] == host) {
        return true;
      }
    }
    return false;
  }

  int judged() {
    return judged;
  }
}
