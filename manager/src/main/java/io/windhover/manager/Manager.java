package io.windhover.manager;

import io.windhover.capacity.LeaseKeys;
import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceDesk;
import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Limits;
import io.windhover.core.policy.ActionSink;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Reason;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.World;
import io.windhover.store.Store;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.ToManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The live driver of the step. Anybody may put something into its inbox; one thread at a time calls
 * {@link #turn}, which takes all that has arrived as one batch, steps, writes batch and decision
 * down in one commit, and only then acts and answers. It reads no clock: tests drive it in virtual
 * time.
 *
 * <p>Batch and decision share a commit because the step is pure: had the process died between the
 * two, replay would have made the same decision. If the step itself fails, the batch alone is
 * written down, so that the failure can be replayed.
 */
public final class Manager implements ManagerLink.Receiver {
  private final Scheduler scheduler;
  private final World world;
  private final Store store;
  private final ManagerSettings settings;
  private final Inbox inbox;
  private final Roster roster = new Roster();
  private final SilenceWatch silence;
  private final Requests requests;
  private final LeaseBooks leases;
  private final Bookkeeping books;
  private final Owners owners;
  private final Origins origins;
  private final CheckpointKeeping checkpoints;
  private final Drains drains = new Drains();
  private final Departures departures;
  private final Expiry expiry;
  private final BiConsumer<Batch, Decision> observer;
  private final List<Event> confirmed = new ArrayList<>();
  private final SourceTroubles troubles = new SourceTroubles();
  private RentedMachines rentals;
  private @Nullable ManagerLink link;
  private @Nullable Outbox outbox;
  private final OwnTime time = new OwnTime();
  private long turnedAtMillis = Long.MIN_VALUE;

  /**
   * The policy is asked once after a restart, even if nothing has happened since; where machines
   * are rented, when it is known which of them are there.
   */
  private boolean recovered;

  public Manager(
      Scheduler scheduler,
      Store store,
      ManagerSettings settings,
      BiConsumer<Batch, Decision> observer) {
    this.scheduler = scheduler;
    this.world = scheduler.world();
    this.store = store;
    this.settings = settings;
    this.observer = observer;
    this.silence = new SilenceWatch(roster, settings);
    this.inbox = new Inbox(settings.inboxMax());
    this.requests = new Requests(store, this);
    this.leases = new LeaseBooks(store, scheduler.keepAccounts());
    this.books = new Bookkeeping(store, world, settings, leases);
    this.owners = new Owners(store);
    this.origins = new Origins(world, store.value(Store.IDENTITY).orElse(""));
    this.checkpoints = new CheckpointKeeping(world, origins);
    this.departures = new Departures(world, settings.keeping(), owners, origins, checkpoints);
    this.expiry = new Expiry(store, world, owners, settings.keeping().onDiskMillis());
    this.rentals = rentals(SourceDesk.NONE, new LeaseKeys("", new byte[1]));
  }

  /**
   * Rents from this source; to be called before the start.
   *
   * @param poolKey the secret that join secrets are made with
   * @return who may come in as a machine that is rented
   * @throws OtherPoolKey if the state was begun with another one; nothing has changed then
   */
  public LeaseDoor rentFrom(SourceDesk source, byte[] poolKey) {
    LeaseKeys keys = new LeaseKeys(store.value(Store.IDENTITY).orElse(""), poolKey);
    leases.markedBy(keys);
    rentals = rentals(source, keys);
    return rentals.door();
  }

  private RentedMachines rentals(SourceDesk source, LeaseKeys keys) {
    return new RentedMachines(world, source, keys, settings.joinMillis(), troubles);
  }

  /** Tells workers the address of a store for what tasks save; to be called before the start. */
  public void keepCheckpointsIn(String store, CheckpointSweep sweep) {
    checkpoints.keepIn(store, sweep);
  }

  /** Tells in one line, in the turn, of each call to the source that failed. */
  public void onTrouble(Consumer<String> listener) {
    troubles.tell(listener);
  }

  /** Begins work on a wire, counting on the workers that an earlier life of it counted on. */
  public void start(ManagerLink wire, long wallMillis) {
    long nowMillis = now(wallMillis);
    link = wire;
    outbox = new Outbox(world, wire, settings, origins, checkpoints);
    recovered = world.sequence() > 0;
    roster.recover(world.machines(), store::value, nowMillis, settings.silenceMillis());
    owners.recover(store);
    drains.recover(Drains.written(store::value));
    roster.all().forEach(peer -> peer.drained = drains.has(peer.name));
    silence.start(nowMillis);
    rentals.start(nowMillis, roster);
    books.start(nowMillis);
  }

  // Called from any thread.

  @Override
  public void received(String worker, ToManager message) {
    inbox.offer(new Inbox.FromWorker(worker, message));
  }

  @Override
  public void gone(String worker) {
    inbox.offer(new Inbox.WorkerGone(worker));
  }

  @Override
  public void away(String worker) {
    inbox.offer(new Inbox.WorkerAway(worker));
  }

  /** The source of machines says something. */
  public void heard(SourceAnswer answer) {
    inbox.offer(new Inbox.FromSource(answer));
  }

  /**
   * Asks every worker that is remembered to join again: after a restart, or when a wire was broken
   * for a while, this is quicker than to wait until each says something by itself.
   */
  public void rollCall() {
    inbox.offer(new Inbox.RollCall());
  }

  /**
   * Gives this worker nothing more: it is about to end what it runs, and what it then reports as
   * stopped would otherwise be given to it again and again.
   */
  public void retire(String worker) {
    inbox.offer(new Inbox.Retire(worker));
  }

  /** Completed with the job's id once the job is on disk. */
  public CompletableFuture<Integer> submit(JobSpec spec) {
    return submit(spec, "", "");
  }

  /**
   * As {@link #submit(JobSpec)}, for an owner. What the owner has submitted before under the same
   * name of an upload is not submitted again: the id is that of the job it became.
   *
   * @param upload may be empty
   */
  public CompletableFuture<Integer> submit(JobSpec spec, String owner, String upload) {
    return wish(
        0,
        new Inbox.Who(owner, upload),
        job -> new Event.JobSubmitted(job, checkpoints.told(spec)));
  }

  public CompletableFuture<Integer> cancel(int job) {
    return wish(job, Inbox.Who.LOCAL, Event.JobCancelled::new);
  }

  /** As {@link #cancel(int)}, for an owner: a job of another's is none. */
  public CompletableFuture<Integer> cancel(int job, String owner) {
    return wish(job, ofOwner(owner), Event.JobCancelled::new);
  }

  /**
   * Changes what a job is. Completed, once that is on disk, with the id it goes on under: its own
   * if its tasks are as before, else that of a new job in its place.
   */
  public CompletableFuture<Integer> amend(int job, JobSpec spec) {
    JobSpec told = checkpoints.told(spec);
    return wish(job, Inbox.Who.LOCAL, id -> new Event.JobAmended(id, id, told));
  }

  /** Puts back tasks that were skipped and, if wished, those that failed. */
  public CompletableFuture<Integer> retry(int job, boolean failedToo) {
    return wish(job, Inbox.Who.LOCAL, id -> new Event.RetryRequested(id, failedToo));
  }

  /** Puts back failed tasks of a group, {@code point}, or one of them, {@code point/7}. */
  public CompletableFuture<Integer> retryOnly(int job, String only) {
    return wish(job, Inbox.Who.LOCAL, id -> new Event.RetryRequested(id, true, only));
  }

  /** Puts back what ended with errors, for an owner: a job of another's is none. */
  public CompletableFuture<Integer> retry(int job, String owner) {
    return wish(job, ofOwner(owner), id -> new Event.RetryRequested(id, true));
  }

  /**
   * Gives nothing new to the workers of this name, or gives to them again: an address, an account,
   * or an account without its domain. It holds for whoever joins under this name later, too.
   */
  public CompletableFuture<List<String>> drain(String who, boolean wanted) {
    CompletableFuture<List<String>> recorded = new CompletableFuture<>();
    offer(new Inbox.Drain(who, wanted, recorded), recorded);
    return recorded;
  }

  /** Sets how much may be rented, whatever the policy wishes; completed once it is on disk. */
  public CompletableFuture<Limits> limit(Limits limits) {
    CompletableFuture<Limits> recorded = new CompletableFuture<>();
    offer(new Inbox.Limit(limits, recorded), recorded);
    return recorded;
  }

  private static Inbox.Who ofOwner(String owner) {
    if (owner.isEmpty()) {
      throw new IllegalArgumentException("an owner has a name");
    }
    return new Inbox.Who(owner, "");
  }

  private CompletableFuture<Integer> wish(int job, Inbox.Who who, IntFunction<Event> event) {
    CompletableFuture<Integer> recorded = new CompletableFuture<>();
    offer(new Inbox.Wish(event, job, who, recorded), recorded);
    return recorded;
  }

  /** Completed with what is seen after the next turn, when all that came before is recorded. */
  public <T> CompletableFuture<T> look(Function<PoolView, T> look) {
    CompletableFuture<T> seen = new CompletableFuture<>();
    LongConsumer looking =
        nowMillis -> {
          try {
            seen.complete(look.apply(new PoolView(world, owners, roster, this, nowMillis)));
          } catch (RuntimeException e) {
            seen.completeExceptionally(e);
          }
        };
    offer(new Inbox.Look(looking), seen);
    return seen;
  }

  /** Keeps a text beside the journal; it must not be relied on before it was read back. */
  public void note(String key, String value) {
    inbox.offer(new Inbox.Note(key, value));
  }

  private void offer(Inbox.Item item, CompletableFuture<?> answer) {
    if (!inbox.offer(item)) {
      answer.completeExceptionally(
          new RejectedExecutionException("the manager is busy; try again"));
    }
  }

  /** How far the jobs were a moment ago. */
  public Progress progress() {
    return books.progress();
  }

  Inbox inbox() {
    return inbox;
  }

  // Called by the one thread that owns the world at the time.

  /** Takes what has arrived and what is due as one batch, and acts on it. */
  public void turn(long wallMillis) {
    ManagerLink wire = started(link);
    Outbox out = started(outbox);
    long nowMillis = now(wallMillis);
    requests.look(nowMillis, settings.requestMillis());
    List<Inbox.Item> items = new ArrayList<>();
    inbox.drainTo(items);
    Intake intake =
        new Intake(world, roster, out, wire, owners, origins, drains, rentals, settings, nowMillis);
    intake.events.addAll(confirmed);
    confirmed.clear();
    items.forEach(intake::take);
    silence.forgive(turnedAtMillis, nowMillis);
    silence.look(intake, out, rentals, nowMillis);
    rentals.tick(intake, nowMillis);
    intake.takeTimers();
    if (intake.events.isEmpty() && (!recovered || rentals.awaitsFirstSurvey(nowMillis))) {
      store.append(List.of(), intake.results, intake.texts, settings.durability());
    } else {
      recovered = false;
      step(intake, out, nowMillis);
    }
    intake.afterCommit.forEach(Runnable::run);
    if (departures.fill(intake, nowMillis)) {
      step(intake, out, nowMillis);
    }
    expiry.tick(nowMillis);
    books.keep(nowMillis);
    requests.answer();
    turnedAtMillis = nowMillis;
  }

  private long now(long wallMillis) {
    return time.now(wallMillis, Math.max(world.nowMillis(), turnedAtMillis));
  }

  private void step(Intake intake, Outbox out, long nowMillis) {
    Batch batch = new Batch(world.sequence() + 1, nowMillis, intake.events);
    String happened = JournalCodec.encode(batch);
    Decision decision;
    try {
      decision = scheduler.step(batch);
    } catch (RuntimeException e) {
      books.write(batch, happened, "", intake);
      throw e;
    }
    leases.putEnded(intake.texts);
    Roster.forgetSessions(decision, intake.texts);
    books.write(batch, happened, JournalCodec.encode(decision), intake);
    rentals.door().stepped(batch, decision, world, roster);
    checkpoints.stepped(batch);
    observer.accept(batch, decision);
    // Answers first: a worker frees an attempt's room when its report is acknowledged.
    intake.afterCommit.forEach(Runnable::run);
    intake.afterCommit.clear();
    ActionSink carrier = new Carrier(world, roster, out, rentals, confirmed, nowMillis);
    decision.actions().forEach(action -> action.carryOut(carrier));
  }

  /** When {@link #turn} has something to do even if nothing arrives. */
  public long nextWakeMillis() {
    long next = confirmed.isEmpty() ? Long.MAX_VALUE : turnedAtMillis;
    for (long wake : world.wakeTimesMillis()) {
      next = Math.min(next, wake);
      break;
    }
    boolean watching = !roster.isEmpty() || !started(outbox).isEmpty();
    long atMillis =
        Math.min(rentals.nextWakeMillis(), watching ? Math.min(next, silence.nextMillis()) : next);
    return time.onTheClock(atMillis);
  }

  /** Why what waits is waiting. */
  public List<Reason> explain() {
    return troubles.before(scheduler.policy().explain(world), world, turnedAtMillis);
  }

  public World world() {
    return world;
  }

  /** Whose job it is, empty for nobody's; for the observer, who is called in the turn. */
  public String ownerOf(int job) {
    return owners.of(job);
  }

  /** How far a job is at this moment; for the observer, who is called in the turn. */
  public Progress.JobProgress progressOf(int job) {
    return Progress.of(world.job(job));
  }

  /** Writes down where things stand, so that the next start need not replay the journal. */
  public void close(long wallMillis) {
    books.close(now(wallMillis));
  }

  private static <T> T started(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("the manager has not been started");
    }
    return part;
  }
}
