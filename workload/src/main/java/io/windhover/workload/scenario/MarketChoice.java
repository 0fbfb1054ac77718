package io.windhover.workload.scenario;

import java.util.List;

/** What befalls spot machines. */
public sealed interface MarketChoice {
  /** How a process can be understood; the words of scenario files. */
  List<String> READINGS = List.of("run", "run-blind", "type");

  /** Whether machines freeze; otherwise they are ended, or nothing befalls them. */
  boolean hibernates();

  /** Nothing does. */
  record Calm() implements MarketChoice {
    @Override
    public boolean hibernates() {
      return false;
    }
  }

  /**
   * Types go off the market and come back by chance.
   *
   * @param reading one of {@link #READINGS}
   * @param hibernates whether machines freeze; otherwise they are ended
   * @param noticeMillis how long before it happens their users are told
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
      implements MarketChoice {}

  /** Types go off the market as a trace says. */
  record Recorded(boolean hibernates, long noticeMillis, Outages outages) implements MarketChoice {}
}
