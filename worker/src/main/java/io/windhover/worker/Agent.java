package io.windhover.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerProfile;
import io.windhover.worker.HeldAttempt.Phase;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The worker's side of the protocol: a state machine without threads, clock or processes of its
 * own. One thread at a time calls it; neither runner nor wire may call it from within a call of its
 * own; the time is always an argument and must not run backwards.
 *
 * <p>What it keeps to, whatever is lost, late or doubled on the wire:
 *
 * <ul>
 *   <li>An attempt is started at most once. An order for an attempt that is known, be it waiting,
 *       running, reported, refused or over, is only answered again. (It remembers as many attempts
 *       that are over as {@link AgentSettings#rememberedMax} says.)
 *   <li>A report is said again, ever more slowly, until it is acknowledged. Being unheard stops no
 *       command.
 *   <li>The room of an attempt (its cores and memory) is free when its command has ended; with a
 *       cleanup command, only after its report was acknowledged and the cleanup has ended. The
 *       report says that a cleanup will follow, and that it has ended is said, again and again,
 *       until the manager knows: it gives nothing to room that is being cleaned. An order that
 *       comes sooner is taken and waits; orders are started in the order of their arrival. One that
 *       has waited for long behind other commands is given back, for others to run.
 *   <li>A cancel of an attempt never heard of is answered with a report that it was stopped, and
 *       remembered: the order may have been overtaken and must then start nothing.
 *   <li>What is known of an attempt is never said of one with the same numbers that has another
 *       origin: the manager's state was replaced, and what belonged to the old one is cancelled by
 *       whoever manages now.
 *   <li>Once a shutdown has begun, no attempt is reported to have exited by itself.
 * </ul>
 */
public final class Agent {
  /** A manager that gives orders ahead thinks that there will be room sooner. */
  private static final long WAITING_MILLIS_MAX = 2_000;

  private final AgentSettings settings;
  private final Runner runner;
  private final Consumer<ToManager> manager;

  private final Holdings holdings;
  private final Presence presence;

  private int running;
  private int cleaning;

  private boolean shuttingDown;

  private final Alarm alarm = new Alarm();
  private final Announcements announcements;
  private final CheckpointRounds checkpoints;
  private final Farewell farewell;

  public Agent(
      WorkerProfile profile, AgentSettings settings, Runner runner, Consumer<ToManager> manager) {
    this.settings = settings;
    this.runner = runner;
    this.manager = manager;
    this.holdings = new Holdings(profile, settings);
    this.announcements = new Announcements(settings, manager, holdings, alarm);
    this.checkpoints = new CheckpointRounds(settings, runner, manager, alarm);
    this.farewell = new Farewell(settings, runner, manager, holdings, alarm);
    this.presence =
        new Presence(profile, settings, manager, holdings::unacknowledged, holdings::unfinished);
  }

  /** Holds what an earlier life of this worker left to be said; before {@link #start}. */
  void recover(List<HeldAttempt> earlier) {
    earlier.forEach(holdings::recover);
  }

  /** Says Join for the first time. */
  public void start(long nowMillis) {
    presence.join(nowMillis);
    alarm.by(presence.dueAtMillis());
  }

  /** Takes a message of the manager. */
  public void received(ToWorker message, long nowMillis) {
    presence.heard(nowMillis);
    if (message instanceof ToWorker.Execute execute) {
      execute(execute.order(), nowMillis);
    } else if (message instanceof ToWorker.Cancel cancel) {
      cancel(cancel.ref(), nowMillis);
    } else if (message instanceof ToWorker.Acknowledge acknowledge) {
      acknowledged(acknowledge.ref(), nowMillis);
    } else if (message instanceof ToWorker.RoomIsFree free) {
      announcements.roomIsKnown(free.ref());
    } else if (message instanceof ToWorker.Welcome welcome) {
      welcome(welcome.sessionKey(), nowMillis);
    } else if (message instanceof ToWorker.JoinAgain) {
      joinAgain(nowMillis);
    } else {
      checkpoints.hears(message);
    }
  }

  /** The runner has started the command of this attempt; its time-out counts from now. */
  public void started(AttemptRef ref, long nowMillis) {
    HeldAttempt attempt = holdings.in(Phase.RUNNING, ref);
    attempt.ran = true;
    manager.accept(new ToManager.Started(ref));
    long timeoutMillis = attempt.order.timeoutMillis();
    if (timeoutMillis > 0 && attempt.stopReason == null) {
      alarm.set(attempt, nowMillis + timeoutMillis);
    }
    checkpoints.started(attempt, nowMillis);
  }

  /** The runner has made safe what an attempt has done, or tried to. */
  public void saved(
      AttemptRef ref, long progressMillis, long tookMillis, long bytes, long nowMillis) {
    checkpoints.saved(ref, progressMillis, tookMillis, bytes, nowMillis);
  }

  /** The machine will be ended or frozen in so long: what runs is saved, if there is time. */
  public void noticed(long leftMillis) {
    checkpoints.saveAll(leftMillis);
  }

  /** The runner has nothing left running of this attempt. */
  public void ended(AttemptRef ref, Ending ending, long ranMillis, String tail, long nowMillis) {
    HeldAttempt attempt = holdings.in(Phase.RUNNING, ref);
    running--;
    checkpoints.ended(ref);
    Ending said = Verdict.of(attempt, ending, shuttingDown);
    attempt.report = new ToManager.Report(ref, said, ranMillis, tail, attempt.mustClean());
    if (settings.holdMillis() > 0
        && Verdict.mayBeShutdown(said)
        && !shuttingDown
        && attempt.stopReason == null) {
      attempt.phase = Phase.KEPT_BACK;
      alarm.set(attempt, nowMillis + settings.holdMillis());
    } else {
      report(attempt, nowMillis);
    }
    tryToLeave(nowMillis);
  }

  /** The runner's cleanup of this attempt has ended, whatever came of it. */
  public void cleaned(AttemptRef ref, long nowMillis) {
    HeldAttempt attempt = holdings.in(Phase.CLEANING, ref);
    cleaning--;
    if (shuttingDown) {
      holdings.forget(attempt); // The farewell says all.
    } else {
      announcements.cleaned(attempt, nowMillis);
    }
    startWhatFits();
    tryToLeave(nowMillis);
  }

  /**
   * The machine has another size. What no longer has room there is ended, by the kill order of the
   * settings, which is the simulator's {@code KillOrder}.
   */
  public void resized(int cores, long memoryBytes, long nowMillis) {
    holdings.resize(cores, memoryBytes);
    presence.resized(cores, memoryBytes);
    for (HeldAttempt attempt : holdings.withoutRoom()) {
      if (attempt.phase == Phase.WAITING) {
        stopWaiting(attempt, nowMillis);
      } else {
        stop(attempt, new Ending.NoRoom("the machine shrank"), settings.graceMillis());
      }
    }
    startWhatFits();
  }

  /** Does whatever is due. Calling it early or often is harmless. */
  public void tick(long nowMillis) {
    if (nowMillis < alarm.atMillis() || farewell.left()) {
      return;
    }
    alarm.clear();
    presence.tick(nowMillis);
    alarm.by(presence.dueAtMillis());
    checkpoints.tick(nowMillis);
    if (presence.isForsaken() && !shuttingDown && checkpoints.areLastWritten(nowMillis)) {
      shutdown(settings.graceMillis(), nowMillis);
    }
    for (HeldAttempt attempt : holdings.all()) {
      if (attempt.wakeAtMillis <= nowMillis) {
        attempt.wakeAtMillis = HeldAttempt.NEVER;
        due(attempt, nowMillis);
      }
      alarm.by(attempt.wakeAtMillis);
    }
    tryToLeave(nowMillis);
    if (farewell.atMillis() > nowMillis) {
      alarm.by(farewell.atMillis());
    }
  }

  /** When {@link #tick} is to be called next, at the latest. */
  public long nextWakeMillis() {
    return farewell.left() ? HeldAttempt.NEVER : alarm.atMillis();
  }

  /** Ends all commands, reports them as stopped, waits a little for the answers, then leaves. */
  public void shutdown(long graceMillis, long nowMillis) {
    if (farewell.left()) {
      return;
    }
    shuttingDown = true;
    for (HeldAttempt attempt : holdings.all()) {
      switch (attempt.phase) {
        case WAITING -> stopWaiting(attempt, nowMillis);
        case RUNNING -> stop(attempt, new Ending.Stopped(), graceMillis);
        case KEPT_BACK -> report(attempt, nowMillis);
        case REPORTING, CLEANING -> {}
        case CLEANED -> holdings.forget(attempt);
      }
    }
    tryToLeave(nowMillis);
  }

  /** Whether it holds nothing: all reports are acknowledged, all cleanups have ended. */
  public boolean idle() {
    return holdings.size() == 0;
  }

  public int coresFree() {
    return holdings.coresFree();
  }

  /** Whether a shutdown is complete: nothing runs, Leave has been said. */
  public boolean left() {
    return farewell.left();
  }

  // Orders.

  private void execute(Order order, long nowMillis) {
    AttemptRef ref = order.ref();
    HeldAttempt known = holdings.find(ref);
    if (known != null) {
      answerAgain(known, nowMillis);
      return;
    }
    ToManager answer = holdings.lastWord(ref);
    if (answer == null) {
      answer = refusal(order);
      if (answer == null) {
        take(order, nowMillis);
        return;
      }
      holdings.remember(ref, answer);
    }
    manager.accept(answer);
  }

  private void answerAgain(HeldAttempt attempt, long nowMillis) {
    switch (attempt.phase) {
      case WAITING, RUNNING, KEPT_BACK -> manager.accept(new ToManager.Taken(attempt.ref()));
      case REPORTING -> report(attempt, nowMillis);
      case CLEANING, CLEANED -> manager.accept(attempt.reported());
    }
  }

  private ToManager.@Nullable Refused refusal(Order order) {
    String why =
        shuttingDown ? "the worker is shutting down" : holdings.whyNot(order, settings.heldMax());
    return why == null ? null : new ToManager.Refused(order.ref(), why);
  }

  private void take(Order order, long nowMillis) {
    HeldAttempt attempt = holdings.add(order);
    attempt.takenAtMillis = nowMillis;
    manager.accept(new ToManager.Taken(order.ref()));
    startWhatFits();
    if (attempt.phase == Phase.WAITING) {
      alarm.set(attempt, nowMillis + WAITING_MILLIS_MAX);
    }
  }

  private void startWhatFits() {
    HeldAttempt next;
    while (!shuttingDown && (next = holdings.occupyNext()) != null) {
      next.phase = Phase.RUNNING;
      next.wakeAtMillis = HeldAttempt.NEVER;
      running++;
      runner.start(next.order);
    }
  }

  private void cancel(AttemptRef ref, long nowMillis) {
    HeldAttempt attempt = holdings.find(ref);
    if (attempt == null) {
      ToManager answer = holdings.lastWord(ref);
      if (answer == null) {
        answer = new ToManager.Report(ref, new Ending.Stopped(), 0, "");
        holdings.remember(ref, answer);
      }
      manager.accept(answer);
      return;
    }
    switch (attempt.phase) {
      case WAITING -> stopWaiting(attempt, nowMillis);
      case RUNNING -> stop(attempt, new Ending.Stopped(), settings.graceMillis());
      case KEPT_BACK, REPORTING -> report(attempt, nowMillis);
      case CLEANING, CLEANED -> manager.accept(attempt.reported());
    }
  }

  private void stopWaiting(HeldAttempt attempt, long nowMillis) {
    holdings.stopWaiting(attempt);
    attempt.report = new ToManager.Report(attempt.ref(), new Ending.Stopped(), 0, "");
    report(attempt, nowMillis);
  }

  private void stop(HeldAttempt attempt, Ending reason, long graceMillis) {
    if (attempt.stopReason == null) {
      attempt.stopReason = reason;
    }
    attempt.wakeAtMillis = HeldAttempt.NEVER;
    runner.stop(attempt.ref(), graceMillis);
  }

  // Reports.

  private void report(HeldAttempt attempt, long nowMillis) {
    announcements.report(attempt, shuttingDown, nowMillis);
    startWhatFits();
  }

  private void acknowledged(AttemptRef ref, long nowMillis) {
    HeldAttempt attempt = holdings.find(ref);
    if (attempt == null || attempt.phase != Phase.REPORTING) {
      return;
    }
    attempt.wakeAtMillis = HeldAttempt.NEVER;
    if (attempt.mustClean() && !farewell.left()) {
      attempt.phase = Phase.CLEANING;
      cleaning++;
      alarm.set(attempt, nowMillis + settings.cleanupMillisMax());
      runner.clean(attempt.order);
    } else {
      holdings.forget(attempt);
      startWhatFits();
    }
    tryToLeave(nowMillis);
  }

  private void due(HeldAttempt attempt, long nowMillis) {
    switch (attempt.phase) {
      case WAITING -> giveBack(attempt, nowMillis);
      case RUNNING -> stop(attempt, new Ending.TimedOut(), settings.graceMillis());
      case KEPT_BACK, REPORTING -> report(attempt, nowMillis);
      case CLEANING -> runner.stop(attempt.ref(), settings.graceMillis());
      case CLEANED -> announcements.cleanedAgain(attempt, nowMillis);
    }
  }

  /** While a cleanup runs there is nobody who could do better: the manager waits for it too. */
  private void giveBack(HeldAttempt attempt, long nowMillis) {
    if (cleaning > 0) {
      alarm.set(attempt, nowMillis + WAITING_MILLIS_MAX);
    } else {
      stopWaiting(attempt, nowMillis);
    }
  }

  // Being known to the manager.

  private void welcome(String sessionKey, long nowMillis) {
    if (farewell.left() || !presence.welcomed(sessionKey, nowMillis)) {
      return;
    }
    announcements.soon(nowMillis);
    alarm.by(presence.dueAtMillis());
  }

  private void joinAgain(long nowMillis) {
    if (!farewell.left()) {
      presence.joinAgain(nowMillis);
      alarm.by(presence.dueAtMillis());
    }
  }

  // Leaving.

  private void tryToLeave(long nowMillis) {
    if (shuttingDown && !farewell.left() && running == 0) {
      farewell.tryToLeave(cleaning, nowMillis);
    }
  }
}
