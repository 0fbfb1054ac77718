package io.windhover.app.local;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.job.JobOutcome;
import io.windhover.app.state.StoreFailures;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.step.TaskState;
import io.windhover.host.Interrupts;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.policies.FlowFit;
import io.windhover.store.StateLayout;
import io.windhover.store.Store;
import io.windhover.store.StoreException;
import io.windhover.worker.LogFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * One job that this process sees to, from the state folder to the last word, however it ends: over,
 * interrupted, or because the disk is full.
 */
public final class LocalRun {
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  /** Why the main thread goes on. */
  private sealed interface End {
    record Over() implements End {}

    record Stuck(String why) implements End {}

    record Broken(Throwable cause) implements End {}

    record Interrupted() implements End {}
  }

  private final RunSettings settings;
  private final RunSite site;
  private final boolean terminal;
  private final Audience audience;
  private final long beganNanos = System.nanoTime();
  private final CompletableFuture<End> interrupted = new CompletableFuture<>();
  private volatile int interrupts;
  private volatile @Nullable RunEngine stopping;

  /** Makes a run on this machine that does nothing yet. */
  public LocalRun(RunSettings settings, boolean terminal, Audience audience) {
    this(settings, new LocalSite(settings), terminal, audience);
  }

  /**
   * Makes a run that does nothing yet.
   *
   * @param terminal whether this process belongs to a terminal, whose Ctrl-C tasks must not get
   */
  public LocalRun(RunSettings settings, RunSite site, boolean terminal, Audience audience) {
    this.settings = settings;
    this.site = site;
    this.terminal = terminal;
    this.audience = audience;
  }

