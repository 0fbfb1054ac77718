package io.windhover.workload.scenario;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What befalls spot machines. */
public sealed interface MarketChoice {
  /** How a process can be understood; the words of scenario files. */
  List<String> READINGS = List.of("run", "run-blind", "type");

  /** Whether machines freeze; otherwise they are ended, or nothing befalls them. */
  boolean hibernates();

  /** How long before it happens their users are told; 0: they are not. */
  long noticeMillis();

  /** Nothing does. */
  record Calm() implements MarketChoice {
    @Override
    public boolean hibernates() {
      return false;
    }

    @Override
    public long noticeMillis() {
      return 0;
    }
  }

  /**
   * Types go off the market and come back by chance.
   *
   * @param reading one of {@link #READINGS}
   * @param hibernates whether machines freeze; otherwise they are ended
   */
  record ByChance(
      String reading,
      boolean hibernates,
      long noticeMillis,
      double takenPerHour,
      double returnedPerHour)
      implements MarketChoice {}

  /**
   * Spot machines make room for regular ones on the provider's own hosts.
   *
   * @param customersPerHour regular machines of others that come, each of a type of the catalogue
   * @param lifeMillis how long they stay on the whole
   * @param hibernates whether a machine that makes room freezes; otherwise it is ended
   */
  record Provider(
      int hosts,
      int coresPerHost,
      long memoryBytesPerHost,
      double customersPerHour,
      long lifeMillis,
      boolean hibernates)
      implements MarketChoice {
    @Override
    public long noticeMillis() {
      return 0;
    }
  }

  /**
   * Single machines are interrupted by chance, each by itself, while their types stay on sale.
   *
   * @param shareByType how many of a hundred machines of a type are, in the span of perMillis, as a
   *     share of one; types that are missing have the other share
   * @param frozenMeanMillis how long a frozen machine stays so on the whole; 0 for ever
   */
  record Interruptions(
      SortedMap<String, Double> shareByType,
      double otherShare,
      long perMillis,
      boolean hibernates,
      long noticeMillis,
      long frozenMeanMillis)
      implements MarketChoice {
    /** As providers count: a twelfth of a year. */
    public static final long MONTH_MILLIS = Terms.MONTH_HOURS * 3_600_000L;

    public Interruptions {
      shareByType = Collections.unmodifiableSortedMap(new TreeMap<>(shareByType));
    }

    public double share(String type) {
      return shareByType.getOrDefault(type, otherShare);
    }

    /** How often a machine of a type is interrupted in an hour that it is up: its hazard. */
    public double perHour(String type) {
      return -StrictMath.log1p(-share(type)) / perMillis * 3_600_000;
    }
  }

  /** Types go off the market as a trace says. */
  record Recorded(boolean hibernates, long noticeMillis, Outages outages) implements MarketChoice {}
}
