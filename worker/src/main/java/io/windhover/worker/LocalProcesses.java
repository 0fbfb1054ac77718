package io.windhover.worker;

import io.windhover.host.Lineage;
import io.windhover.host.TreeEnding;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Runs commands as processes of this machine. Each running command has a thread that starts it,
 * waits for it and tells the listener: the fewest changes of thread that Java's processes allow.
 * When the listener answers with the next command at once, the same thread goes on with that. How
 * many run at one time is for the caller to limit.
 */
public final class LocalProcesses implements Runner, AutoCloseable {
  private static final long IDLE_SECONDS = 10;
  private static final Duration COPYING_MAX = Duration.ofMinutes(10);
  private static final Duration COPYING_STALL_MAX = Duration.ofSeconds(60);
  private static final String NO_THREAD = "no new thread could be made";

  private final Lineage lineage;
  private final Launcher launcher;
  private final ScratchFolders scratch;
  private final boolean manyJobs;
  private final WorkSaver saver;
  private final OutputCopies copies = new OutputCopies(COPYING_MAX, COPYING_STALL_MAX);
  private final Listener listener;
  private final Consumer<String> notices;
  private final Map<AttemptRef, RunningCommand> running = new ConcurrentHashMap<>();
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          CommandThread::new);

  /**
   * @param notices told, in a line for people, of what nobody else would hear of
   */
  public LocalProcesses(ProcessSettings settings, Listener listener, Consumer<String> notices)
      throws IOException {
    this(
        settings,
        listener,
        notices,
        Set.of(),
        () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
  }

  /**
   * @param toClean attempts of an earlier life whose cleanups are still to run, where they left off
   * @param awakeMillis a clock that stands still while the machine does
   */
  LocalProcesses(
      ProcessSettings settings,
      Listener listener,
      Consumer<String> notices,
      Set<AttemptRef> toClean,
      LongSupplier awakeMillis)
      throws IOException {
    Map<String, String> inherited = System.getenv();
    this.lineage =
        new Lineage(
            inherited.get(Lineage.VARIABLE),
            StateIdentity.make(settings.state()),
            StateIdentity.randomHex());
    StateModes modes = StateModes.of(settings.state());
    this.launcher = new Launcher(settings, lineage, inherited, modes);
    this.manyJobs = settings.manyJobs();
    this.scratch = new ScratchFolders(settings.state().resolve("work"), manyJobs, modes);
    scratch.removeAllBut(toClean);
    this.listener = listener;
    this.notices = notices;
    this.saver = new WorkSaver(settings.stores(), launcher, lineage, modes, awakeMillis, notices);
  }

  @Override
  public void start(Order order) {
    RunningCommand command = add(order);
    if (CommandThread.handOver(command)) {
      return;
    }
    try {
      threads.execute(() -> runOneByOne(command));
    } catch (OutOfMemoryError noMoreThreads) {
      running.remove(order.ref());
      listener.ended(order.ref(), new Ending.NotStarted(NO_THREAD), 0, "");
    }
  }

  @Override
  public void clean(Order order) {
    RunningCommand command = add(order);
    try {
      threads.execute(() -> runCleanup(command));
    } catch (OutOfMemoryError noMoreThreads) {
      running.remove(order.ref());
      notices.accept(cleanupOf(order) + " could not be started: " + NO_THREAD);
      listener.cleaned(order.ref());
    }
  }

  @Override
  public void checkpoint(AttemptRef ref) {
    RunningCommand command = running.get(ref);
    SavedWork work = command == null ? null : command.work;
    if (command == null || work == null) {
      listener.saved(ref, 0, 0, 0);
      return;
    }
    try {
      threads.execute(() -> tell(ref, saver.save(work, command.handle())));
    } catch (OutOfMemoryError noMoreThreads) {
      listener.saved(ref, 0, 0, 0);
    }
  }

  private void tell(AttemptRef ref, Optional<SavedWork.Saved> saved) {
    saved.ifPresentOrElse(
        done -> listener.saved(ref, done.progressMillis(), done.tookMillis(), done.bytes()),
        () -> listener.saved(ref, 0, 0, 0));
  }

  @Override
  public void stop(AttemptRef ref, long graceMillis) {
    RunningCommand command = running.get(ref);
    if (command != null) {
      command.stop(graceMillis);
    }
  }

  /** Ends no command; only says that none will be started any more. */
  @Override
  public void close() {
    threads.shutdown();
  }

  private RunningCommand add(Order order) {
    RunningCommand command = new RunningCommand(order, this::endTree);
    if (running.putIfAbsent(order.ref(), command) != null) {
      throw new IllegalStateException(order.ref() + " runs already");
    }
    return command;
  }

  private void runOneByOne(RunningCommand first) {
    CommandThread thread = (CommandThread) Thread.currentThread();
    RunningCommand command = first;
    while (command != null) {
      Ended ended = run(command);
      AttemptRef ref = command.order.ref();
      command =
          thread.nextAfter(
              () -> listener.ended(ref, ended.ending(), ended.ranMillis(), ended.tail()));
    }
  }

  private record Ended(Ending ending, long ranMillis, String tail) {}

  private Ended run(RunningCommand command) {
    Order order = command.order;
    AttemptRef ref = order.ref();
    long startedNanos = System.nanoTime();
    Ending ending;
    try {
      ending = command.isStopped() ? new Ending.Stopped() : execute(command);
    } catch (StoreUnreachable e) {
      ending = new Ending.NoRoom(String.valueOf(e.getMessage()));
    } catch (CannotStart e) {
      ending = new Ending.NotStarted(String.valueOf(e.getMessage()));
    } catch (RuntimeException bug) {
      // Whatever it was, an attempt that is never said to have ended would hold up its job for
      // ever.
      ending = new Ending.NotStarted("internal error: " + bug);
    } catch (OutOfMemoryError noMoreThreads) {
      // Java needs one to wait for the process, which it may have started already.
      new TreeEnding(lineage.ofAttempt(ref.toString()), List.of(), 0).run();
      ending = new Ending.NotStarted(NO_THREAD);
    }
    long ranMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
    // Still known while its outputs are copied: who stops it need not wait for a slow place.
    String tail = withCopying(command, ending, tail(order, ending));
    running.remove(ref);
    launcher.removeUnusedFolder(order); // Before it is said to have ended: then another may start.
    if (order.cleanup().isEmpty()) {
      scratch.remove(order);
    }
    return new Ended(ending, ranMillis, tail);
  }

  /** Starts the command and waits for it; one that saves its work may be started again. */
  private Ending execute(RunningCommand command) throws CannotStart, StoreUnreachable {
    Order order = scratch.place(command.order);
    AttemptRef ref = order.ref();
    if (!order.checkpoints()) {
      Launcher.Launched launched = launcher.command(order, false, false);
      listener.started(ref);
      return awaited(command, launched);
    }
    SavedWork work = saver.begin(order, command::isUnwanted);
    Launcher.Launched launched = launcher.command(order, work.goesOn(), false);
    command.work = work;
    listener.started(ref);
    Ending ending = awaited(command, launched);
    while (WorkSaver.wantsToGoOn(order, ending)
        && saver.saveAndGoOn(work, saved -> tell(ref, Optional.of(saved))).isPresent()) {
      if (!command.startsAgain()) {
        ending = new Ending.Stopped();
        break;
      }
      ending = awaited(command, launcher.command(order, work.goesOn(), true));
    }
    saver.saveLast(work, ending).ifPresent(saved -> tell(ref, Optional.of(saved)));
    saver.tidy(work);
    return ending;
  }

  private static Ending awaited(RunningCommand command, Launcher.Launched launched) {
    Ending ending = command.await(launched.process());
    launched.removeScript();
    return ending;
  }

  private String tail(Order order, Ending ending) {
    if (ending instanceof Ending.NotStarted
        || (!manyJobs && ending instanceof Ending.Exited exited && exited.code() == 0)) {
      return "";
    }
    LogFiles logs = launcher.logs(order);
    int attempt = order.ref().attempt();
    return OutputTail.of(
        logs.err(order.group(), order.index(), attempt),
        logs.out(order.group(), order.index(), attempt));
  }

  /** A copy that fails is told and fails nothing. */
  private String withCopying(RunningCommand command, Ending ending, String tail) {
    if (ending instanceof Ending.NotStarted) {
      return tail;
    }
    String problem;
    try {
      Order order = command.order;
      problem = copies.copy(order, launcher.logs(order), command::isUnwanted);
    } catch (RuntimeException bug) {
      problem = "windhover: the whole output could not be copied: internal error: " + bug;
    }
    if (problem.isEmpty()) {
      return tail;
    }
    if (!manyJobs) {
      notices.accept(problem);
    }
    return tail + (tail.isEmpty() || tail.endsWith("\n") ? "" : "\n") + problem + "\n";
  }

  private void runCleanup(RunningCommand command) {
    Order order = command.order;
    try {
      if (!command.isStopped()) {
        Launcher.Launched launched = launcher.cleanup(scratch.placeAgain(order));
        Ending ending = command.await(launched.process());
        launched.removeScript();
        noticeFailure(order, ending);
      }
    } catch (CannotStart e) {
      notices.accept(cleanupOf(order) + " could not be started: " + e.getMessage());
    }
    scratch.remove(order);
    running.remove(order.ref());
    listener.cleaned(order.ref());
  }

  private void noticeFailure(Order order, Ending ending) {
    File output =
        launcher.logs(order).cleanup(order.group(), order.index(), order.ref().attempt()).toFile();
    if (output.length() == 0 && !output.delete()) {
      notices.accept("cannot remove " + output);
    }
    if (ending instanceof Ending.Exited exited) {
      if (exited.code() != 0) {
        notices.accept(cleanupOf(order) + " failed: exit " + exited.code());
      }
    } else {
      notices.accept(cleanupOf(order) + " was ended before it was done");
    }
  }

  private static String cleanupOf(Order order) {
    return "cleanup of %s/%d, attempt %d,"
        .formatted(order.group(), order.index(), order.ref().attempt());
  }

  /** Ends a command's processes in a thread of its own, then lets the command know. */
  private TreeEnding endTree(RunningCommand command, Process process, long graceMillis) {
    AttemptRef ref = command.order.ref();
    TreeEnding ending =
        new TreeEnding(lineage.ofAttempt(ref.toString()), List.of(process.toHandle()), graceMillis);
    threads.execute(
        () -> {
          TreeEnding.Ended ended = ending.run();
          if (ended.left() > 0) {
            notices.accept(
                (ended.left() == 1 ? "a process of " : ended.left() + " processes of ")
                    + ref
                    + " could not be ended");
          }
          command.treeIsGone();
        });
    return ending;
  }
}
