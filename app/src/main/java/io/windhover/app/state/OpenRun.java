package io.windhover.app.state;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.terminal.Shown;
import io.windhover.manager.Progress;
import io.windhover.manager.Recovery;
import io.windhover.store.Holder;
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

  /** The command line that goes on with the run, where the run has left it. */
  public Optional<String> resumeCommand() {
    return view.value(RESUME)
        .map(
            command ->
                view.value(RESUME_FROM)
                    .filter(folder -> !folder.equals(here()))
                    .map(folder -> "cd " + Shown.command(List.of(folder)) + " && " + command)
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
  public static Progress.JobProgress job(Progress progress, @Nullable String wanted) {
    List<Progress.JobProgress> jobs = progress.jobs();
    if (jobs.isEmpty()) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "no job was ever submitted here");
    }
    if (wanted == null) {
      return jobs.get(jobs.size() - 1);
    }
    for (int i = jobs.size() - 1; i >= 0; i--) {
      Progress.JobProgress job = jobs.get(i);
      if (Integer.toString(job.id()).equals(wanted) || job.name().equals(wanted)) {
        return job;
      }
    }
    Progress.JobProgress newest = jobs.get(jobs.size() - 1);
    throw new CommandFailure(
        ExitCode.BAD_INPUT,
        "there is no job %s here; the newest is %d (%s)"
            .formatted(wanted, newest.id(), newest.name()));
  }

  @Override
  public void close() {
    view.close();
  }
}
