package io.windhover.app.service;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.place.BodyReader;
import io.windhover.placement.AllocationRatios;
import io.windhover.placement.PlacementScheduler;
import io.windhover.store.StoreException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides one after the other on a thread of its own. A turn takes all that was asked meanwhile,
 * decides each in order, puts what has changed on disk in one commit, and only then answers. So
 * what was answered is on disk, and the price of the disk is shared by all of a turn.
 *
 * <p>When the disk fails, nobody can know what is on it: all of the turn are told so, and the
 * service ends. Started again, it goes on from what is there.
 */
public final class PlacementService implements AutoCloseable {
  private static final int QUEUE_MAX = 20_000;
  private static final int TURN_MAX = 4_096;
  private static final long PAUSE_MILLIS_MAX = 1_000;
  private static final int STOP_SECONDS_MAX = 60;

  /** What is in the queue. */
  private sealed interface Entry {}

  private record Asked(Ask ask, Caller caller) implements Entry {}

  /** Nothing is asked: the thread is to look whether it should end. */
  private record WakeUp() implements Entry {}

  private record Answered(Caller caller, Answer answer) {}

  private final Book book;
  private final Clerk clerk;
  private final Ledger ledger;
  private final LongSupplier clock;
  private final Executor answerer;
  private final AllocationRatios usualRatios;
  private final ServiceStats stats = new ServiceStats();
  private final BlockingQueue<Entry> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
  private final WaitingRoom waitingRoom = new WaitingRoom();
  private final Thread thread = new Thread(this::run, "placement");

  private FactText.Writer facts = new FactText.Writer();
  private List<Answered> answers = new ArrayList<>();
  private volatile boolean closing;
  private volatile @Nullable Throwable failure;
  private volatile Runnable onFailure = () -> {};

  /**
   * What the service goes by.
   *
   * @param usualRatios of a host that does not say
   */
  public record ServiceRules(
      long billingPeriodMillis, PlacementScheduler scheduler, AllocationRatios usualRatios) {}

  private PlacementService(
      Book book, Ledger ledger, ServiceRules rules, LongSupplier clock, Executor answerer) {
    this.book = book;
    this.ledger = ledger;
    this.clock = clock;
    this.answerer = answerer;
    this.usualRatios = rules.usualRatios();
    this.clerk = new Clerk(book, rules.scheduler(), this::journal);
  }

  /**
   * Opens the folder and starts.
   *
   * @param answerer runs the answers of a turn, in one go
   */
  public static PlacementService start(
      Path folder, ServiceRules rules, LongSupplier clock, Executor answerer) {
    Ledger ledger = Ledger.open(folder);
    boolean fine = false;
    try {
      var book = new Book(rules.billingPeriodMillis());
      ledger.load(book);
      var service = new PlacementService(book, ledger, rules, clock, answerer);
      service.stats.look(book, 0, 0);
      service.thread.start();
      fine = true;
      return service;
    } finally {
      if (!fine) {
        ledger.close();
      }
    }
  }

  public ServiceStats stats() {
    return stats;
  }

  /** What ended the service, if anything did. */
  public @Nullable Throwable failure() {
    return failure;
  }

  /** Called when the service ends by a failure, on its own thread. */
  public void onFailure(Runnable action) {
    onFailure = action;
  }

  /** A host as it is described at this moment: how long things have run counts from now. */
  public BodyReader.HostBody describedNow(JsonNode description, String host) {
    return BodyReader.host(description, host, usualRatios, clock.getAsLong());
  }

  /** Whether the ask was taken; if so it will be answered. */
  public boolean ask(Ask ask, Caller caller) {
    return !closing && queue.offer(new Asked(ask, caller));
  }

  private void journal(Fact fact) {
    facts.add(fact);
    stats.count(fact);
    boolean makesRoom =
        fact instanceof Fact.Released
            || fact instanceof Fact.Ended
            || fact instanceof Fact.HostPut
            || (fact instanceof Fact.Confirmed && waitingRoom.size() > 0);
    if (makesRoom) {
      waitingRoom.roomMade();
    }
  }

  private void run() {
    try {
      List<Entry> turn = new ArrayList<>();
      while (!closing || !queue.isEmpty()) {
        take(turn);
        turn(turn);
        turn.clear();
      }
      sendAllAway(Answer.unavailable("the service is stopping"));
      ledger.snapshot(book);
    } catch (StoreException | IllegalStateException | IllegalArgumentException e) {
      fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ledger.close();
    }
  }

