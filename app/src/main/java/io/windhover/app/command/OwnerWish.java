package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.OrphanedLeases;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.core.step.Job;
import io.windhover.core.step.Scheduler;
import io.windhover.host.Holder;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerSettings;
import io.windhover.manager.Recovery;
import io.windhover.manager.Requests;
import io.windhover.store.RequestDesk;
import io.windhover.store.SqliteStore;
import io.windhover.store.StateFolder;
import io.windhover.store.StateFolderInUse;
import io.windhover.store.StateLayout;
import io.windhover.store.Store;
import io.windhover.wire.InProcessWire;
import io.windhover.worker.Leftovers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Brings an owner's wish to the manager that works on a state folder. When nobody does, a manager
 * without workers is started here for one turn: the same code writes the same journal.
 */
final class OwnerWish {
  private static final int TRIES_MAX = 5;
  private static final long POLL_MILLIS = 30;
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Path folder;
  private final List<String> bodies;
  private final int job;
  private final Duration patience;
  private List<Long> requests = List.of();

  /** What is wished of a job, in one or several requests that are made together. */
  OwnerWish(Path folder, List<String> bodies, int job, Duration patience) {
    this.folder = folder;
    this.bodies = bodies;
    this.job = job;
    this.patience = patience;
  }

  /** Carries it out; answers who did: the manager that runs, or nobody but us. */
  Optional<Holder> carryOut() throws InterruptedException {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      Optional<Holder> holder = StateFolder.holder(folder);
      if (holder.isPresent()) {
        Optional<String> answer = ask(holder.get());
        if (answer.isPresent()) {
          check(answer.get());
          return holder;
        }
      } else {
        try {
          doHere();
          return Optional.empty();
        } catch (StateFolderInUse somebodyCame) {
          Thread.sleep(POLL_MILLIS);
        }
      }
    }
    throw new CommandFailure(
        ExitCode.UNAVAILABLE, folder + ": processes come and go on it; try again");
  }

  /** Empty when the holder has gone without an answer. */
  private Optional<String> ask(Holder holder) throws InterruptedException {
    try (RequestDesk desk = SqliteStore.openDesk(new StateLayout(folder).database())) {
      request(desk);
      long untilNanos = System.nanoTime() + patience.toNanos();
      while (System.nanoTime() < untilNanos) {
        boolean gone = StateFolder.holder(folder).isEmpty();
        Optional<String> answer = answer(desk);
        if (answer.isPresent() || gone) {
          return answer;
        }
        Thread.sleep(POLL_MILLIS);
      }
    }
    throw new CommandFailure(
        ExitCode.UNAVAILABLE,
        "no answer within %d s from %s; the request stays there and may still be carried out"
            .formatted(patience.toSeconds(), holder.describe()));
  }

  /** Asks once, also when several are asked in turn. */
  private void request(RequestDesk desk) {
    if (requests.isEmpty()) {
      requests = bodies.stream().map(desk::request).toList();
    }
  }

  /** When all are answered: the first answer that is not {@link Requests#OK}, else that. */
  private Optional<String> answer(RequestDesk desk) {
    List<String> answers = requests.stream().map(desk::answerTo).flatMap(Optional::stream).toList();
    if (answers.size() < requests.size()) {
      return Optional.empty();
    }
    return Optional.of(
        answers.stream()
            .filter(answer -> !answer.equals(Requests.OK))
            .findFirst()
            .orElse(Requests.OK));
  }

  private void doHere() {
    try (StateFolder held = StateFolder.acquire(folder, "windhover " + bodies.get(0));
        Store store = held.openDatabase()) {
      Scheduler scheduler = Recovery.load(store, RecordedPolicy.of(store).make());
      OrphanedLeases.refuse(folder.toString(), store, scheduler);
      var manager = new Manager(scheduler, store, ManagerSettings.LOCAL, (batch, decision) -> {});
      Job wanted = scheduler.world().job(job);
      if (wanted.liveAttempts() > 0) {
        endLeftovers();
      }
      long nowMillis = System.currentTimeMillis();
      manager.start(new InProcessWire(manager), nowMillis);
      if (store.value(OpenRun.POOL).isEmpty()) {
        // The workers of a run live in its process: with it they are gone. Those of a pool go on.
        scheduler.world().machines().forEach(machine -> manager.gone(machine.spec().name()));
      }
      request(store);
      manager.turn(nowMillis);
      check(answer(store).orElse("not carried out"));
      manager.close(nowMillis);
    }
  }

  private void endLeftovers() {
    try {
      Leftovers.end(folder, GRACE);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.IMPOSSIBLE, "cannot end what the run left behind: " + e.getMessage(), e);
    }
  }

  private static void check(String answer) {
    if (!answer.equals(Requests.OK)) {
      throw new CommandFailure(ExitCode.BAD_INPUT, answer);
    }
  }
}
