package io.windhover.wire.xmpp;

import static io.windhover.wire.xmpp.Namespaces.BATCH;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_TASK;
import static io.windhover.wire.xmpp.Namespaces.ORDER;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What manager and worker say about one task: {@code <task xmlns="kestrel:task" action="...">}. The
 * task itself is named by the stanza's address, in a batch by attributes. docs/wire.md shows every
 * form.
 */
public final class TaskText {
  private static final String COMMAND = "command";
  private static final String CLEANUP = "cleanup";
  private static final String JOB = "job";
  private static final String GROUP = "group";
  private static final String FOLDER = "folder";
  private static final String ENV = "env";
  private static final String NAME = "name";
  private static final String VALUE = "value";
  private static final String ORIGIN = "origin";
  static final String CHECKPOINT = "checkpoint";
  private static final Pattern ORIGINS = Pattern.compile("[0-9A-Za-z]{0,64}");

  /** Kestrel's one task on a worker that says nothing of cores. */
  private static final int CORES = 1;

  private TaskText() {}

  // To the worker.

  public static Xml write(Order order) {
    Xml more =
        Xml.of("order", ORDER)
            .with("index", order.index())
            .with("cores", order.cores())
            .with("memory", order.memoryBytes())
            .with("timeout", order.timeoutMillis())
            .with("deadline", order.deadlineAtMillis());
    more = order.checkpoints() ? more.with(CHECKPOINT, order.saving().everyMillis()) : more;
    // As elements, since servers make spaces of line ends and tabs in attributes.
    List<Xml> texts = new ArrayList<>();
    texts.add(Xml.text(JOB, ORDER, order.jobName()));
    texts.add(Xml.text(GROUP, ORDER, order.group()));
    if (!order.folder().isEmpty()) {
      texts.add(Xml.text(FOLDER, ORDER, order.folder()));
    }
    texts.addAll(SavingText.write(order.saving()));
    order.env().forEach((name, value) -> texts.add(variable(name, value)));
    Xml task =
        action("execute", order.ref()).with(Xml.text(COMMAND, KESTREL_TASK, order.command()));
    if (!order.cleanup().isEmpty()) {
      task = task.with(Xml.text(CLEANUP, KESTREL_TASK, order.cleanup()));
    }
    return task.with(more.with(texts));
  }

  private static Xml variable(String name, String value) {
    return Xml.of(ENV, ORDER).with(Xml.text(NAME, ORDER, name)).with(Xml.text(VALUE, ORDER, value));
  }

  public static Xml write(ToWorker.Cancel cancel) {
    return action("cancel", cancel.ref());
  }

  /** Reads what the manager says about this task: an order or a cancel. */
  public static ToWorker toWorker(int job, int task, Xml said) throws BadStanza {
    var ref = new AttemptRef(job, task, attempt(said), origin(said));
    return switch (said.attribute("action")) {
      case "execute" -> new ToWorker.Execute(order(ref, said));
      case "cancel" -> new ToWorker.Cancel(ref);
      case CHECKPOINT -> SavingText.wish(ref, said);
      default -> throw new BadStanza("a worker is told to execute, to checkpoint or to cancel");
    };
  }

  private static Order order(AttemptRef ref, Xml task) throws BadStanza {
    Xml more = task.child("order", ORDER).orElseGet(() -> Xml.of("order", ORDER));
    SortedMap<String, String> env = new TreeMap<>();
    for (Xml variable : more.children(ENV)) {
      env.put(text(variable, NAME, ""), text(variable, VALUE, ""));
    }
    return new Order(
        ref,
        text(more, JOB, "job_" + ref.job()),
        text(more, GROUP, "task"),
        (int) number(more, "index", ref.task(), Integer.MAX_VALUE),
        text(more, FOLDER, ""),
        text(task, COMMAND, ""),
        text(task, CLEANUP, ""),
        env,
        (int) number(more, "cores", CORES, Integer.MAX_VALUE),
        number(more, "memory", 0, Long.MAX_VALUE),
        number(more, "timeout", 0, Long.MAX_VALUE),
        number(more, "deadline", 0, Long.MAX_VALUE),
        SavingText.read(number(more, CHECKPOINT, 0, Long.MAX_VALUE), more));
  }

  static String text(Xml element, String child, String missing) throws BadStanza {
    var found = element.child(child);
    return found.isPresent() ? found.get().plainText() : missing;
  }

  // To the manager.

  public static Xml write(ToManager.Started started) {
    return action("started", started.ref());
  }