  private void fail(RuntimeException e) {
    failure = e;
    closing = true;
    Answer sorry = Answer.unavailable("the service failed; whether this was done is not known");
    answers.replaceAll(answered -> new Answered(answered.caller(), sorry));
    sendAllAway(sorry);
    onFailure.run();
  }

  private void sendAllAway(Answer answer) {
    List<Entry> rest = new ArrayList<>();
    queue.drainTo(rest);
    for (Entry entry : rest) {
      if (entry instanceof Asked asked) {
        answer(asked.caller(), answer);
      }
    }
    waitingRoom.sendAway(answer, this::answer);
    deliver();
  }

  private void take(List<Entry> turn) throws InterruptedException {
    Entry first = waitingRoom.hasUntried() ? queue.poll() : pollUntilDue();
    if (first != null) {
      turn.add(first);
      queue.drainTo(turn, TURN_MAX - 1);
    }
  }

  private @Nullable Entry pollUntilDue() throws InterruptedException {
    Reservation first = book.firstToExpire();
    long due = first == null ? Long.MAX_VALUE : first.fact.expiresAtMillis();
    due = Math.min(due, book.residents().nextLifeEndMillis().orElse(Long.MAX_VALUE));
    if (waitingRoom.size() > 0) {
      due = Math.min(due, waitingRoom.nextMillis());
    }
    long pause = Math.max(0, Math.min(PAUSE_MILLIS_MAX, due - clock.getAsLong()));
    return queue.poll(pause, TimeUnit.MILLISECONDS);
  }

  private void turn(List<Entry> entries) {
    long startNanos = System.nanoTime();
    long nowMillis = clock.getAsLong();
    clerk.releaseExpired(nowMillis);
    clerk.noteLivesOver(nowMillis);
    tryWaiting(nowMillis);
    for (Entry entry : entries) {
      if (entry instanceof Asked asked) {
        decide(asked, nowMillis);
      }
    }
    tryWaiting(nowMillis);
    if (facts.count() > 0) {
      long commitNanos = System.nanoTime();
      FactText.Writer written = facts;
      facts = new FactText.Writer();
      ledger.append(written, nowMillis);
      stats.commits.add(System.nanoTime() - commitNanos);
    }
    stats.look(book, waitingRoom.size(), queue.size());
    deliver();
    ledger.tidy(book, Ledger.FACTS_BETWEEN_SNAPSHOTS);
    stats.turns.add(System.nanoTime() - startNanos);
  }

  private void tryWaiting(long nowMillis) {
    if (waitingRoom.size() > 0) {
      waitingRoom.turn(nowMillis, ask -> clerk.answer(ask, nowMillis), this::answer);
    }
  }

  private void decide(Asked asked, long nowMillis) {
    long startNanos = System.nanoTime();
    Answer answer = clerk.answer(asked.ask(), nowMillis);
    if (asked.ask() instanceof Ask.Place place) {
      stats.decisions.add(System.nanoTime() - startNanos);
      if (Clerk.isRefusal(answer)) {
        stats.refused.increment();
        boolean waits =
            place.terms().queueSeconds() > 0
                && waitingRoom.enter(place, asked.caller(), nowMillis, answer);
        if (waits) {
          return;
        }
      } else if (answer.body() instanceof Answer.PlacementSeen seen) {
        stats.victims.add(seen.victims().size());
      }
    }
    answer(asked.caller(), answer);
  }

  private void answer(Caller caller, Answer answer) {
    answers.add(new Answered(caller, answer));
  }

  private void deliver() {
    if (!answers.isEmpty()) {
      List<Answered> delivered = answers;
      answers = new ArrayList<>();
      answerer.execute(
          () -> delivered.forEach(answered -> answered.caller().answered(answered.answer())));
    }
  }

  /** Answers what was asked, writes a snapshot and lets go of the folder. */
  @Override
  public void close() {
    closing = true;
    boolean woken = queue.offer(new WakeUp()); // a full queue is awake
    try {
      thread.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS_MAX));
      if (thread.isAlive()) {
        throw new IllegalStateException("the disk does not answer; woken: " + woken);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
