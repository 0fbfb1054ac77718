package io.windhover.app.state;

import io.windhover.core.event.Batch;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.World;
import io.windhover.manager.JournalCodec;
import io.windhover.manager.Recovery;
import io.windhover.store.StoreView;
import java.util.function.Consumer;

/** The world that a journal describes; can be brought up to date while the journal grows. */
public final class JournalFollower {
  private final StoreView view;
  private final Policy policy;
  private Scheduler scheduler;

  private JournalFollower(StoreView view, Policy policy) {
    this.view = view;
    this.policy = policy;
    this.scheduler = Recovery.load(view, policy);
  }

  static JournalFollower load(StoreView view, Policy policy) {
    return new JournalFollower(view, policy);
  }

  public Scheduler scheduler() {
    return scheduler;
  }

  public World world() {
    return scheduler.world();
  }

  /** Takes every step that was recorded meanwhile. */
  public void catchUp() {
    catchUp(batch -> {}, batch -> {});
  }

  /**
   * Takes every step that was recorded meanwhile, telling of each before and after it is taken. Who
   * comes so late that some are trimmed already gets another world, as of now.
   */
  public void catchUp(Consumer<Batch> before, Consumer<Batch> after) {
    boolean[] trimmed = new boolean[1];
    view.entriesAfter(
        world().sequence(),
        entry -> {
          trimmed[0] |= entry.sequence() != world().sequence() + 1;
          if (trimmed[0]) {
            return;
          }
          Batch batch = JournalCodec.batch(entry.sequence(), entry.atMillis(), entry.batch());
          before.accept(batch);
          Recovery.takeUp(scheduler, batch, entry.decision());
          after.accept(batch);
        });
    if (trimmed[0]) {
      scheduler = Recovery.load(view, policy);
    }
  }
}
