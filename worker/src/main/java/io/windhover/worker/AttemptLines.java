package io.windhover.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager.Report;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The words of the lines in a worker's file of attempts, see {@link AttemptsOnDisk}. Words are
 * parted by one blank; a text is base64 of UTF-8, an empty one a dash.
 */
final class AttemptLines {
  static final String STARTED = "started";
  static final String ENDED = "ended";
  static final String ACKNOWLEDGED = "acknowledged";
  static final String CLEANED = "cleaned";
  static final String FREE = "free";
  static final String LEFT = "left";

  private static final String FORM = "windhover-attempts 1";
  private static final String NOTHING = "-";

  /** What stands before the texts of an order: its kind, the attempt, and five numbers. */
  private static final int WORDS_OF_ATTEMPT = 5;

  private static final int WORDS_OF_ORDER = WORDS_OF_ATTEMPT + 9;
  private static final int WORDS_OF_END = WORDS_OF_ATTEMPT + 5;

  private AttemptLines() {}

  /** The first line: whose attempts these are, in which session. */
  static String head(String session, String worker, String manager) {
    return FORM + " " + text(session) + " " + text(worker) + " " + text(manager);
  }

  /**
   * The session that a file's first line names.
   *
   * @throws IllegalArgumentException if it is of another worker or manager, or no such line
   */
  static String session(String line, String worker, String manager) {
    String[] words = line.split(" ", -1);
    if (words.length != 5 || !line.startsWith(FORM + " ")) {
      throw new IllegalArgumentException("its first line is not that of such a file");
    }
    if (!plain(words[3]).equals(worker) || !plain(words[4]).equals(manager)) {
      throw new IllegalArgumentException(
          "it is of %s at %s".formatted(plain(words[3]), plain(words[4])));
    }
    return plain(words[2]);
  }

  /** A line that says only of which attempt something is true. */
  static String of(String kind, AttemptRef ref) {
    return "%s %d %d %d %s"
        .formatted(
            kind,
            ref.job(),
            ref.task(),
            ref.attempt(),
            ref.origin().isEmpty() ? NOTHING : ref.origin());
  }

  /** That a command is about to start; with all that its cleanup needs, if it has one. */
  static String started(Order order) {
    String line = of(STARTED, order.ref());
    if (order.cleanup().isEmpty()) {
      return line;
    }
    var out =
        new StringBuilder(line)
            .append(' ')
            .append(order.index())
            .append(' ')
            .append(order.cores())
            .append(' ')
            .append(order.memoryBytes())
            .append(' ')
            .append(order.timeoutMillis())
            .append(' ')
            .append(order.deadlineAtMillis());
    List<String> texts = new ArrayList<>();
    texts.addAll(List.of(order.jobName(), order.group(), order.folder(), order.cleanup()));
    order
        .env()
        .forEach(
            (name, value) -> {
              texts.add(name);
              texts.add(value);
            });
    texts.forEach(text -> out.append(' ').append(text(text)));
    return out.toString();
  }

  static String ended(Report report) {
    Ending ending = report.ending();
    String how;
    String more = "";
    if (ending instanceof Ending.Exited exited) {
      how = "exit";
      more = Integer.toString(exited.code());
    } else if (ending instanceof Ending.NotStarted notStarted) {
      how = "not-started";
      more = notStarted.why();
    } else if (ending instanceof Ending.NoRoom noRoom) {
      how = "no-room";
      more = noRoom.why();
    } else {
      how = ending instanceof Ending.TimedOut ? "timeout" : "stopped";
    }
    return "%s %s %s %d %s %s"
        .formatted(
            of(ENDED, report.ref()),
            how,
            text(more),
            report.ranMillis(),
            report.cleansUp() ? "cleans" : NOTHING,
            text(report.tail()));
  }

  static AttemptRef ref(String[] words) {
    return new AttemptRef(
        Integer.parseInt(words[1]),
        Integer.parseInt(words[2]),
        Integer.parseInt(words[3]),
        words[4].equals(NOTHING) ? "" : words[4]);
  }

  /** The order of a line that says started; one without a cleanup is empty but for the attempt. */
  static Order order(String[] words) {
    AttemptRef ref = ref(words);
    SortedMap<String, String> env = new TreeMap<>();
    if (words.length == WORDS_OF_ATTEMPT) {
      return bare(ref);
    }
    if (words.length < WORDS_OF_ORDER || (words.length - WORDS_OF_ORDER) % 2 != 0) {
      throw new IllegalArgumentException("an order in it is not whole");
    }
    for (int at = WORDS_OF_ORDER; at < words.length; at += 2) {
      env.put(plain(words[at]), plain(words[at + 1]));
    }
    int at = WORDS_OF_ATTEMPT;
    return new Order(
        ref,
        plain(words[at + 5]),
        plain(words[at + 6]),
        Integer.parseInt(words[at]),
        plain(words[at + 7]),
        "",
        plain(words[at + 8]),
        env,
        Integer.parseInt(words[at + 1]),
        Long.parseLong(words[at + 2]),
        Long.parseLong(words[at + 3]),
        Long.parseLong(words[at + 4]));
  }

  /** What is left of an order when nothing but its attempt is known. */
  static Order bare(AttemptRef ref) {
    return new Order(ref, "", "", ref.task(), "", "", "", new TreeMap<>(), 1, 0, 0, 0);
  }

  static Report report(String[] words) {
    if (words.length != WORDS_OF_END) {
      throw new IllegalArgumentException("a report in it is not whole");
    }
    int at = WORDS_OF_ATTEMPT;
    String more = plain(words[at + 1]);
    Ending ending =
        switch (words[at]) {
          case "exit" -> new Ending.Exited(Integer.parseInt(more));
          case "not-started" -> new Ending.NotStarted(more);
          case "no-room" -> new Ending.NoRoom(more);
          case "timeout" -> new Ending.TimedOut();
          case "stopped" -> new Ending.Stopped();
          default -> throw new IllegalArgumentException("it knows an end " + words[at]);
        };
    return new Report(
        ref(words),
        ending,
        Long.parseLong(words[at + 2]),
        plain(words[at + 4]),
        words[at + 3].equals("cleans"));
  }

  private static String text(String text) {
    return text.isEmpty()
        ? NOTHING
        : Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String plain(String word) {
    return word.equals(NOTHING)
        ? ""
        : new String(Base64.getDecoder().decode(word), StandardCharsets.UTF_8);
  }
}
