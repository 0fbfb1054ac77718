package io.windhover.capacity;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Makes the calls to a source on threads of their own. What is rented and given back, the survey
 * and the offers are three lines: a list of prices that hangs neither keeps a machine from being
 * given back nor hides that one is gone. In each line one call is made after the other, and a call
 * that does not come back in time is given up.
 */
public final class SourceThread implements SourceDesk, AutoCloseable {
  private static final long CLOSE_SECONDS_MAX = 10;

  /** Longer than any provider's own time-outs and retries take. */
  private static final long CALL_MILLIS_MAX = 300_000;

  private final Source source;
  private final LongSupplier clock;
  private final CallLine leases;
  private final CallLine surveys;
  private final CallLine offers;
  private final UnsettledLeases unsettled = new UnsettledLeases();

  /**
   * A desk for this source.
   *
   * @param answers called from several threads
   */
  public SourceThread(Source source, Consumer<SourceAnswer> answers, LongSupplier clock) {
    this(source, answers, clock, CALL_MILLIS_MAX);
  }

  /**
   * As the other, with another patience.
   *
   * @param callMillisMax how long a call may take
   */
  public SourceThread(
      Source source, Consumer<SourceAnswer> answers, LongSupplier clock, long callMillisMax) {
    this.source = source;
    this.clock = clock;
    this.leases = new CallLine("source leases", answers, callMillisMax);
    this.surveys = new CallLine("source survey", answers, callMillisMax);
    this.offers = new CallLine("source offers", answers, callMillisMax);
  }

  @Override
  public void ask(LeaseOrder order) {
    call(
        "asking for " + order,
        order.lease(),
        () -> {
          try {
            source.ask(order);
            return Optional.empty();
          } catch (LaunchRefusal e) {
            String why = String.valueOf(e.getMessage());
            return Optional.of(
                new SourceAnswer.Seen(Sighting.refused(order.lease(), clock.getAsLong(), why)));
          }
        });
  }

  @Override
  public void release(String lease) {
    call(
        "releasing lease " + lease,
        lease,
        () -> {
          source.release(lease);
          return Optional.empty();
        });
  }

  private void call(String what, String lease, CallLine.Call call) {
    unsettled.callAsked(lease);
    leases.add(what, call, () -> unsettled.callOver(lease));
  }

  @Override
  public void survey(long atMillis) {
    surveys.add(
        "the survey",
        () -> {
          unsettled.surveyBegins();
          List<Sighting> sightings = source.survey();
          Set<String> unknown = unsettled.ofThisSurvey();
          return Optional.of(new SourceAnswer.Surveyed(atMillis, unknown, sightings));
        },
        () -> {});
  }

  @Override
  public void offers() {
    offers.add(
        "asking for offers",
        () -> Optional.of(new SourceAnswer.Offered(source.offers())),
        () -> {});
  }

  /** Lets calls that were asked for end, for a while; calls that come later are not made. */
  @Override
  public void close() {
    List<CallLine> lines = List.of(leases, surveys, offers);
    lines.forEach(CallLine::close);
    long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS_MAX);
    lines.forEach(line -> line.end(untilNanos));
    source.close();
  }
}
