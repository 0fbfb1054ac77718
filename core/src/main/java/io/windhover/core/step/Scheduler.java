package io.windhover.core.step;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one pure step that simulator, manager and replay drive: apply all that happened, ask the
 * policy once, guard what it wishes, assume it done.
 */
public final class Scheduler {
  private final Policy policy;
  private final World world;
  private final Facts facts;
  private final Wishes wishes;
  private final Guard guard;
  private @Nullable LeaseAccounts accounts;

  public Scheduler(Policy policy, List<Offer> offers) {
    this(policy, new World(offers));
  }

  /** Goes on from a restored world. */
  public Scheduler(Policy policy, World world) {
    this.policy = policy;
    this.world = world;
    this.facts = new Facts(world);
    this.wishes = new Wishes(world, facts);
    this.guard = new Guard(world, policy.liveAttemptsMax());
  }

  public World world() {
    return world;
  }

  public Policy policy() {
    return policy;
  }

  /** From now on accounts of leases are kept; those that are kept already go on. */
  public LeaseAccounts keepAccounts() {
    return accounts == null ? keepAccounts(new LeaseAccounts(world)) : accounts;
  }

  /** As {@link #keepAccounts()}, going on with those that were kept before this world was left. */
  public LeaseAccounts keepAccounts(LeaseAccounts kept) {
    accounts = kept;
    return kept;
  }

  private void account(Batch batch, List<Action> actions) {
    if (accounts != null) {
      accounts.stepped(batch, actions);
    }
  }

  /**
   * Takes one step. If it fails, what was decided is not done or not all of it, and the policy's
   * memory, which may say otherwise, is dropped, as {@link #passOver} does after a restart.
   */
  public Decision step(Batch batch) {
    begin(batch);
    Memory after = Memory.NONE;
    try {
      boolean asks = concernsPolicy(batch);
      List<Action> owed = take(batch);
      Decision chosen = decide(batch, owed, asks);
      chosen.actions().forEach(this::perform);
      after = chosen.memory();
      Decision decision = withOwed(owed, chosen);
      account(batch, decision.actions());
      return decision;
    } finally {
      world.memory = after;
    }
  }

  private Decision decide(Batch batch, List<Action> owed, boolean asks) {
    return asks || !owed.isEmpty()
        ? policy.decide(world, seen(batch, owed))
        : new Decision(List.of(), List.of(), world.memory);
  }

  /**
   * Whether a policy could act on any of it. That a machine it has given back is no longer paid
   * for, or that a job which is over has left, changes nothing it can see.
   */
  private boolean concernsPolicy(Batch batch) {
    for (Event event : batch.events()) {
      boolean books =
          event instanceof Event.JobForgotten
              || (event instanceof MachineChange.LeaseEnded ended
                  && world.liveMachine(ended.machine()) == null);
      if (!books) {
        return true;
      }
    }
    return batch.events().isEmpty();
  }

  /**
   * What the policy is told: all that has happened, and that machines which were too old are gone.
   * It has not wished for that, so it hears of them as of others that it has lost.
   */
  private static List<Event> seen(Batch batch, List<Action> owed) {
    List<Event> lost = new ArrayList<>();
    for (Action action : owed) {
      if (action instanceof Action.Release release) {
        lost.add(new MachineChange.Lost(release.machine(), "too old", true));
      }
    }
    if (lost.isEmpty()) {
      return batch.events();
    }
    List<Event> all = new ArrayList<>(batch.events());
    all.addAll(lost);
    return all;
  }

  /**
   * Takes a recorded step up again. What was decided then is what was done, so that is assumed,
   * even if a later version of the policy would decide otherwise; such a policy goes on without its
   * memory, which must be safe.
   */
  public void redo(Batch batch, List<Action> recorded) {
    begin(batch);
    boolean asks = concernsPolicy(batch);
    List<Action> owed = take(batch);
    Decision chosen = decide(batch, owed, asks);
    recorded.stream().filter(action -> !owed.contains(action)).forEach(this::performAgain);
    boolean same = withOwed(owed, chosen).actions().equals(recorded);
    world.memory = same ? chosen.memory() : Memory.NONE;
    account(batch, recorded);
  }

  /**
   * Passes over a recorded step that failed when it was made: nothing was decided. What of it can
   * be applied is, so that the journal can be gone on with once the fault is mended.
   */
  public void passOver(Batch batch) {
    begin(batch);
    for (Event event : batch.events()) {
      try {
        facts.apply(event);
      } catch (RuntimeException theFaultThatWasRecorded) {
        // Passed over, as the comment above says.
      }
    }
    List<Action> owed = facts.takeOwed();
    owed.forEach(this::perform);
    world.memory = Memory.NONE;
    account(batch, owed);
  }

  /** Applies what happened, and does what that obliges us to do. */
  private List<Action> take(Batch batch) {
    for (Event event : batch.events()) {
      facts.apply(event);
    }
    List<Action> owed = facts.takeOwed();
    owed.forEach(this::perform);
    return owed;
  }

  private void begin(Batch batch) {
    if (batch.sequence() != world.sequence + 1 || batch.atMillis() < world.nowMillis) {
      throw new IllegalStateException(
          "batch %d at %d ms after batch %d at %d ms"
              .formatted(batch.sequence(), batch.atMillis(), world.sequence, world.nowMillis));
    }
    world.sequence = batch.sequence();
    world.nowMillis = batch.atMillis();
  }

  private static Decision withOwed(List<Action> owed, Decision chosen) {
    if (owed.isEmpty()) {
      return chosen;
    }
    List<Action> all = new ArrayList<>(owed);
    all.addAll(chosen.actions());
    return new Decision(all, chosen.reasons(), chosen.memory());
  }

  private void performAgain(Action recorded) {
    guard.checkRecorded(recorded);
    wishes.assume(recorded);
  }

  private void perform(Action action) {
    guard.check(action);
    wishes.assume(action);
  }
}
