package io.windhover.core.policy;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Writes a policy's memory down as text, a line for each thing: its kind, then its fields, parted
 * by tabs. Above them stands whose memory it is, in which form, and a checksum of the lines; {@link
 * MemoryReader} reads nothing of a text in which any of these is not as expected.
 *
 * <pre>
 * memory   on-demand   1   8d2a61f0
 * queue    3   c3.large on demand   1   7   2   0
 * shut     c4.large spot   60000
 * </pre>
 */
public final class MemoryWriter {
  static final char PART = '\t';
  static final char END = '\n';
  static final char ESCAPE = '\\';

  private final String policy;
  private final int form;
  private final StringBuilder lines = new StringBuilder();

  /**
   * With nothing written yet.
   *
   * @param form counted up whenever the lines of this policy's memory change what they are or mean
   */
  public MemoryWriter(String policy, int form) {
    this.policy = policy;
    this.form = form;
  }

  /** A line about one thing: numbers, booleans and texts of any characters. */
  public MemoryWriter line(String kind, Object... fields) {
    lines.append(kind).append(END);
    return and(fields);
  }

  /** More fields for the newest line, as for a list. */
  public MemoryWriter and(Object... fields) {
    lines.setLength(lines.length() - 1);
    for (Object field : fields) {
      lines.append(PART);
      if (field instanceof String text) {
        escape(text);
      } else {
        lines.append(field);
      }
    }
    lines.append(END);
    return this;
  }

  /** Also what no file can hold: half of a pair of surrogates. */
  private void escape(String text) {
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case PART -> lines.append("\\t");
                case END -> lines.append("\\n");
                case ESCAPE -> lines.append("\\\\");
                default -> {
                  if (Character.getType(c) == Character.SURROGATE) {
                    lines.append("\\u").append(Integer.toHexString(c));
                  } else {
                    lines.appendCodePoint(c);
                  }
                }
              }
            });
  }

  /** All of it; empty, as {@link Memory#NONE} is, when there is no line. */
  public String text() {
    String all = lines.toString();
    return all.isEmpty() ? "" : heading(policy, form, all) + all;
  }

  static String heading(String policy, int form, String lines) {
    CRC32 sum = new CRC32();
    sum.update(lines.getBytes(StandardCharsets.UTF_8));
    return "memory" + PART + policy + PART + form + PART + Long.toHexString(sum.getValue()) + END;
  }
}
