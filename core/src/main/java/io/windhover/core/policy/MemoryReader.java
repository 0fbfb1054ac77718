package io.windhover.core.policy;

import java.util.NoSuchElementException;
import java.util.function.Consumer;

/**
 * A line that a {@link MemoryWriter} wrote, read field by field in the order in which they were
 * written.
 *
 * <p>A text is read whole or not at all. What another policy wrote, or this one in another form, or
 * a build from before there were headings, and what is cut off or changed in any place, is dropped:
 * every policy can do without its memory, and with half of one it might do harm.
 */
public final class MemoryReader {
  private final String kind;
  private final String[] fields;
  private int next = 1;

  private MemoryReader(String line) {
    this.fields = line.split(String.valueOf(MemoryWriter.PART), -1);
    this.kind = fields[0];
  }

  /** Whether the text is a memory of this policy in this form, and as it was written. */
  public static boolean isWhole(String text, String policy, int form) {
    int end = text.indexOf(MemoryWriter.END) + 1;
    String lines = text.substring(end);
    return text.substring(0, end).equals(MemoryWriter.heading(policy, form, lines));
  }

  /**
   * Hands over each line in turn. Whatever the taker throws means that the text does not fit, the
   * world it speaks of included.
   *
   * @return whether all of it was read; if not, what the taker has made of it must not be used
   */
  public static boolean read(
      String text, String policy, int form, Consumer<? super MemoryReader> taker) {
    if (!isWhole(text, policy, form)) {
      return false;
    }
    try {
      int from = text.indexOf(MemoryWriter.END) + 1;
      while (from < text.length()) {
        int end = text.indexOf(MemoryWriter.END, from);
        take(new MemoryReader(text.substring(from, end)), taker);
        from = end + 1;
      }
      return true;
    } catch (RuntimeException doesNotFit) {
      return false;
    }
  }

  private static void take(MemoryReader line, Consumer<? super MemoryReader> taker) {
    taker.accept(line);
    if (line.hasNext()) {
      throw new IllegalArgumentException("more than a line \"" + line.kind + "\" has");
    }
  }

  /** What the line is about. */
  public String kind() {
    return kind;
  }

  /** For a taker who knows no such line. */
  public IllegalArgumentException unknown() {
    return new IllegalArgumentException("no line \"" + kind + "\" is known");
  }

  public boolean hasNext() {
    return next < fields.length;
  }

  /** Passes over the rest of the line, which is about something that is no more. */
  public void skip() {
    next = fields.length;
  }

  private String next() {
    if (!hasNext()) {
      throw new NoSuchElementException("less than a line \"" + kind + "\" has");
    }
    return fields[next++];
  }

  public int nextInt() {
    return Integer.parseInt(next());
  }

  public long nextLong() {
    return Long.parseLong(next());
  }

  public double nextDouble() {
    return Double.parseDouble(next());
  }

  public boolean nextBoolean() {
    String word = next();
    if (!word.equals("true") && !word.equals("false")) {
      throw new IllegalArgumentException("neither true nor false: " + word);
    }
    return word.equals("true");
  }

  public String nextText() {
    String written = next();
    int escape = written.indexOf(MemoryWriter.ESCAPE);
    if (escape < 0) {
      return written;
    }
    StringBuilder text = new StringBuilder();
    int from = 0;
    while (escape >= 0) {
      text.append(written, from, escape);
      char what = written.charAt(escape + 1);
      from = escape + 2;
      switch (what) {
        case 't' -> text.append(MemoryWriter.PART);
        case 'n' -> text.append(MemoryWriter.END);
        case MemoryWriter.ESCAPE -> text.append(MemoryWriter.ESCAPE);
        case 'u' -> {
          text.append((char) Integer.parseInt(written, from, from + 4, 16));
          from += 4;
        }
        default -> throw new IllegalArgumentException("no escape: " + what);
      }
      escape = written.indexOf(MemoryWriter.ESCAPE, from);
    }
    return text.append(written, from, written.length()).toString();
  }
}
