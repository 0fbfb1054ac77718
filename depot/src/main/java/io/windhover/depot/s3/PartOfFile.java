package io.windhover.depot.s3;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;

/** Sends a part of a file, with its length said beforehand, as S3 wants it. */
final class PartOfFile extends FilterInputStream {
  private long left;

  private PartOfFile(InputStream in, long length) {
    super(in);
    this.left = length;
  }

  static BodyPublisher publisher(Path file, long from, long length) {
    return length == 0
        ? BodyPublishers.noBody()
        : BodyPublishers.fromPublisher(
            BodyPublishers.ofInputStream(() -> open(file, from, length)), length);
  }

  private static InputStream open(Path file, long from, long length) {
    try {
      InputStream in = Files.newInputStream(file);
      in.skipNBytes(from);
      return new PartOfFile(in, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    int read = super.read(buffer, offset, (int) Math.min(length, left));
    left -= Math.max(0, read);
    return read;
  }
}
