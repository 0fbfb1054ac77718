package io.windhover.core.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers by which people know the tasks of a group, beside its indexes: lines of a file of
 * commands, values of a Slurm array. A script carries them as a text, {@code line 1,4-9} or {@code
 * SLURM_ARRAY_TASK_ID 1-9:2}; commands that show failures and tasks read it.
 *
 * @param what what the numbers are of
 * @param pieces in the order of the tasks
 */
public record TaskNumbers(String what, List<Piece> pieces) {
  /** Numbers are lines of a file of commands. */
  public static final String LINE = "line";

  /** Numbers are values of the array of a script for Slurm. */
  public static final String ARRAY = "SLURM_ARRAY_TASK_ID";

  private static final Pattern PIECE =
      Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9})(?::([1-9][0-9]{0,8}))?)?");

  /**
   * Numbers at equal distances.
   *
   * @param index that of the first task it is about
   */
  public record Piece(int index, int first, int count, int step) {
    private int last() {
      return first + (count - 1) * step;
    }
  }

  public TaskNumbers {
    pieces = List.copyOf(pieces);
  }

  /** Collects numbers one by one, in the order of the tasks. */
  public static final class Builder {
    private final List<Piece> pieces = new ArrayList<>();
    private int count;

    /** The next task is known by this number. */
    public Builder add(int number) {
      return add(number, 1, 1);
    }

    /** The next tasks are known by numbers at equal distances. */
    public Builder add(int first, int many, int step) {
      int last = pieces.size() - 1;
      if (last >= 0 && step == 1 && goesOn(pieces.get(last), first)) {
        Piece before = pieces.get(last);
        pieces.set(last, new Piece(before.index, before.first, before.count + many, 1));
      } else {
        pieces.add(new Piece(count, first, many, step));
      }
      count += many;
      return this;
    }

    private static boolean goesOn(Piece before, int first) {
      return before.step == 1 && before.last() + 1 == first;
    }

    public TaskNumbers build(String what) {
      return new TaskNumbers(what, pieces);
    }
  }

  /** The text that {@link #of} reads. */
  public String text() {
    var text = new StringBuilder(what);
    char before = ' ';
    for (Piece piece : pieces) {
      text.append(before).append(piece.first);
      if (piece.count > 1) {
        text.append('-').append(piece.last()).append(piece.step == 1 ? "" : ":" + piece.step);
      }
      before = ',';
    }
    return text.toString();
  }

  /** The numbers of a script's tasks; empty when it has none, or a text that means nothing here. */
  public static Optional<TaskNumbers> of(Script script) {
    int space = script.numbers().indexOf(' ');
    if (space <= 0) {
      return Optional.empty();
    }
    var builder = new Builder();
    for (String text : script.numbers().substring(space + 1).split(",", -1)) {
      Matcher piece = PIECE.matcher(text);
      if (!piece.matches()) {
        return Optional.empty();
      }
      int first = Integer.parseInt(piece.group(1));
      int last = piece.group(2) == null ? first : Integer.parseInt(piece.group(2));
      int step = piece.group(3) == null ? 1 : Integer.parseInt(piece.group(3));
      if (last < first) {
        return Optional.empty();
      }
      builder.add(first, (last - first) / step + 1, step);
    }
    return Optional.of(builder.build(script.numbers().substring(0, space)));
  }

  /** The number of the task with this index in its group. */
  public OptionalInt numberOf(int indexInGroup) {
    int low = 0;
    int high = pieces.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (pieces.get(middle).index <= indexInGroup) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == 0) {
      return OptionalInt.empty();
    }
    Piece piece = pieces.get(low - 1);
    int within = indexInGroup - piece.index;
    return within < piece.count
        ? OptionalInt.of(piece.first + within * piece.step)
        : OptionalInt.empty();
  }

  /** The index in the group of the task that is known by this number. */
  public OptionalInt indexOf(int number) {
    return pieces.stream()
        .filter(piece -> number >= piece.first && number <= piece.last())
        .filter(piece -> (number - piece.first) % piece.step == 0)
        .min(Comparator.comparingInt(Piece::index))
        .map(piece -> OptionalInt.of(piece.index + (number - piece.first) / piece.step))
        .orElseGet(OptionalInt::empty);
  }

  /** A task as people know it: {@code line 7}; empty when it has no number. */
  public String label(int indexInGroup) {
    OptionalInt number = numberOf(indexInGroup);
    return number.isPresent() ? what + " " + number.getAsInt() : "";
  }
}
