package io.windhover.app.remote;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.job.GroupCounts;
import io.windhover.app.job.JobJson;
import io.windhover.app.job.JobStatus;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.TaskFilter;
import io.windhover.app.state.TaskRow;
import io.windhover.core.model.JobSpec;
import io.windhover.wire.xmpp.Addresses;
import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.PoolFailure.Kind;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A pool as one of its users sees it: each call asks the manager and waits for its answer. */
public final class RemotePool implements AutoCloseable {
  /** Whatever carries a question to the manager and its answer back. */
  public interface Line extends AutoCloseable {
    /** The element within the iq's result; an empty one when there is none. */
    Xml ask(Jid to, String iqType, Xml question, Duration patience) throws PoolFailure;

    @Override
    void close();
  }

  /** In the words of managers that knew jobs only as their journal has them. */
  private static final String OLDER_MANAGER = "Unrecognized field \"windhover\"";

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** An answer that never ends is no answer. */
  private static final int PIECES_MAX = 10_000;

  private final String name;
  private final Addresses manager;
  private final Line line;
  private final Duration patience;

  public RemotePool(String name, String managerDomain, Line line, Duration patience) {
    this.name = name;
    this.manager = new Addresses(managerDomain);
    this.line = line;
    this.patience = patience;
  }

  /** What the user calls it. */
  public String name() {
    return name;
  }

  public String managerDomain() {
    return manager.domain();
  }

  /**
   * The job that is meant, alone: by number, by name (the newest of that name), or the newest of
   * all. No more pages are asked for than it takes to find it.
   *
   * @throws CommandFailure when there is no such job
   */
  public JobStatus meant(@Nullable String wanted) {
    Optional<JobStatus> found = wanted == null ? Optional.empty() : numbered(wanted);
    Optional<JobStatus> newest = found;
    String from = "";
    for (int page = 0; found.isEmpty() && page < PIECES_MAX; page++) {
      Xml answer = page(manager.submit(), "jobs", from);
      List<JobStatus> jobs = listed(answer);
      newest = newest.or(() -> jobs.stream().findFirst());
      found =
          jobs.stream()
              .filter(status -> wanted == null || status.job().name().equals(wanted))
              .findFirst();
      from = answer.attribute("more");
      if (from.isEmpty() && found.isEmpty()) {
        throw OpenRun.noJob(String.valueOf(wanted), newest.map(JobStatus::job));
      }
    }
    return found.orElseThrow(() -> unreadable("an answer without end"));
  }

  /** Whether a job is meant by this word. */
  public boolean names(String word) {
    try {
      meant(word);
      return true;
    } catch (CommandFailure failure) {
      if (failure.exitCode() == ExitCode.BAD_INPUT) {
        return false;
      }
      throw failure;
    }
  }

  private Optional<JobStatus> numbered(String wanted) {
    Optional<Integer> number = OpenRun.number(wanted);
    if (number.isEmpty()) {
      return Optional.empty();
    }
    try {
      Xml ask = Xml.of("ask", Namespaces.POOL).with("what", "progress");
      Xml answer = line.ask(manager.job(number.get()), "get", ask, patience);
      return listed(answer).stream().findFirst();
    } catch (PoolFailure failure) {
      if (failure.condition().equals("item-not-found")) {
        return Optional.empty();
      }
      throw failed(failure);
    }
  }

  private List<JobStatus> listed(Xml answer) {
    return listed(reading(() -> new Pieces().with(text(answer))));
  }

  private List<JobStatus> listed(Pieces pieces) {
    long hereMillis = System.currentTimeMillis();
    return reading(
        () ->
            pieces.list("jobs", JobJson.class).stream()
                .map(job -> job.status(hereMillis))
                .toList());
  }

  /** All jobs of this user as the manager tells them, newest first. */
  public List<JobStatus> ownJobs() {
    return listed(question(manager.submit(), "jobs"));
  }

  /** One of them, and nothing else about it. */
  public JobStatus progress(int job) {
    return listed(question(manager.job(job), "progress")).stream()
        .findFirst()
        .orElseThrow(() -> unreadable("no job in the answer"));
  }

  public PoolAnswers.WholeJob job(int job) {
    Pieces pieces = question(manager.job(job), "job");
    return reading(
        () ->
            new PoolAnswers.WholeJob(
                pieces.list("groups", GroupCounts.class),
                pieces.list("failures", PoolAnswers.Failure.class),
                pieces.list("reasons", PoolAnswers.Waiting.class)));
  }

  /** The attempts of one task. */
  public List<PoolAnswers.Attempt> attempts(int job, int task) {
    Jid address = manager.job(job).withResource(Integer.toString(task));
    return asked(address, "logs", "attempts", PoolAnswers.Attempt.class);
  }

  /** Tells of tasks of a job, page by page: the manager keeps no place between pages. */
  public void tasks(int job, TaskFilter filter, Consumer<TaskRow> rows) {
    Xml ask =
        Xml.of("ask", Namespaces.POOL)
            .with("what", "tasks")
            .with("state", filter.state())
            .with("task", filter.task())
            .with("line", filter.line())
            .with("array", filter.arrayTaskId());
    String from = "";
    do {
      Xml answer = ask(manager.job(job), "get", from.isEmpty() ? ask : ask.with("from", from));
      reading(() -> new Pieces().with(text(answer)).list("tasks", TaskRow.class)).forEach(rows);
      from = answer.attribute("more");
    } while (!from.isEmpty());
  }

