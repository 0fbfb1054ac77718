package io.windhover.app.virtual;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.DecisionLog;
import io.windhover.core.step.Group;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.World;
import io.windhover.manager.Manager;
import io.windhover.manager.Recovery;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Story;
import io.windhover.store.Store;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lives through a story with the real manager, the real store and real agents. Everything is on one
 * thread and in virtual time, so a seed tells the whole tale again.
 */
final class VirtualPool implements ManagerLink {
  private final Story story;
  private final Supplier<Policy> policy;
  private final Supplier<Store> stores;
  private final Misfortune misfortune;
  private final Timeline timeline = new Timeline();
  private final Deeds deeds = new Deeds();
  private final Map<String, VirtualWorker> workers = new LinkedHashMap<>();
  private final Map<AttemptRef, Long> orderedAt = new LinkedHashMap<>();
  private final Map<Happening, CompletableFuture<Integer>> unanswered = new LinkedHashMap<>();
  private final List<String> log = new ArrayList<>();
  private @Nullable Manager manager;
  private @Nullable Store store;
  private @Nullable World world;
  private int sessions;
  private int managerLives;
  private int ownersToComeBack;

  VirtualPool(Story story, Supplier<Policy> policy, Supplier<Store> stores, Misfortune misfortune) {
    this.story = story;
    this.policy = policy;
    this.stores = stores;
    this.misfortune = misfortune;
  }

  /** Plays until nothing is left to happen and every job is over, or for the given time. */
  void play(long untilMillis) {
    startManager();
    story.happenings().forEach(h -> timeline.at(h.atMillis(), () -> happen(h)));
    misfortune.plan(this);
    long lastHappening = story.happenings().stream().mapToLong(Happening::atMillis).max().orElse(0);
    while (!timeline.isEmpty() && timeline.nextMillis() <= untilMillis) {
      timeline.playNextMoment();
      turn();
      if (timeline.nowMillis() > Math.max(lastHappening, misfortune.lastMillis()) && settled()) {
        return;
      }
    }
  }

  private boolean settled() {
    World now = world();
    return manager != null
        && ownersToComeBack == 0
        && now.liveJobs().isEmpty()
        && workers.values().stream().allMatch(worker -> worker.dead() || worker.idle());
  }

  private void turn() {
    if (manager == null) {
      return;
    }
    try {
      manager.turn(timeline.nowMillis());
    } catch (Misfortune.Killed killed) {
      killManager();
      return;
    }
    long wakeMillis = manager.nextWakeMillis();
    if (wakeMillis < Long.MAX_VALUE) {
      timeline.at(wakeMillis, () -> {});
    }
  }

  // The manager's life.

  void startManager() {
    managerLives++;
    Store opened = misfortune.mortal(stores.get());
    Scheduler scheduler = Recovery.load(opened, policy.get());
    Manager born = new Manager(scheduler, opened, misfortune.settings(), this::stepped);
    born.start(this, timeline.nowMillis());
    store = opened;
    world = scheduler.world();
    manager = born;
    if (misfortune.settings().awayMillis() > 0) {
      born.rollCall();
    }
    timeline.soon(() -> {});
  }

  /** Dies without a word: what is not in the store is forgotten. */
  void killManager() {
    if (manager != null) {
      manager = null;
      store().close();
      unanswered.values().removeIf(CompletableFuture::isDone);
      List.copyOf(unanswered.keySet()).forEach(this::comeBackLater);
      unanswered.clear();
      timeline.at(timeline.nowMillis() + misfortune.managerDownMillis(), this::startManager);
    }
  }

  private void stepped(Batch batch, Decision decision) {
    log.add(DecisionLog.line(batch, decision));
    for (Event event : batch.events()) {
      if (event instanceof Event.AttemptFinished finished) {
        deeds.recorded(ref(finished), batch.atMillis());
      }
    }
    for (Action action : decision.actions()) {
      if (action instanceof Action.Assign assign) {
        orderedAt.put(
            new AttemptRef(
                assign.attempt().task().job(),
                assign.attempt().task().index(),
                assign.attempt().number()),
            batch.atMillis());
      }
    }
  }