  public static Xml write(ToManager.Report report) {
    Xml task = action("finished", report.ref());
    Ending ending = report.ending();
    if (ending instanceof Ending.Exited exited) {
      task = task.with("exit", exited.code());
    } else if (ending instanceof Ending.TimedOut) {
      task = task.with("ended", "timeout");
    } else if (ending instanceof Ending.Stopped) {
      task = task.with("ended", "stopped");
    } else if (ending instanceof Ending.NoRoom noRoom) {
      task = task.with("ended", "no-room").with(Xml.text("why", KESTREL_TASK, noRoom.why()));
    } else if (ending instanceof Ending.NotStarted notStarted) {
      task =
          task.with("ended", "not-started").with(Xml.text("why", KESTREL_TASK, notStarted.why()));
    }
    task =
        task.with(
            "seconds",
            String.format(
                Locale.ROOT, "%d.%03d", report.ranMillis() / 1000, report.ranMillis() % 1000));
    if (report.cleansUp()) {
      task = task.with(CLEANUP, "true");
    }
    return report.tail().isEmpty()
        ? task
        : task.with(Xml.text("tail", KESTREL_TASK, report.tail()));
  }

  public static Xml write(ToManager.Cleaned cleaned) {
    return action("cleaned", cleaned.ref());
  }

  /** Reads what a worker says about this task: that it started, how it ended, that it is clean. */
  public static ToManager toManager(int job, int task, Xml said) throws BadStanza {
    var ref = new AttemptRef(job, task, attempt(said), origin(said));
    return switch (said.attribute("action")) {
      case "started" -> new ToManager.Started(ref);
      case "finished" ->
          new ToManager.Report(
              ref,
              ending(said),
              millis(said),
              text(said, "tail", ""),
              said.attribute(CLEANUP).equals("true"));
      case "cleaned" -> new ToManager.Cleaned(ref);
      case SavingText.DONE -> SavingText.done(ref, said);
      default -> throw new BadStanza("a worker says started, checkpointed, finished or cleaned");
    };
  }

  private static Ending ending(Xml said) throws BadStanza {
    return switch (said.attribute("ended")) {
      case "" -> new Ending.Exited((int) number(said, "exit", 0, Integer.MAX_VALUE));
      case "timeout" -> new Ending.TimedOut();
      case "stopped" -> new Ending.Stopped();
      case "no-room" -> new Ending.NoRoom(text(said, "why", ""));
      case "not-started" -> new Ending.NotStarted(text(said, "why", ""));
      default ->
          throw new BadStanza(
              "ended is timeout, stopped, no-room or not-started, if it is there at all");
    };
  }

  private static long millis(Xml said) throws BadStanza {
    String seconds = said.attributes().getOrDefault("seconds", "0");
    if (!seconds.matches("[0-9]{1,12}(\\.[0-9]{1,9})?")) {
      throw new BadStanza("seconds is a number such as 12.3");
    }
    return Math.round(Double.parseDouble(seconds) * 1000);
  }

  // Batches.

  /** One thing said about one task, named in the element itself. */
  public static Xml inBatch(AttemptRef ref, Xml said) {
    return said.with("job", ref.job()).with("task", ref.task());
  }

  public static Xml batch(List<Xml> tasks) {
    return Xml.of("tasks", BATCH).with(tasks);
  }

  /** Which attempt an element of a batch is about. */
  public static AttemptRef named(Xml inBatch) throws BadStanza {
    return new AttemptRef(
        (int) number(inBatch, "job", -1, Integer.MAX_VALUE),
        (int) number(inBatch, "task", -1, Integer.MAX_VALUE),
        attempt(inBatch),
        origin(inBatch));
  }

  // Parts.

  static Xml action(String action, AttemptRef ref) {
    return withOrigin(
        ref, Xml.of("task", KESTREL_TASK).with("action", action).with("attempt", ref.attempt()));
  }

  /** The element, with the attempt's origin if that is known. */
  public static Xml withOrigin(AttemptRef ref, Xml element) {
    return ref.origin().isEmpty() ? element : element.with(ORIGIN, ref.origin());
  }

  private static String origin(Xml said) throws BadStanza {
    return origin(said.attribute(ORIGIN));
  }

  static String origin(String text) throws BadStanza {
    if (!ORIGINS.matcher(text).matches()) {
      throw new BadStanza("an origin is a text of at most 64 letters and digits");
    }
    return text;
  }

  /** A worker that knows no attempts, such as Kestrel's own, speaks of the first: 0 here. */
  private static int attempt(Xml said) throws BadStanza {
    return (int) number(said, "attempt", 0, Integer.MAX_VALUE);
  }

  /** A whole number that is not negative; the given one when it is missing, if that is none. */
  static long number(Xml element, String attribute, long missing, long most) throws BadStanza {
    String text = element.attribute(attribute);
    if (text.isEmpty() && missing >= 0) {
      return missing;
    }
    if (isNumber(text)) {
      try {
        long number = Long.parseLong(text);
        if (number <= most) {
          return number;
        }
      } catch (NumberFormatException e) {
        // Too large: said below.
      }
    }
    throw new BadStanza(
        "%s of %s is a number from 0 to %d".formatted(attribute, element.name(), most));
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty()
        && text.length() <= 19
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