  public List<PoolAnswers.Worker> workers() {
    return asked(manager.pool(), "workers", "workers", PoolAnswers.Worker.class);
  }

  /** The pool's own counts: workers online, with a core free, without. */
  public PoolCounts counts() {
    Xml query = ask(manager.pool(), "get", Xml.of("query", Namespaces.KESTREL_STATUS));
    Xml pool = query.child("pool").orElseThrow(() -> unreadable("no pool in the status"));
    return new PoolCounts(count(pool, "online"), count(pool, "available"), count(pool, "busy"));
  }

  private int count(Xml pool, String what) {
    String text = pool.child(what).map(Xml::text).orElse("");
    if (!text.matches("[0-9]{1,9}")) {
      throw unreadable(what + " is no number");
    }
    return Integer.parseInt(text);
  }

  /**
   * Hands a job over; answers its number once the manager has it on disk. It is said again when no
   * answer comes: the manager knows a job that it was handed before.
   */
  public int submit(JobSpec spec) throws InterruptedException {
    Upload upload = Upload.of(spec);
    long untilNanos = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        return send(upload);
      } catch (PoolFailure failure) {
        boolean passing = failure.kind() == Kind.NO_ANSWER || failure.kind() == Kind.NO_MANAGER;
        if (failure.kind() == Kind.REFUSED && failure.getMessage().contains(OLDER_MANAGER)) {
          throw new CommandFailure(
              ExitCode.IMPOSSIBLE,
              "the manager of pool %s is older than this program and cannot read its jobs; start a"
                      .formatted(name)
                  + " newer manager, or submit with the windhover that the manager has",
              failure);
        }
        if (!passing || System.nanoTime() > untilNanos) {
          throw failed(failure);
        }
        Thread.sleep(PAUSE.toMillis());
      }
    }
  }

  private int send(Upload upload) throws PoolFailure {
    Xml answer = Xml.of("none", "");
    for (Xml part : upload.parts()) {
      answer = line.ask(manager.submit(), "set", part, patience);
    }
    String id = answer.attribute("id");
    if (!id.matches("[1-9][0-9]{0,8}")) {
      throw unreadable("no job number in " + answer);
    }
    return Integer.parseInt(id);
  }

  public void cancel(int job) {
    wish("cancel", job);
  }

  public void retry(int job) {
    wish("retry", job);
  }

  /** Gives workers nothing new, or gives to them again; answers whose state that changed. */
  public List<String> drain(String worker, boolean wanted) {
    Xml drain =
        Xml.of("drain", Namespaces.POOL)
            .with("worker", worker)
            .with("wanted", Boolean.toString(wanted));
    String names = reading(() -> text(ask(manager.pool(), "set", drain)));
    return names.isBlank() ? List.of() : List.of(names.strip().split("\n"));
  }

  private void wish(String action, int job) {
    Xml wish = Xml.of("job", Namespaces.KESTREL_JOB).with("action", action).with("id", job);
    ask(manager.submit(), "set", wish);
  }

  private <T> List<T> asked(Jid to, String what, String list, Class<T> type) {
    Pieces pieces = question(to, what);
    return reading(() -> pieces.list(list, type));
  }

  private Pieces question(Jid to, String what) {
    var pieces = new Pieces();
    String from = "";
    for (int piece = 0; piece < PIECES_MAX; piece++) {
      Xml answer = page(to, what, from);
      reading(() -> pieces.with(text(answer)));
      from = answer.attribute("more");
      if (from.isEmpty()) {
        return pieces;
      }
    }
    throw unreadable("an answer without end");
  }

  private Xml page(Jid to, String what, String from) {
    Xml ask = Xml.of("ask", Namespaces.POOL).with("what", what);
    return ask(to, "get", from.isEmpty() ? ask : ask.with("from", from));
  }

  private static String text(Xml answer) {
    try {
      return answer.plainText();
    } catch (BadStanza e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private <T> T reading(Supplier<T> reader) {
    try {
      return reader.get();
    } catch (IllegalArgumentException | DateTimeException e) {
      throw unreadable(String.valueOf(e.getMessage()));
    }
  }

  private Xml ask(Jid to, String type, Xml question) {
    try {
      return line.ask(to, type, question, patience);
    } catch (PoolFailure failure) {
      throw failed(failure);
    }
  }

  private CommandFailure unreadable(String what) {
    return new CommandFailure(
        ExitCode.UNAVAILABLE,
        manager.domain() + " answers what this program cannot read (" + what + ")");
  }

  /** As the command line ends: who is not reached is exit code 6, what is refused is 2 or 3. */
  public static CommandFailure failed(PoolFailure failure) {
    ExitCode code = ExitCode.UNAVAILABLE;
    if (failure.kind() == Kind.WRONG_PASSWORD || failure.kind() == Kind.NOT_TRUSTED) {
      code = ExitCode.BAD_INPUT;
    } else if (failure.kind() == Kind.REFUSED) {
      code =
          switch (failure.condition()) {
            case "not-acceptable" -> ExitCode.IMPOSSIBLE;
            case "resource-constraint", "internal-server-error" -> ExitCode.UNAVAILABLE;
            default -> ExitCode.BAD_INPUT;
          };
    }
    return new CommandFailure(code, failure.getMessage(), failure);
  }

  @Override
  public void close() {
    line.close();
  }
}
