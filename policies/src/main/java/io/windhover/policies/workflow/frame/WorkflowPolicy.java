package io.windhover.policies.workflow.frame;

import io.windhover.core.event.Event;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.Trait;
import io.windhover.core.policy.WorldView;
import io.windhover.core.policy.WrittenMemory;
import io.windhover.policies.match.Match;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link Method} as a policy for a stream of workflows.
 *
 * <p>Each class of jobs is planned once: a type and a window for each unit. The lag of a launch is
 * taken off the front of a job once, so a machine asked for one lag before a window begins is there
 * when it does. A unit asks for a place when it is ready, or one lag before its window begins,
 * whichever comes first; then it gets one that nothing can take away but a misfortune. An empty
 * machine goes back when its paid time ends.
 *
 * <p>Misfortunes: a task that failed, or whose machine was lost, frozen, refused or late, asks
 * again, after what is left of its job has been planned again with the time there is, on the
 * fastest types if need be. A refused type is left alone for a minute and another one taken. Frozen
 * machines are not waited for. Machines that came by themselves cost nothing and are used first.
 * Runtimes that nobody knows are planned as ten minutes. What no type can hold waits for a machine
 * that comes by itself. A job without a deadline is planned to end within four times its longest
 * chain on the cheapest types, or the time that one machine would need for all of it if that is
 * longer, at most a day.
 */
public record WorkflowPolicy(Method method, WorkflowSettings settings) implements Policy {
  /** What keeps a task from running at a moment is the same for every policy. */
  private static final Policy WHY = new Match(Match.Impossible.WAITS);

  @Override
  public String name() {
    return method.name();
  }

  @Override
  public SortedSet<Trait> traits() {
    SortedSet<Trait> traits = new TreeSet<>(List.of(Trait.RENTS_MACHINES, Trait.RENTS_NO_SPOT));
    if (method.keepsDeadlines()) {
      traits.add(Trait.KEEPS_DEADLINES);
    }
    return traits;
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return WHY.explain(world);
  }

  @Override
  public Memory recall(String encoded) {
    return BookText.recalled(name(), encoded);
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    boolean known = world.memory() instanceof Book || world.memory() instanceof WrittenMemory;
    if (known && changesNothing(batch)) {
      return new Decision(List.of(), List.of(), world.memory());
    }
    Book kept = kept(world, batch);
    Book book = kept == null ? blank(world) : kept;
    book.adopt(settings);
    book.countElsewhere(world);
    Turn turn = new Turn(world, book, method);
    Intake intake = new Intake(turn, settings);
    if (kept == null) {
      rebuild(book, turn, intake, batch);
    } else {
      intake.take(batch);
    }
    turn.placeDue(batch.stream().anyMatch(event -> !(event instanceof Event.Arrival)));
    turn.finish();
    return new Decision(turn.actions, turn.reasons, book);
  }

  /**
   * Whether a job that is submitted now could end in time with all the margins. Where it could not,
   * windows are narrower than what is planned into them, and a job may be late though everything
   * takes as long as estimated.
   */
  public boolean hasTimeForMargins(JobSpec job, WorldView world) {
    long deadline = job.deadline().atMillis(world.nowMillis());
    if (deadline == Deadline.NEVER_MILLIS) {
      return true;
    }
    Terms terms = new Terms(VmTypes.of(world.offers()), settings);
    return terms.lagMillisMax() + terms.dag(job).fastestMillis() <= deadline - world.nowMillis();
  }

  private static boolean changesNothing(List<Event> batch) {
    for (int i = 0; i < batch.size(); i++) {
      Event event = batch.get(i);
      if (!(event instanceof Event.AttemptStarted)
          && !(event instanceof Event.AttemptCheckpointed)) {
        return false;
      }
    }
    return true;
  }

  /** Plans are made for offers and prices, so when one changes they are made again. */
  private static boolean changesTerms(Event event, Book book) {
    return event instanceof Event.OffersChanged
        || (event instanceof Event.PriceChanged price
            && book.terms().types().indexOf(price.offer()) >= 0);
  }

  /** The book to go on with; null when there is none, or none that holds any more. */
  private @Nullable Book kept(WorldView world, List<Event> batch) {
    Book book = world.memory() instanceof Book open ? open : blank(world);
    if (batch.stream().anyMatch(event -> changesTerms(event, book))) {
      return null;
    }
    boolean read =
        book == world.memory()
            || (world.memory() instanceof WrittenMemory written
                && BookText.read(written.encoded(), book, world));
    return read ? book : null;
  }

  private Book blank(WorldView world) {
    Terms terms = new Terms(VmTypes.of(world.offers()), settings);
    return new Book(new Planning(method, terms));
  }

  /** Of the world alone, in which the batch has happened already. */
  private static void rebuild(Book book, Turn turn, Intake intake, List<Event> batch) {
    SortedSet<Integer> refused = new TreeSet<>();
    for (Event event : batch) {
      if (event instanceof Event.JobSubmitted submitted
          && intake.isRefused(turn.world.job(submitted.job()))) {
        refused.add(submitted.job());
      }
    }
    Rebuilding.everything(book, turn.world, refused);
    for (MachineView machine : turn.world.machines()) {
      Vm vm = book.fleet().get(machine.id());
      if (machine.state() == MachineView.State.HIBERNATED) {
        intake.frozen(machine, vm);
      } else if (vm != null) {
        turn.touch(vm);
      }
    }
  }
}
