package io.windhover.core.step;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import java.util.ArrayList;
import java.util.List;

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

  public Decision step(Batch batch) {
    if (batch.sequence() != world.sequence + 1 || batch.atMillis() < world.nowMillis) {
      throw new IllegalStateException(
          "batch %d at %d ms after batch %d at %d ms"
              .formatted(batch.sequence(), batch.atMillis(), world.sequence, world.nowMillis));
    }
    world.sequence = batch.sequence();
    world.nowMillis = batch.atMillis();
    for (Event event : batch.events()) {
      facts.apply(event);
    }
    List<Action> owed = facts.takeOwed();
    owed.forEach(this::perform);
    Decision chosen = policy.decide(world, batch.events());
    chosen.actions().forEach(this::perform);
    world.memory = chosen.memory();
    if (owed.isEmpty()) {
      return chosen;
    }
    List<Action> all = new ArrayList<>(owed);
    all.addAll(chosen.actions());
    return new Decision(all, chosen.reasons(), chosen.memory());
  }

  private void perform(Action action) {
    guard.check(action);
    wishes.assume(action);
  }
}