  private static AttemptRef ref(Event.AttemptFinished finished) {
    return new AttemptRef(
        finished.attempt().task().job(),
        finished.attempt().task().index(),
        finished.attempt().number());
  }

  // What the story brings.

  private void happen(Happening happening) {
    Manager alive = manager;
    if (happening instanceof Happening.MachineAppears appears) {
      startWorker(appears.spec());
    } else if (happening instanceof Happening.MachineVanishes vanishes) {
      vanish(vanishes.name(), misfortune.goesSilently());
    } else if (alive == null) {
      comeBackLater(happening);
    } else if (happening instanceof Happening.JobArrives arrives) {
      unanswered.put(happening, alive.submit(arrives.spec()));
    } else if (happening instanceof Happening.JobIsCancelled cancelled) {
      if (world().hasJob(cancelled.job())) {
        unanswered.put(happening, alive.cancel(cancelled.job()));
      }
    } else if (happening instanceof Happening.JobIsRetried retried) {
      if (world().hasJob(retried.job())) {
        unanswered.put(happening, alive.retry(retried.job(), retried.failedToo()));
      }
    }
  }

  /** Owners who got no answer ask again. */
  private void comeBackLater(Happening happening) {
    ownersToComeBack++;
    timeline.at(
        timeline.nowMillis() + 1000,
        () -> {
          ownersToComeBack--;
          happen(happening);
        });
  }

  void startWorker(MachineSpec spec) {
    String session = "session" + ++sessions;
    VirtualWorker worker =
        new VirtualWorker(
            timeline, spec, session, this::fate, deeds, message -> toManager(spec, message));
    workers.put(spec.name(), worker);
    worker.join();
  }

  void vanish(String name, boolean silently) {
    VirtualWorker worker = workers.get(name);
    if (worker != null && !worker.dead()) {
      worker.die();
      if (!silently && manager != null) {
        manager.gone(name);
      }
    }
  }

  /** The worker's connection breaks; it connects again after a while and says so. */
  void breakConnection(String name, long downMillis) {
    VirtualWorker worker = workers.get(name);
    if (worker == null || worker.dead()) {
      return;
    }
    if (manager != null) {
      manager.away(name);
    }
    timeline.at(timeline.nowMillis() + downMillis, () -> worker.received(new ToWorker.JoinAgain()));
  }

  private Fate.Outcome fate(Order order, MachineSpec machine) {
    Group group = world().job(order.ref().job()).groupOf(VirtualWorker.id(order.ref()).task());
    return story.fate().of(VirtualWorker.id(order.ref()), group.spec(), machine);
  }

  // The wire.

  private void toManager(MachineSpec spec, ToManager message) {
    misfortune.deliver(
        timeline,
        spec.name(),
        () -> {
          if (manager != null) {
            manager.received(spec.name(), message);
          }
        });
  }

  @Override
  public void send(String worker, ToWorker message) {
    misfortune.beforeSend();
    misfortune.deliver(
        timeline,
        worker,
        () -> {
          VirtualWorker receiver = workers.get(worker);
          if (receiver != null) {
            receiver.received(message);
          }
        });
  }

  @Override
  public void close() {
    store().close();
  }

  // What came of it.

  Timeline timeline() {
    return timeline;
  }

  List<String> log() {
    return log;
  }

  List<String> workerNames() {
    return List.copyOf(workers.keySet());
  }

  Deeds deeds() {
    return deeds;
  }

  Map<AttemptRef, Long> orderedAt() {
    return orderedAt;
  }

  int managerLives() {
    return managerLives;
  }

  boolean allIdle() {
    return workers.values().stream().allMatch(worker -> worker.dead() || worker.idle());
  }

  World world() {
    if (world == null) {
      throw new IllegalStateException("no manager has lived yet");
    }
    return world;
  }

  Store store() {
    if (store == null) {
      throw new IllegalStateException("no manager has lived yet");
    }
    return store;
  }
}
