package io.windhover.hook;

import io.windhover.capacity.LaunchRefusal;
import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.Source;
import io.windhover.capacity.SourceFailure;
import io.windhover.core.model.Offer;
import io.windhover.host.PrivateFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A script of the user's as a source of machines: any cloud, any batch system (docs/hooks.md). The
 * script only has to do what it is asked; times that it does not know, leases of others in its
 * lists, offers that are gone and what was given back already are dealt with here.
 */
public final class HookSource implements Source {
  private final HookSettings settings;
  private final LeasesGivenBack givenBack;
  private final SurveyMemory memory;
  private volatile List<Offer> offered = List.of();
  private volatile boolean closed;

  /**
   * Opens the source; calls nobody yet.
   *
   * @param clock for what the script does not say
   */
  public HookSource(HookSettings settings, LongSupplier clock) throws IOException {
    this.settings = settings;
    PrivateFiles.folder(settings.folder());
    this.givenBack = new LeasesGivenBack(settings.folder());
    this.memory = new SurveyMemory(settings.folder(), settings.mark(), clock);
  }

  private HookAnswer call(HookQuestion question) throws SourceFailure {
    var call = new HookCall(settings, question);
    return new HookAnswer(call.name(), call.make());
  }

  @Override
  public List<Offer> offers() throws SourceFailure {
    offered = call(HookQuestion.offers(settings)).offers();
    return offered;
  }

  @Override
  public void ask(LeaseOrder order) throws SourceFailure, LaunchRefusal {
    if (closed || settings.contact().isEmpty()) {
      throw new SourceFailure(settings.name() + " is closed: nothing is rented any more");
    }
    if (givenBack.contains(order.lease())) {
      return; // A late copy of the wish; the survey says that it has ended, or never was.
    }
    Offer offer = offer(order.offer());
    HookQuestion question =
        HookQuestion.ask(settings, order, offer, settings.contact().orElseThrow());
    Optional<String> refusal = call(question).refusal();
    if (refusal.isPresent()) {
      throw new LaunchRefusal(refusal.get().isBlank() ? "no reason was given" : refusal.get());
    }
  }

  /** The offer of this name, asked for anew if it was not there before. */
  private Offer offer(String name) throws SourceFailure, LaunchRefusal {
    Optional<Offer> known = named(name, offered);
    Optional<Offer> found = known.isPresent() ? known : named(name, offers());
    return found.orElseThrow(() -> new LaunchRefusal(name + " is not offered"));
  }

  private static Optional<Offer> named(String name, List<Offer> offers) {
    return offers.stream().filter(offer -> offer.name().equals(name)).findFirst();
  }

  /** That it was given back is on disk first: a late copy of the wish to rent it finds that. */
  @Override
  public void release(String lease) throws SourceFailure {
    try {
      givenBack.add(lease);
    } catch (IOException e) {
      throw new SourceFailure("cannot write down that lease %s is given back".formatted(lease), e);
    }
    call(HookQuestion.release(settings, lease)).done();
  }

  @Override
  public List<Sighting> survey() throws SourceFailure {
    List<Sighting> seen = new ArrayList<>();
    for (SurveyedMachine machine : call(HookQuestion.survey(settings)).machines()) {
      if (machine.lease().startsWith(settings.mark())) {
        seen.add(memory.completed(machine));
      }
    }
    try {
      memory.keep(seen);
    } catch (IOException e) {
      throw new SourceFailure("cannot write down what the survey has shown", e);
    }
    return seen;
  }

  @Override
  public void close() {
    closed = true;
  }
}
