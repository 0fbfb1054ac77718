package io.windhover.virtual;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceDesk;
import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.DecisionLog;
import io.windhover.core.step.Group;
import io.windhover.core.step.World;
import io.windhover.manager.Manager;
import io.windhover.rental.SimulatedSource;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Story;
import io.windhover.simulator.Timeline;
import io.windhover.store.Store;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerProfile;
import io.windhover.worker.AgentSettings;
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
public final class VirtualPool implements ManagerLink {
  /** What becomes of an order that came late, of a job the new state does not have. */
  private static final Fate.Outcome OF_ANOTHER_STATE = new Fate.Outcome(5_000, 0);

  private final Story story;
  private final Misfortune misfortune;
  private final Timeline timeline = new Timeline();
  private final Deeds deeds = new Deeds();
  private final ManagerLife life;
  private final SimulatedSource source;
  private final VirtualStore store;
  private final Map<String, VirtualWorker> workers = new LinkedHashMap<>();
  private final List<FatedRunner> runners = new ArrayList<>();
  private final Map<String, FatedRunner> runnerOf = new LinkedHashMap<>();
  private final Map<Happening, CompletableFuture<?>> unanswered = new LinkedHashMap<>();
  private final List<String> log = new ArrayList<>();
  private int sessions;
  private int ownersToComeBack;

  /** Who comes back with older limits than were said since has been overtaken. */
  private long limitedAtMillis;

  /** One in which nothing can be rented. */
  public VirtualPool(
      Story story, Supplier<Policy> policy, Supplier<Store> stores, Misfortune misfortune) {
    this(story, policy, stores, misfortune, List.of(), Cloud.steady(0));
  }

  /** One that rents from a modelled cloud. */
  public VirtualPool(
      Story story,
      Supplier<Policy> policy,
      Supplier<Store> stores,
      Misfortune misfortune,
      List<Offer> offers,
      Cloud cloud) {
    this.story = story;
    this.misfortune = misfortune;
    this.store = new VirtualStore(this::world, cloud);
    this.source =
        new SimulatedSource(
            timeline,
            cloud,
            offers,
            new RentedWorkers(),
            answer -> misfortune.deliver(timeline, VirtualDesk.SOURCE, () -> heard(answer)));
    this.life =
        new ManagerLife(
            timeline,
            policy,
            () -> misfortune.mortal(stores.get()),
            misfortune.settings(),
            this,
            this::stepped,
            offers.isEmpty()
                ? SourceDesk.NONE
                : new VirtualDesk(timeline, misfortune, source, this::heard));
  }

  private void heard(SourceAnswer answer) {
    life.heard(answer);
  }

  /** The machines of the source are workers of this pool, named by their leases. */
  private final class RentedWorkers implements SimulatedSource.Machines {
    @Override
    public void boot(LeaseOrder order, MachineSpec spec) {
      VirtualWorker worker =
          addWorker(spec.named(order.lease()), order.lease(), order.joinSecret());
      if (misfortune.neverJoins()) {
        worker.die();
      } else {
        worker.join();
      }
    }

    /** Its connection breaks: whoever is frozen answers nobody. */
    @Override
    public void freeze(String lease) {
      booted(runnerOf.get(lease), lease).freeze();
      booted(workers.get(lease), lease).freeze();
      timeline.soon(() -> life.alive().ifPresent(manager -> manager.away(lease)));
    }

    @Override
    public void thaw(String lease) {
      booted(workers.get(lease), lease).thaw();
      booted(runnerOf.get(lease), lease).thaw();
    }

    private static <T> T booted(@Nullable T part, String lease) {
      if (part == null) {
        throw new IllegalStateException("the machine of lease " + lease + " was never up");
      }
      return part;
    }

    /** After all else of this moment: what ends at it has ended, whatever the size. */
    @Override
    public void resize(String lease, int cores, long memoryBytes) {
      timeline.soon(() -> booted(workers.get(lease), lease).resize(cores, memoryBytes));
    }

    @Override
    public void end(String lease) {
      VirtualWorker worker = workers.get(lease);
      if (worker != null) {
        worker.die();
      }
    }
  }

  /** Plays until nothing is left to happen and every job is over, or for the given time. */
  public void play(long untilMillis) {
    life.begin();
    story.happenings().forEach(h -> timeline.at(h.atMillis(), () -> happen(h)));
    misfortune.plan(this);
    long lastHappening = story.happenings().stream().mapToLong(Happening::atMillis).max().orElse(0);
    while (!timeline.isEmpty() && timeline.nextMillis() <= untilMillis) {
      timeline.playNextMoment();
      if (!life.turn()) {
        managerDied();
      }
      if (timeline.nowMillis() > Math.max(lastHappening, misfortune.lastMillis()) && settled()) {
        return;
      }
    }
  }

  private boolean settled() {
    return life.alive().isPresent()
        && ownersToComeBack == 0
        && world().liveJobs().isEmpty()
        && world().endingLeases().isEmpty()
        && world().wakeTimesMillis().isEmpty()
        && source.open().isEmpty()
        && allIdle();
  }

  // The manager's life.

