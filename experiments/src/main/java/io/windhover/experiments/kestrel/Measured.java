package io.windhover.experiments.kestrel;

import java.util.List;

/**
 * What came of a month.
 *
 * @param finished whether everything was done before patience ran out
 * @param mainEndedMillis when the main run was over
 * @param laterBeganMillis when the second run was submitted
 * @param endedMillis when all was over
 * @param wrongs what must never happen and did
 * @param fingerprint of every batch and decision: equal months have equal ones
 */
record Measured(
    Month month,
    long seed,
    boolean finished,
    long mainEndedMillis,
    long laterBeganMillis,
    long endedMillis,
    int managersKilled,
    int sitesCutOff,
    int retriesAsked,
    int orders,
    int starts,
    int commandsThatSucceeded,
    Tally tally,
    long messages,
    long messagesLost,
    long messagesDoubled,
    int miscounts,
    List<String> wrongs,
    long fingerprint,
    List<Watch.Look> looks,
    Ledger ledger,
    StarWork work) {
  Measured {
    wrongs = List.copyOf(wrongs);
    looks = List.copyOf(looks);
  }

  /** When nothing waited any more: from then on there are more workers than tasks. */
  long drainedMillis() {
    return looks.stream()
        .filter(look -> look.atMillis() > month.tunedAtMillis() && look.queued() == 0)
        .mapToLong(Watch.Look::atMillis)
        .findFirst()
        .orElse(mainEndedMillis);
  }

  double days() {
    return mainEndedMillis / (double) Month.DAY;
  }

  /** CPU hours of the commands whose success is recorded, of the main run. */
  double cpuHours() {
    return ledger.successes().stream()
        .filter(success -> success.job() == 1)
        .mapToDouble(success -> work.cpuMillis(1, success.task()) / Month.HOUR)
        .sum();
  }

  double events() {
    return ledger.successes().stream()
        .filter(success -> success.job() == 1)
        .mapToDouble(success -> work.events(1, success.task()))
        .sum();
  }
}
