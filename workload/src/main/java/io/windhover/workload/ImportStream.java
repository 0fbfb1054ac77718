package io.windhover.workload;

import java.io.IOException;
import java.io.InputStream;

/**
 * An imported file on its way to a parser: it ends with an error where the file or a text in it is
 * too long, before the parser needs much room for it.
 */
final class ImportStream extends InputStream {
  /** Some forty thousand tasks as WfCommons writes them. */
  static final int BYTES_MAX = 64 << 20;

  /** Between two quotes or angle brackets; scripts in such files have some kilobytes. */
  static final int TEXT_BYTES_MAX = 1 << 20;

  private final InputStream in;
  private long bytes;
  private int textBytes;
  private int line = 1;
  private String problem = "";

  ImportStream(InputStream in) {
    this.in = in;
  }

  /** What was too long, for people; empty when nothing was. */
  String problem() {
    return problem;
  }

  /** How far was read, counted from 1. */
  int line() {
    return line;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = in.read(into, offset, length);
    bytes += Math.max(0, count);
    if (bytes > BYTES_MAX) {
      line = 0;
      throw tooLong("the file is too large; expected at most " + Sizes.format(BYTES_MAX));
    }
    for (int i = offset; i < offset + count; i++) {
      byte c = into[i];
      if (c == '"' || c == '\'' || c == '<' || c == '>') {
        textBytes = 0;
      } else if (++textBytes > TEXT_BYTES_MAX) {
        throw tooLong(
            "a text has more than " + Sizes.format(TEXT_BYTES_MAX) + "; expected shorter ones");
      }
      if (c == '\n') {
        line++;
      }
    }
    return count;
  }

  private IOException tooLong(String what) {
    problem = what;
    return new IOException(what);
  }
}