  void killManager() {
    if (life.alive().isPresent()) {
      life.die();
      managerDied();
    }
  }

  /**
   * The manager dies and its state is gone with it; the next begins with an empty one, and the
   * owners submit all their jobs again, which then get the numbers of the old ones, and say again
   * what the limits are.
   */
  void replaceState(Runnable deleteStore) {
    if (life.alive().isPresent()) {
      life.die();
      unanswered.clear();
      managerDied();
    }
    deleteStore.run();
    deeds.stateReplaced();
    log.clear();
    story.happenings().stream()
        .filter(h -> isSaidAgain(h) && h.atMillis() <= timeline.nowMillis())
        .forEach(this::comeBackLater);
  }

  private static boolean isSaidAgain(Happening happening) {
    return happening instanceof Happening.JobArrives
        || (happening instanceof Happening.TermsChange terms
            && terms.event() instanceof Event.LimitsChanged);
  }

  private void managerDied() {
    unanswered.values().removeIf(CompletableFuture::isDone);
    List.copyOf(unanswered.keySet()).forEach(this::comeBackLater);
    unanswered.clear();
    timeline.in(misfortune.managerDownMillis(), life::begin);
  }

  private void stepped(Batch batch, Decision decision) {
    log.add(DecisionLog.line(batch, decision));
    deeds.stepped(batch, decision);
  }

  // What the story brings.

  private void happen(Happening happening) {
    Manager alive = life.alive().orElse(null);
    if (happening instanceof Happening.MachineAppears appears) {
      startWorker(appears.spec());
    } else if (happening instanceof Happening.MachineVanishes vanishes) {
      vanish(vanishes.name(), misfortune.goesSilently());
    } else if (happening instanceof Happening.TermsChange terms
        && terms.event() instanceof Event.OffersChanged changed) {
      source.offer(changed.offers());
    } else if (alive == null) {
      comeBackLater(happening);
    } else if (happening instanceof Happening.JobArrives arrives) {
      unanswered.put(happening, alive.submit(arrives.spec()));
    } else if (happening instanceof Happening.TermsChange terms
        && terms.event() instanceof Event.LimitsChanged changed) {
      if (happening.atMillis() >= limitedAtMillis) {
        limitedAtMillis = happening.atMillis();
        unanswered.put(happening, alive.limit(changed.limits()));
      }
    } else if (happening instanceof Happening.JobIsCancelled cancelled) {
      if (world().hasJob(cancelled.job())) {
        unanswered.put(happening, alive.cancel(cancelled.job()));
      }
    } else if (happening instanceof Happening.JobIsAmended amended) {
      if (world().hasJob(amended.job())) {
        JobSpec now = world().newest(world().job(amended.job())).spec();
        unanswered.put(happening, alive.amend(amended.job(), amended.change().apply(now)));
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
    addWorker(spec, "", "").join();
  }

  private VirtualWorker addWorker(MachineSpec spec, String lease, String secret) {
    String session = "session" + ++sessions;
    WorkerProfile profile =
        new WorkerProfile(spec.name(), session, spec.labels(), spec.cores(), spec.memoryBytes())
            .leased(lease, secret);
    VirtualWorker worker =
        new VirtualWorker(
            timeline,
            profile,
            AgentSettings.DEFAULT,
            self -> runner(spec, self),
            message -> toManager(spec, message));
    workers.put(spec.name(), worker);
    return worker;
  }

  private FatedRunner runner(MachineSpec spec, VirtualWorker worker) {
    FatedRunner runner = new FatedRunner(timeline, spec, this::fate, deeds, store, worker);
    runners.add(runner);
    runnerOf.put(spec.name(), runner);
    return runner;
  }

  void vanish(String name, boolean silently) {
    VirtualWorker worker = workers.get(name);
    if (worker != null && !worker.dead()) {
      worker.die();
      if (!silently) {
        life.gone(name);
      }
    }
  }

  /** The worker's connection breaks; it connects again after a while and says so. */
  void breakConnection(String name, long downMillis) {
    VirtualWorker worker = workers.get(name);
    if (worker == null || worker.dead()) {
      return;
    }
    life.alive().ifPresent(manager -> manager.away(name));
    timeline.at(timeline.nowMillis() + downMillis, () -> worker.received(new ToWorker.JoinAgain()));
  }

  private Fate.Outcome fate(Order order, MachineSpec machine) {
    if (!world().hasJob(order.ref().job())) {
      return OF_ANOTHER_STATE;
    }
    Group group = world().job(order.ref().job()).groupOf(FatedRunner.id(order.ref()).task());
    return story.fate().of(FatedRunner.id(order.ref()), group.spec(), machine);
  }

  // The wire.

  private void toManager(MachineSpec spec, ToManager message) {
    misfortune.deliver(timeline, spec.name(), () -> life.received(spec.name(), message));
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

  public SimulatedSource source() {
    return source;
  }

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

  boolean allIdle() {
    return runners.stream().allMatch(FatedRunner::idle);
  }

  /** Whether a manager lives now. */
  boolean isManaged() {
    return life.alive().isPresent();
  }

  World world() {
    return life.world();
  }

  Store store() {
    return life.store();
  }
}
