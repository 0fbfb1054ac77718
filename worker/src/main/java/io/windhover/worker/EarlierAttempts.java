package io.windhover.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.Order;
import io.windhover.wire.ToManager.Report;
import io.windhover.worker.HeldAttempt.Phase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file of attempts says is not over: begun by an earlier life of the worker, or ended and
 * not acknowledged. Read by {@link AttemptsOnDisk}, when a worker starts and when the file has
 * grown. A last line that was not written to its end is left out; anything else that is not as it
 * was written makes the file unreadable.
 */
final class EarlierAttempts {
  private final String session;
  private final Map<AttemptRef, Known> known = new LinkedHashMap<>();
  private boolean left;

  /** What the lines say of one attempt. */
  private static final class Known {
    private Order order;
    private boolean started;
    private @Nullable Report report;
    private boolean acknowledged;
    private boolean cleaned;

    Known(Order order) {
      this.order = order;
    }
  }

  private EarlierAttempts(String session) {
    this.session = session;
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException saying why it cannot be used
   */
  static EarlierAttempts read(Path file, String worker, String manager) throws IOException {
    String all = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    // The last piece is what follows the last line end: nothing, or a line that is torn.
    String[] lines = all.split("\n", -1);
    var earlier = new EarlierAttempts(AttemptLines.session(lines[0], worker, manager));
    for (int i = 1; i < lines.length - 1; i++) {
      try {
        earlier.take(lines[i].split(" ", -1));
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        throw new IllegalArgumentException("its line " + (i + 1) + " is damaged", e);
      }
    }
    return earlier;
  }

  private void take(String[] words) {
    if (words[0].equals(AttemptLines.LEFT)) {
      left = true;
      return;
    }
    AttemptRef ref = AttemptLines.ref(words);
    Known attempt = known.computeIfAbsent(ref, key -> new Known(AttemptLines.bare(key)));
    switch (words[0]) {
      case AttemptLines.STARTED -> {
        attempt.order = AttemptLines.order(words);
        attempt.started = true;
      }
      case AttemptLines.ENDED ->
          attempt.report = attempt.acknowledged ? attempt.report : AttemptLines.report(words);
      case AttemptLines.ACKNOWLEDGED -> {
        attempt.acknowledged = true;
        if (!cleansUp(attempt)) {
          known.remove(ref);
        }
      }
      case AttemptLines.CLEANED -> attempt.cleaned = true;
      case AttemptLines.FREE -> known.remove(ref);
      default -> throw new IllegalArgumentException("it knows no " + words[0]);
    }
  }

  private static boolean cleansUp(Known attempt) {
    return attempt.report != null
        && attempt.report.cleansUp()
        && !attempt.order.cleanup().isEmpty();
  }

  String session() {
    return session;
  }

  /** Whether that life took its leave and owes nobody anything. */
  boolean isOver() {
    return left && known.isEmpty();
  }

  /** The lines of a file that says the same and nothing that is over. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    known.forEach(
        (ref, attempt) -> {
          if (attempt.started) {
            lines.add(AttemptLines.started(attempt.order));
          }
          if (attempt.report != null) {
            lines.add(AttemptLines.ended(attempt.report));
          }
          if (attempt.acknowledged) {
            lines.add(AttemptLines.of(AttemptLines.ACKNOWLEDGED, ref));
          }
          if (attempt.cleaned) {
            lines.add(AttemptLines.of(AttemptLines.CLEANED, ref));
          }
        });
    return lines;
  }

  /** Takes what had not ended for stopped: its processes were ended before this life begins. */
  void stopAll() {
    known.forEach(
        (ref, attempt) -> {
          if (attempt.report == null) {
            boolean cleansUp = !attempt.order.cleanup().isEmpty();
            attempt.report = new Report(ref, new Ending.Stopped(), 0, "", cleansUp);
          }
        });
  }

  /** As the agent of the next life holds them, in the order in which they began. */
  List<HeldAttempt> held() {
    List<HeldAttempt> all = new ArrayList<>();
    known.values().forEach(attempt -> all.add(held(attempt)));
    return all;
  }

  private static HeldAttempt held(Known attempt) {
    var held = new HeldAttempt(attempt.order);
    boolean mayClean = !attempt.order.cleanup().isEmpty();
    held.report = attempt.report;
    held.ran = mayClean && held.reported().cleansUp();
    held.phase = attempt.acknowledged ? Phase.CLEANED : Phase.REPORTING;
    return held;
  }

  /** The attempts whose cleanup had begun and was not seen to end. */
  List<AttemptRef> halfCleaned() {
    List<AttemptRef> refs = new ArrayList<>();
    known.forEach(
        (ref, attempt) -> {
          if (attempt.acknowledged && !attempt.cleaned) {
            refs.add(ref);
          }
        });
    return refs;
  }

  /** How many ended without being heard of, and how many never ended. */
  long count(boolean ended) {
    return known.values().stream()
        .filter(attempt -> !attempt.acknowledged && (attempt.report != null) == ended)
        .count();
  }
}
