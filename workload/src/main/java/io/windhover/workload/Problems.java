package io.windhover.workload;

import io.windhover.core.words.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Gathers what is wrong with one file, so that all of it can be said at once. */
public final class Problems {
  /** More than this many problems are counted, not kept. */
  private static final int KEPT_MAX = 1_000;

  private final String file;
  private final List<Problem> kept = new ArrayList<>();
  private int count;

  public Problems(String file) {
    this.file = file;
  }

  public void add(int line, String field, String message) {
    count++;
    if (kept.size() < KEPT_MAX) {
      kept.add(new Problem(file, line, field, message));
    }
  }

  public int count() {
    return count;
  }

  /**
   * What was probably meant; the search takes a while, so nothing once enough problems are listed.
   *
   * @return the end of a message, beginning with {@code "; "}, or nothing
   */
  String hint(String written, Collection<String> known) {
    return count < JobFileException.PROBLEMS_MAX ? "; " + Nearest.hint(written, known) : "";
  }

  public void throwIfAny() throws JobFileException {
    if (count > 0) {
      throw exception();
    }
  }

  /** For a problem that leaves nothing more to read. */
  public JobFileException fatal(int line, String field, String message) {
    add(line, field, message);
    return exception();
  }

  /** For a problem that makes all that were found before it void. */
  JobFileException only(int line, String field, String message) {
    kept.clear();
    count = 0;
    return fatal(line, field, message);
  }

  /** Takes over what was found wrong with another file that this one names. */
  public void addAll(JobFileException other) {
    count += other.count();
    kept.addAll(other.problems());
  }

  private JobFileException exception() {
    kept.sort(Comparator.comparingInt(Problem::line));
    int shown = Math.min(kept.size(), JobFileException.PROBLEMS_MAX);
    return new JobFileException(kept.subList(0, shown), count);
  }
}
