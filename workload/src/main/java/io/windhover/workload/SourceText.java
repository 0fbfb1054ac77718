package io.windhover.workload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a job file, read within limits: whatever the file holds, this is quick and small. */
final class SourceText {
  /** Enough for some hundred thousand tasks written out one by one. */
  static final int FILE_BYTES_MAX = 16 << 20;

  /** Holds two commands of the longest kind; a YAML scanner gets slow on much longer ones. */
  static final int LINE_CHARS_MAX = 256 << 10;

  private static final Pattern JSON = Pattern.compile("\\A\\s*+\\{\\s*+[\"}]");
  private static final Pattern KEY = Pattern.compile("\\A[\\s{\\[-]*+\"?([A-Za-z]{1,20})\"?\\s*+:");

  private final String text;

  private SourceText(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  /** JSON is YAML too, but tabs and long lines are common in JSON alone. */
  boolean isJson() {
    return JSON.matcher(text).find();
  }

  /**
   * @param what the file should be, for the complaint
   */
  static InputStream open(Path path, String what) throws JobFileException {
    var problems = new Problems(path.toString());
    if (Files.isDirectory(path)) {
      throw problems.fatal(0, "", "is a folder; expected a file");
    }
    try {
      return Files.newInputStream(path);
    } catch (IOException e) {
      throw problems.fatal(0, "", why(e, what));
    }
  }

  static SourceText read(InputStream in, Problems problems) throws JobFileException {
    byte[] bytes;
    try {
      bytes = in.readNBytes(FILE_BYTES_MAX + 1);
    } catch (IOException e) {
      throw problems.fatal(0, "", why(e, "a file"));
    }
    if (bytes.length > FILE_BYTES_MAX) {
      throw tooLarge(bytes, problems);
    }
    var source = new SourceText(decode(bytes, problems));
    source.checkCharacters(problems);
    return source;
  }

  static String why(IOException e, String what) {
    if (e instanceof NoSuchFileException) {
      return "no such file; expected " + what;
    }
    if (e instanceof AccessDeniedException) {
      return "cannot be read: permission denied";
    }
    String message = e.getMessage();
    return "cannot be read: " + Shown.oneLine(message == null ? e.toString() : message);
  }

  /** Without its mark of byte order, should it have one. */
  private static String decode(byte[] bytes, Problems problems) throws JobFileException {
    int mark = hasMark(bytes) ? 3 : 0;
    var in = ByteBuffer.wrap(bytes, mark, bytes.length - mark);
    var out = CharBuffer.allocate(bytes.length);
    CoderResult result = strictUtf8().decode(in, out, true);
    if (result.isError()) {
      String wrong = "byte 0x%02x is not UTF-8".formatted(bytes[in.position()] & 0xff);
      throw problems.fatal(lineOf(bytes, in.position()), "", wrong + "; expected UTF-8 text");
    }
    return out.flip().toString();
  }

  static CharsetDecoder strictUtf8() {
    return StandardCharsets.UTF_8
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  static boolean hasMark(byte[] bytes) {
    return bytes.length >= 3
        && bytes[0] == (byte) 0xef
        && bytes[1] == (byte) 0xbb
        && bytes[2] == (byte) 0xbf;
  }

  private static int lineOf(byte[] bytes, int position) {
    int line = 1;
    for (int i = 0; i < position; i++) {
      if (bytes[i] == '\n') {
        line++;
      }
    }
    return line;
  }

  private static JobFileException tooLarge(byte[] bytes, Problems problems) {
    int start = bytes.length;
    while (start > 0 && bytes[start - 1] != '\n') {
      start--;
    }
    boolean longLine = bytes.length - start > LINE_CHARS_MAX;
    String expected = "expected at most " + Sizes.format(FILE_BYTES_MAX) + " in all";
    if (!longLine) {
      return problems.fatal(0, "", "the file is too large; " + expected);
    }
    int keyLength = Math.min(bytes.length - start, 100);
    String key = keyOf(new String(bytes, start, keyLength, StandardCharsets.ISO_8859_1));
    String size = Sizes.format(bytes.length - start);
    return problems.fatal(
        lineOf(bytes, start), key, "the line has more than " + size + "; " + expected);
  }

  /** The field that a line starts with, as far as can be told without its context. */
  static String keyOf(String lineStart) {
    Matcher key = KEY.matcher(lineStart);
    return key.find() ? key.group(1) : "";
  }

  /** Finds what a parser would only complain about without a line, or take very long over. */
  private void checkCharacters(Problems problems) throws JobFileException {
    boolean json = isJson();
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        line++;
        lineStart = i + 1;
      } else if (isControl(c)) {
        String code = String.format(Locale.ROOT, "0x%02x", (int) c);
        throw problems.fatal(
            line,
            keyOf(text.substring(lineStart, Math.min(i, lineStart + 100))),
            "control character " + code + "; expected text");
      } else if (!json && i - lineStart == LINE_CHARS_MAX) {
        throw problems.fatal(
            line,
            keyOf(text.substring(lineStart, lineStart + 100)),
            "the line is longer than %s characters; expected shorter lines"
                .formatted(Shown.number(LINE_CHARS_MAX)));
      }
    }
  }

  private static boolean isControl(char c) {
    boolean low = c < 0x20 && c != '\t' && c != '\n' && c != '\r';
    boolean high = c >= 0x7f && c < 0xa0 && c != 0x85;
    return low || high || c == '\ufffe' || c == '\uffff';
  }
}
