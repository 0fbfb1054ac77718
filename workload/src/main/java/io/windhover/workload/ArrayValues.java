package io.windhover.workload;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskNumbers;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of a Slurm array, {@code 1,3,10-90:20}, each once and from small to large as Slurm
 * counts them. Tasks here are counted from 0 without gaps, so each index has its value.
 *
 * @param pieces in order, without overlaps
 */
record ArrayValues(List<Piece> pieces) {
  /** Slurm itself allows no more than some millions. */
  static final int VALUE_MAX = JobSpec.TASKS_MAX - 1;

  /** Every task's command holds them all. */
  static final int PIECES_MAX = 2_000;

  private static final Pattern PIECE =
      Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9})(?::([0-9]{1,9}))?)?");

  /** Values at equal distances. */
  record Piece(int first, int count, int step) {
    int last() {
      return first + (count - 1) * step;
    }
  }

  /**
   * @throws IllegalArgumentException with a message for people
   */
  static ArrayValues parse(String text) {
    boolean bracketed = text.startsWith("[") && text.endsWith("]");
    String list = bracketed ? text.substring(1, text.length() - 1) : text;
    List<Piece> written = new ArrayList<>();
    for (String piece : list.split(",", -1)) {
      written.add(piece(piece));
      if (written.size() > PIECES_MAX) {
        throw new IllegalArgumentException(
            "more than " + Shown.number(PIECES_MAX) + " pieces; expected fewer");
      }
    }
    if (written.stream().mapToLong(Piece::count).sum() > JobSpec.TASKS_MAX) {
      throw new IllegalArgumentException(
          "too many values; expected at most " + Shown.number(JobSpec.TASKS_MAX));
    }
    written.sort(Comparator.comparingInt(Piece::first));
    List<Piece> joined = new ArrayList<>();
    if (overlap(written)) {
      joinNeighbours(written, joined);
    } else {
      written.forEach(piece -> join(piece, joined));
    }
    return new ArrayValues(List.copyOf(joined));
  }

  private static Piece piece(String text) {
    Matcher piece = PIECE.matcher(text);
    if (!piece.matches()) {
      throw new IllegalArgumentException(
          Shown.quoted(text)
              + " is no part of an array; expected values like 0-9, 1-99:2 or 1,3,5");
    }
    int first = Integer.parseInt(piece.group(1));
    int last = piece.group(2) == null ? first : Integer.parseInt(piece.group(2));
    int step = piece.group(3) == null ? 1 : Integer.parseInt(piece.group(3));
    if (last < first) {
      throw new IllegalArgumentException(
          Shown.quoted(text) + " runs backwards; expected the smaller value first");
    }
    if (step == 0) {
      throw new IllegalArgumentException(
          Shown.quoted(text) + " has steps of 0; expected 1 or more");
    }
    if (last > VALUE_MAX) {
      throw new IllegalArgumentException(
          Shown.quoted(text) + " is too large; expected at most " + Shown.number(VALUE_MAX));
    }
    return new Piece(first, (last - first) / step + 1, step);
  }

  private static boolean overlap(List<Piece> pieces) {
    for (int i = 1; i < pieces.size(); i++) {
      if (pieces.get(i).first() <= pieces.get(i - 1).last()) {
        return true;
      }
    }
    return false;
  }

  /** Every value once. */
  private static void joinNeighbours(List<Piece> pieces, List<Piece> joined) {
    var values = new BitSet();
    for (Piece piece : pieces) {
      for (int i = 0; i < piece.count(); i++) {
        values.set(piece.first() + i * piece.step());
      }
    }
    int from = values.nextSetBit(0);
    while (from >= 0) {
      int end = values.nextClearBit(from);
      join(new Piece(from, end - from, 1), joined);
      from = values.nextSetBit(end);
    }
  }

  /** Makes one piece of two where the second goes on as the first. */
  private static void join(Piece piece, List<Piece> joined) {
    int last = joined.size() - 1;
    if (last >= 0 && goesOn(joined.get(last), piece)) {
      Piece before = joined.get(last);
      int step = piece.first() - before.last();
      joined.set(last, new Piece(before.first(), before.count() + piece.count(), step));
      return;
    }
    if (joined.size() == PIECES_MAX) {
      throw new IllegalArgumentException(
          "the values overlap in more than %s pieces; expected fewer"
              .formatted(Shown.number(PIECES_MAX)));
    }
    joined.add(piece);
  }

  private static boolean goesOn(Piece before, Piece piece) {
    int step = piece.first() - before.last();
    return (before.count() == 1 || before.step() == step)
        && (piece.count() == 1 || piece.step() == step);
  }

  TaskNumbers numbers() {
    var numbers = new TaskNumbers.Builder();
    pieces.forEach(piece -> numbers.add(piece.first(), piece.count(), piece.step()));
    return numbers.build(TaskNumbers.ARRAY);
  }

  int count() {
    return pieces.stream().mapToInt(Piece::count).sum();
  }

  int min() {
    return pieces.get(0).first();
  }

  int max() {
    return pieces.get(pieces.size() - 1).last();
  }

  /** The distance of neighbours, or 1 where it varies. */
  int step() {
    return pieces.size() == 1 && pieces.get(0).count() > 1 ? pieces.get(0).step() : 1;
  }

  /** Whether every index is its own value. */
  boolean plain() {
    return pieces.size() == 1 && min() == 0 && step() == 1;
  }

  /** The value of a task, reckoned as the shell will. */
  int valueOf(int index) {
    int rest = index;
    for (Piece piece : pieces) {
      if (rest < piece.count()) {
        return piece.first() + rest * piece.step();
      }
      rest -= piece.count();
    }
    throw new IllegalArgumentException("no value " + index + " in " + this);
  }

  /** Lines for sh that set a variable to the value of the task's index. */
  String shell(String variable) {
    if (pieces.size() == 1) {
      return "%s=$((%d+{index}*%d))\n".formatted(variable, min(), step());
    }
    var triples = new StringBuilder();
    for (Piece piece : pieces) {
      triples.append(" %d %d %d".formatted(piece.first(), piece.count(), piece.step()));
    }
    return """
    windhover_index={index}
    set --%s
    while [ "$windhover_index" -ge "$2" ]; do
      windhover_index=$((windhover_index-$2)); shift 3
    done
    %s=$(($1+windhover_index*$3))
    """
        .formatted(triples, variable);
  }
}
