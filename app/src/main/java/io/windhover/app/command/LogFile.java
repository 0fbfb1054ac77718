package io.windhover.app.command;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** One output file of an attempt, read piece by piece however large it is. */
final class LogFile {
  private static final int PIECE_BYTES = 64 * 1024;

  private final Path path;
  private long shownBytes;

  LogFile(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  /** 0 for a file that is not there: nothing was written. */
  long bytes() throws IOException {
    try {
      return Files.size(path);
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  boolean hasMore() throws IOException {
    return bytes() > shownBytes;
  }

  /** Copies what has not been shown yet. */
  void copyRest(OutputStream out) throws IOException {
    if (!hasMore()) {
      return;
    }
    var piece = ByteBuffer.allocate(PIECE_BYTES);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.position(shownBytes);
      while (channel.read(piece) > 0) {
        out.write(piece.array(), 0, piece.position());
        shownBytes += piece.position();
        piece.clear();
      }
    }
    out.flush();
  }

  /** Leaves out everything but the last lines. */
  void skipToLast(long lines) throws IOException {
    shownBytes = startOfLast(lines);
  }

  /** Leaves out everything but the last bytes, if that is less than would be shown. */
  void skipToLastBytes(long bytes) throws IOException {
    shownBytes = Math.max(shownBytes, bytes() - bytes);
  }

  private long startOfLast(long lines) throws IOException {
    long size = bytes();
    if (size == 0 || lines == 0) {
      return size;
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long found = 0;
      var piece = ByteBuffer.allocate(PIECE_BYTES);
      for (long end = size; end > 0; ) {
        long start = Math.max(0, end - PIECE_BYTES);
        int length = read(channel, piece, start, (int) (end - start));
        for (int i = length - 1; i >= 0; i--) {
          // The line end at the very end closes the last line and starts none.
          boolean starts = piece.get(i) == '\n' && start + i != size - 1;
          if (starts && ++found == lines) {
            return start + i + 1;
          }
        }
        end = start;
      }
    }
    return 0;
  }

  private static int read(FileChannel channel, ByteBuffer piece, long start, int length)
      throws IOException {
    piece.clear().limit(length);
    while (piece.hasRemaining() && channel.read(piece, start + piece.position()) > 0) {}
    return piece.position();
  }
}
