package io.windhover.virtual;

import io.windhover.capacity.LaunchRefusal;
import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceDesk;
import io.windhover.core.model.Offer;
import io.windhover.rental.SimulatedSource;
import io.windhover.simulator.Timeline;
import io.windhover.virtual.Misfortune.CallFate;
import java.util.List;
import java.util.function.Consumer;

/**
 * The manager's way to a source in virtual time, on which calls and answers may be lost. It does
 * not know which calls are still on their way, so no lease is ever said to be unsettled: a manager
 * must bear that too, since a call that was given up may take effect later.
 */
final class VirtualDesk implements SourceDesk {
  /** What the way to the source is called where ways are made to fail. */
  static final String SOURCE = "source";

  private final Timeline timeline;
  private final Misfortune misfortune;
  private final SimulatedSource source;
  private final Consumer<SourceAnswer> manager;

  VirtualDesk(
      Timeline timeline,
      Misfortune misfortune,
      SimulatedSource source,
      Consumer<SourceAnswer> manager) {
    this.timeline = timeline;
    this.misfortune = misfortune;
    this.source = source;
    this.manager = manager;
  }

  private void call(String what, Call call) {
    misfortune.beforeSend();
    misfortune.deliver(
        timeline,
        SOURCE,
        () -> {
          CallFate fate = misfortune.callFate(timeline);
          SourceAnswer failed = new SourceAnswer.Failed(what, "no answer");
          if (fate == CallFate.PASSES) {
            call.make(this::answer);
            return;
          }
          if (fate == CallFate.TIMES_OUT) {
            call.make(unheard -> {});
          }
          answer(failed);
        });
  }

  @FunctionalInterface
  private interface Call {
    void make(Consumer<SourceAnswer> answers);
  }

  private void answer(SourceAnswer answer) {
    misfortune.deliver(timeline, SOURCE, () -> manager.accept(answer));
  }

  @Override
  public void ask(LeaseOrder order) {
    Call asking =
        answers -> {
          try {
            source.ask(order);
          } catch (LaunchRefusal refusal) {
            answers.accept(new SourceAnswer.Seen(refused(order, refusal)));
          }
        };
    misfortune.rentalCall(timeline, () -> call("asking for " + order, asking));
  }

  private Sighting refused(LeaseOrder order, LaunchRefusal refusal) {
    return Sighting.refused(
        order.lease(), timeline.nowMillis(), String.valueOf(refusal.getMessage()));
  }

  @Override
  public void release(String lease) {
    misfortune.rentalCall(
        timeline, () -> call("releasing lease " + lease, answers -> source.release(lease)));
  }

  @Override
  public void survey(long atMillis) {
    call(
        "the survey",
        answers -> answers.accept(new SourceAnswer.Surveyed(atMillis, source.survey())));
  }

  @Override
  public void offers() {
    call(
        "asking for offers",
        answers -> {
          List<Offer> now = source.offers();
          answers.accept(new SourceAnswer.Offered(now));
        });
  }
}