  /**
   * Runs the job to its end, or until it is interrupted.
   *
   * @throws CommandFailure when it cannot be begun; nothing has changed then
   */
  public RunOutcome run() {
    Policy policy = settings.policy().make();
    FlowFit.refusal(settings.spec(), policy)
        // What an earlier build began is ended, also under a policy that this one would not begin.
        .or(() -> settings.resume() ? Optional.empty() : site.refusal(policy))
        .ifPresent(
            line -> {
              throw new CommandFailure(ExitCode.BAD_INPUT, line);
            });
    if (!settings.resume()) {
      site.refuseImpossible(policy, settings.spec(), System.currentTimeMillis());
    }
    var signals = new Interrupts(this::interrupt);
    try (signals;
        RunFolder folder = RunFolder.acquire(settings, audience)) {
      RunFolder.Opened opened = folder.open(site, System.currentTimeMillis());
      return closing(opened.store(), () -> run(folder, opened));
    } catch (StoreException e) {
      throw StoreFailures.failure(e);
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.IMPOSSIBLE, settings.folder() + ": " + e.getMessage(), e);
    }
  }

  @FunctionalInterface
  private interface Work {
    RunOutcome run() throws IOException;
  }

  /** What cannot be closed properly has lost nothing: the next to open it puts it right. */
  private RunOutcome closing(Store store, Work work) throws IOException {
    Optional<RunOutcome> outcome = Optional.empty();
    try {
      outcome = Optional.of(work.run());
      return outcome.get();
    } finally {
      try {
        store.close();
      } catch (StoreException e) {
        if (outcome.filter(done -> done.problem().isEmpty()).isPresent()) {
          audience.trouble(String.valueOf(e.getMessage()));
        }
      }
    }
  }

  /** Asks the run to end: the first time gently, from the second time on at once. */
  public void interrupt(int times) {
    if (times == 1) {
      audience.trouble(
          "interrupted: ending what runs, within "
              + settings.graceMillis() / 1000.0
              + " s; once more ends it at once");
    }
    interrupts = times;
    interrupted.complete(new End.Interrupted());
    RunEngine engine = stopping;
    if (times > 1 && engine != null) {
      engine.hurry();
    }
  }

  private RunOutcome run(RunFolder folder, RunFolder.Opened opened) throws IOException {
    var logs = new LogFiles(folder.state().logs());
    var watch = new RunWatch(opened.scheduler(), logs, settings.places(), audience::failed);
    opened
        .resumed()
        .filter(resumed -> resumed.job().count(TaskState.FAILED) > 0)
        .ifPresent(resumed -> watch.recall(opened.store(), resumed.world()));
    RunEngine engine = site.engine(parts(opened, watch));
    var end =
        CompletableFuture.anyOf(
            interrupted,
            engine.failure().handle((none, failure) -> new End.Broken(failure)),
            engine.stuck().thenApply(End.Stuck::new),
            watch.ended().thenApply(this::ended));
    engine.start();
    try {
      work(engine, watch, end);
    } finally {
      audience.ends();
      stop(engine);
    }
    JobProgress job =
        engine.manager().progress().jobs().stream().findFirst().orElseGet(this::nothingYet);
    return outcome(job, watch, end.join(), engine);
  }

  private EngineParts parts(RunFolder.Opened opened, RunWatch watch) {
    return new EngineParts(
        opened.store(),
        opened.scheduler(),
        watch,
        settings,
        opened.resumed().map(from -> new EngineParts.TakenUp(from.before(), from.amended())),
        terminal,
        audience);
  }

  private void stop(RunEngine engine) {
    stopping = engine; // Before interrupts is read: the second one finds it, or is found.
    engine.stop(Duration.ofMillis(interrupts > 1 ? 0 : settings.graceMillis()));
  }

  private End ended(Optional<Reason> obstacle) {
    return obstacle
        .map(reason -> Feasibility.explain(reason, settings.spec().groups()))
        .<End>map(End.Stuck::new)
        .orElseGet(End.Over::new);
  }

  private void work(RunEngine engine, RunWatch watch, CompletableFuture<Object> end) {
    CompletableFuture.anyOf(engine.ready(watch.joined()), end).join();
    if (end.isDone()) {
      return;
    }
    CompletableFuture<Integer> accepted =
        engine
            .resumed()
            .map(job -> job.thenCompose(id -> engine.manager().retry(id, false)))
            .orElseGet(() -> engine.manager().submit(settings.spec()));
    CompletableFuture.anyOf(accepted, end).join();
    audience.begins(
        new RunCourse(engine.manager()::progress, site.text(), engine::nowMillis, engine::shown),
        settings);
    if (end.join() instanceof End.Over) {
      // Cleanup commands of the last tasks: nobody waits for them but us.
      while (!engine.awaitIdle(LOOK_EVERY) && interrupts == 0) {}
    }
  }

  private RunOutcome outcome(JobProgress job, RunWatch watch, Object why, RunEngine engine) {
    Optional<String> problem = Optional.empty();
    ExitCode exitCode = ExitCode.INTERRUPTED;
    if (why instanceof End.Broken broken) {
      CommandFailure failed = StoreFailures.failure(storeFailure(broken.cause()));
      problem = Optional.of(String.valueOf(failed.getMessage()));
      exitCode = failed.exitCode();
    } else if (!Files.exists(new StateLayout(settings.folder()).database())) {
      exitCode = ExitCode.IMPOSSIBLE;
      problem =
          Optional.of(
              settings.folder() + ": was removed while the run went on; its record is lost");
    } else if (job.over()) {
      exitCode = JobOutcome.of(job, false).exitCode();
      problem = Optional.of(job.rejection()).filter(text -> !text.isEmpty());
    } else if (why instanceof End.Stuck stuck) {
      exitCode = ExitCode.IMPOSSIBLE;
      problem = Optional.of(stuck.why());
    }
    long millis = (System.nanoTime() - beganNanos) / 1_000_000;
    return new RunOutcome(
        job, watch.failures(), millis, exitCode, settings.folder(), problem, engine.totals());
  }

  /** A failure of the medium; anything else is a bug of ours and is thrown on as it is. */
  private static StoreException storeFailure(Throwable cause) {
    Throwable failure =
        cause instanceof CompletionException wrapped && wrapped.getCause() != null
            ? wrapped.getCause()
            : cause;
    if (failure instanceof StoreException store) {
      return store;
    }
    throw new IllegalStateException("the manager has failed: " + failure, failure);
  }

  private JobProgress nothingYet() {
    int tasks = settings.spec().taskCount();
    return new JobProgress(
        0,
        settings.spec().name(),
        tasks,
        tasks,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        Long.MAX_VALUE,
        -1,
        false,
        "",
        0);
  }
}
