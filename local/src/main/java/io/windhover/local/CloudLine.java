package io.windhover.local;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Lines of words over the socket in a cloud's folder; one may read while another writes. */
final class CloudLine implements AutoCloseable {
  static final String ROW = "row";
  static final String DONE = "done";
  static final String REFUSED = "refused";
  static final String FAILED = "failed";
  static final String SEEN = "seen";
  static final String OFFERED = "offered";

  private static final int LINE_BYTES_MAX = 1 << 20;

  /** The system's limit for the name of a socket. */
  private static final int NAME_BYTES_MAX = 107;

  private final SocketChannel channel;
  private final ByteBuffer bytes = ByteBuffer.allocate(8_192).flip();

  CloudLine(SocketChannel channel) {
    this.channel = channel;
  }

  /** Where the cloud of a folder is reached. */
  static UnixDomainSocketAddress address(Path folder) throws IOException {
    Path socket = folder.toAbsolutePath().normalize().resolve("socket");
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length > NAME_BYTES_MAX) {
      throw new IOException(
          "%s: the name is too long for a socket; expected a folder with a name of up to %d bytes"
              .formatted(folder, NAME_BYTES_MAX - "/socket".length()));
    }
    return UnixDomainSocketAddress.of(socket);
  }

  static CloudLine dial(Path folder) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(address(folder));
      return new CloudLine(channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  void say(String line) throws IOException {
    ByteBuffer out = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII));
    while (out.hasRemaining()) {
      channel.write(out);
    }
  }

  /** One line of an answer, besides the last. */
  void sayRow(String words) throws IOException {
    say(ROW + "\t" + words);
  }

  /** The next line; an end of the connection is a failure. */
  Words hear() throws IOException {
    var line = new ByteArrayOutputStream();
    while (true) {
      while (bytes.hasRemaining()) {
        byte next = bytes.get();
        if (next == '\n') {
          return Words.read(line.toString(StandardCharsets.US_ASCII));
        }
        if (line.size() == LINE_BYTES_MAX) {
          throw new IOException("a line of more than " + LINE_BYTES_MAX + " bytes");
        }
        line.write(next);
      }
      bytes.clear();
      int count = channel.read(bytes);
      bytes.flip();
      if (count < 0) {
        throw new EOFException("the other end has hung up");
      }
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException gone) {
      // That is what was wanted.
    }
  }
}
