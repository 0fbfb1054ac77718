package io.windhover.app.state;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.terminal.ShellText;
import io.windhover.core.step.World;
import io.windhover.host.Holder;
import io.windhover.manager.JobHasLeft;
import io.windhover.manager.JobList;
import io.windhover.manager.KeptJobs;
import io.windhover.manager.Progress;
import io.windhover.manager.Recovery;
import io.windhover.store.SqliteStore;
import io.windhover.store.StateFolder;
import io.windhover.store.StateLayout;
import io.windhover.store.Store;
import io.windhover.store.StoreView;
import io.windhover.worker.LogFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A state folder opened for reading, beside the process that works on it or long after. */
public final class OpenRun implements AutoCloseable {
  /** The store keeps the command that goes on with the run under this key. */
  public static final String RESUME = "resume";

  /** Under this key: the domain of the pool whose manager works here; a run has none. */
  public static final String POOL = "pool";

  /** Under this key: the folder in which that command was typed. */
  private static final String RESUME_FROM = "resumeFrom";

  /** Under this key: the words of that command after the program, with a unit separator between. */
  private static final String RESUME_WORDS = "resumeWords";

  private static final String BETWEEN_WORDS = "\u001f";

  /** Keeps the command that goes on with this run, for whoever looks at it later. */
  public static void recordResume(Store store, String command, List<String> words) {
    store.put(RESUME, command);
    store.put(RESUME_FROM, here());
    store.put(RESUME_WORDS, String.join(BETWEEN_WORDS, words));
  }

  /**
   * The words by which this program goes on with the run when they are typed here; empty when it
   * was begun in another folder, by an older version, or from standard input.
   */
  public List<String> resumeWords() {
    boolean typedHere = view.value(RESUME_FROM).equals(Optional.of(here()));
    return view.value(RESUME_WORDS)
        .filter(words -> typedHere && !words.isEmpty())
        .map(words -> List.of(words.split(BETWEEN_WORDS, -1)))
        .orElse(List.of());
  }

  private static String here() {
    return Path.of("").toAbsolutePath().toString();
  }

  private final StateLayout layout;
  private final StoreView view;
  private @Nullable JournalFollower journal;
  private @Nullable FileLines places;

  private OpenRun(StateLayout layout, StoreView view) {
    this.layout = layout;
    this.view = view;
  }

  public static OpenRun open(Path folder) {
    var layout = new StateLayout(folder);
    return new OpenRun(layout, SqliteStore.openForReading(layout.database()));
  }

  public Path folder() {
    return layout.folder();
  }

  public StoreView view() {
    return view;
  }

  /** What the clock shows that the run goes by. */
  public long nowMillis() {
    return RunClock.nowMillis(view);
  }

  public LogFiles logs() {
    return new LogFiles(layout.logs());
  }

  /** Who works on the folder at this moment. */
  public Optional<Holder> holder() {
    return StateFolder.holder(layout.folder());
  }

  /** Where the tasks stand in the job file. */
  public FileLines places() {
    if (places == null) {
      places = FileLines.of(view);
    }
    return places;
  }

  public RecordedPolicy policy() {
    return RecordedPolicy.of(view);
  }

  /** The exact world of the journal, as of the first call. */
  public JournalFollower journal() {
    if (journal == null) {
      journal = JournalFollower.load(view, policy().make());
    }
    return journal;
  }

  /** Quick and a moment old while somebody works on the folder, exact when nobody does. */
  public Progress progress(boolean live) {
    return Optional.of(live)
        .filter(yes -> yes)
        .flatMap(yes -> Recovery.lastProgress(view))
        .orElseGet(() -> Recovery.progress(journal().scheduler()));
  }

  /** All jobs, as {@link #progress} has them, and those that are only on disk. */
  public JobList jobs(boolean live) {
    return Optional.of(live)
        .filter(yes -> yes)
        .flatMap(yes -> JobList.lastSaid(view))
        .orElseGet(() -> JobList.of(journal().world(), view));
  }

  /**
   * The world that has this job: that of the journal, or one of what was kept when the job left.
   *
   * @throws CommandFailure when it is no longer on disk
   */
  public World worldOf(int job) {
    JournalFollower now = journal();
    if (!now.world().hasJob(job)) {
      Optional<World> kept = KeptJobs.world(view, job);
      if (kept.isPresent()) {
        return kept.get();
      }
      now.catchUp(); // It was submitted a moment ago, or is removed just now.
    }
    if (!now.world().hasJob(job)) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "job %d is no longer kept here".formatted(job));
    }
    return now.world();
  }

  /**
   * As {@link #worldOf}, of a job that is to be changed.
   *
   * @throws CommandFailure when it has left the world: it is there to be looked at only
   */
  public World changeable(Progress.JobProgress job) {
    if (!journal().world().hasJob(job.id()) && KeptJobs.world(view, job.id()).isPresent()) {
      throw new CommandFailure(ExitCode.IMPOSSIBLE, JobHasLeft.line(job));
    }
    return worldOf(job.id());
  }

  /** The command line that goes on with the run, where the run has left it. */
  public Optional<String> resumeCommand() {
    return view.value(RESUME)
        .map(
            command ->
                view.value(RESUME_FROM)
                    .filter(folder -> !folder.equals(here()))
                    .map(folder -> "cd " + ShellText.command(List.of(folder)) + " && " + command)
                    .orElse(command));
  }

  /** How to go on, for people. */
  public String howToResume() {
    return "go on with: "
        + resumeCommand().orElse("windhover run FILE --resume --dir " + layout.folder());
  }

  /**
   * The job that is meant: by number, by name (the newest of that name), or the newest of all.
   *
   * @throws CommandFailure when there is no such job
   */
  public Progress.JobProgress job(boolean live, @Nullable String wanted) {
    JobList jobs = jobs(live);
    Optional<Progress.JobProgress> newest = jobs.newest();
    if (wanted == null) {
      return newest.orElseThrow(() -> noJob("", newest));
    }
    return number(wanted)
        .flatMap(jobs::job)
        .or(() -> jobs.find(job -> job.name().equals(wanted)))
        .orElseThrow(() -> noJob(wanted, newest));
  }

  /** The number that somebody may mean by a word. */
  public static Optional<Integer> number(String word) {
    return word.matches("[1-9][0-9]{0,8}") ? Optional.of(Integer.parseInt(word)) : Optional.empty();
  }

  /** What is said when the job that was asked for is not there. */
  public static CommandFailure noJob(String wanted, Optional<Progress.JobProgress> newest) {
    return new CommandFailure(
        ExitCode.BAD_INPUT,
        newest
            .map(
                job ->
                    "there is no job %s here; the newest is %d (%s)"
                        .formatted(wanted, job.id(), job.name()))
            .orElse("no job was ever submitted here"));
  }

  @Override
  public void close() {
    view.close();
  }
}
