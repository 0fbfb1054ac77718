package io.windhover.wire.xmpp.pool;

import io.windhover.wire.xmpp.Jid;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Who may work here and how much of it.
 *
 * @param mayWork asked with bare addresses, at every presence and every ping
 * @param offers asked with the bare address of a worker and all labels that it offers; answers
 *     those that count
 * @param mayHaveLease asked with a worker's whole address and the lease it says it is the machine
 *     of, empty for none
 * @param pingMillis how often workers that do not ping by themselves are asked
 * @param workersMax how many there may be at a time
 * @param batchBytesMax orders to one worker are put together up to this size: stock servers refuse
 *     stanzas that are much larger
 * @param stanzaBytesMax an order larger than this is not sent, because the server would end the
 *     stream of all for it
 */
public record PoolSettings(
    String domain,
    Predicate<Jid> mayWork,
    BiFunction<Jid, List<String>, List<String>> offers,
    BiPredicate<Jid, String> mayHaveLease,
    int pingMillis,
    int workersMax,
    int batchBytesMax,
    int stanzaBytesMax) {
  public static PoolSettings of(String domain, Predicate<Jid> mayWork) {
    return new PoolSettings(
        domain,
        mayWork,
        (worker, labels) -> labels,
        (worker, lease) -> true,
        20_000,
        20_000,
        50_000,
        250_000);
  }

  public PoolSettings withOffers(BiFunction<Jid, List<String>, List<String>> allowed) {
    return new PoolSettings(
        domain,
        mayWork,
        allowed,
        mayHaveLease,
        pingMillis,
        workersMax,
        batchBytesMax,
        stanzaBytesMax);
  }

  public PoolSettings withLeases(BiPredicate<Jid, String> allowed) {
    return new PoolSettings(
        domain, mayWork, offers, allowed, pingMillis, workersMax, batchBytesMax, stanzaBytesMax);
  }

  public PoolSettings withPings(int everyMillis) {
    return new PoolSettings(
        domain,
        mayWork,
        offers,
        mayHaveLease,
        everyMillis,
        workersMax,
        batchBytesMax,
        stanzaBytesMax);
  }

  public PoolSettings withWorkers(int most) {
    return new PoolSettings(
        domain, mayWork, offers, mayHaveLease, pingMillis, most, batchBytesMax, stanzaBytesMax);
  }
}
