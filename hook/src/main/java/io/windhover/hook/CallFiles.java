package io.windhover.hook;

import io.windhover.host.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What one call of a hook prints, in files that are there while it lasts. Files and not pipes: what
 * a hook leaves running may hold its output open for days, and all that the hook itself has printed
 * is in the files when it ends.
 */
final class CallFiles implements AutoCloseable {
  static final int ANSWER_BYTES_MAX = 4 << 20;
  static final int ERROR_BYTES_MAX = 64 << 10;

  private final Path answer;
  private final Path error;

  CallFiles(Path folder, String call) throws IOException {
    this.answer = folder.resolve("call-" + call + ".out");
    this.error = folder.resolve("call-" + call + ".err");
    PrivateFiles.make(answer);
    PrivateFiles.make(error);
  }

  void redirect(ProcessBuilder builder) {
    builder.redirectOutput(answer.toFile()).redirectError(error.toFile());
  }

  /** Whether it has printed more than anybody will read. */
  boolean isTooMuch() throws IOException {
    return Files.size(answer) > ANSWER_BYTES_MAX;
  }

  /** Whether so much was said on standard error that it costs disk. */
  boolean isErrorEndless() throws IOException {
    return Files.size(error) > ANSWER_BYTES_MAX;
  }

  byte[] answer() throws IOException {
    return Files.readAllBytes(answer);
  }

  /** The beginning of what it said on standard error. */
  String said() throws IOException {
    try (InputStream in = Files.newInputStream(error)) {
      String text = new String(in.readNBytes(ERROR_BYTES_MAX), StandardCharsets.UTF_8);
      return in.read() < 0 ? text : text + "\n(more was left out)\n";
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(answer);
    Files.deleteIfExists(error);
  }
}
