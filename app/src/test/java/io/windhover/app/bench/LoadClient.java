package io.windhover.app.bench;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;

/** One connection of {@link PlaceLoad}: sends without waiting, reads the answers in order. */
final class LoadClient {
  private record Sent(boolean place, long startNanos) {}

  private static final byte[] LENGTH = "content-length: ".getBytes(StandardCharsets.ISO_8859_1);

  private final PlaceLoad load;
  private final SocketChannel channel;
  private final ArrayDeque<Sent> waiting = new ArrayDeque<>();
  private final ByteBuffer out = ByteBuffer.allocate(1 << 18);
  private byte[] in = new byte[1 << 16];
  private int length;

  LoadClient(PlaceLoad load, SocketChannel channel) {
    this.load = load;
    this.channel = channel;
  }

  void begin() {
    int pair = load.next();
    if (pair < 0) {
      return;
    }
    String body = "{\"id\":\"" + load.nameOf(pair) + "\",\"vcpus\":2,\"ramMb\":4000,\"diskGb\":40}";
    waiting.add(new Sent(true, System.nanoTime()));
    send("POST /v1/placements HTTP/1.1\r\nhost: x\r\ncontent-length: ", body);
  }

  private void confirm(String id, long startNanos) {
    waiting.add(new Sent(false, startNanos));
    send("POST /v1/placements/" + id + "/confirm HTTP/1.1\r\nhost: x\r\ncontent-length: ", "");
  }

  private void send(String head, String body) {
    out.put((head + body.length() + "\r\n\r\n" + body).getBytes(StandardCharsets.ISO_8859_1));
  }

  void write() throws IOException {
    out.flip();
    while (out.hasRemaining()) {
      channel.write(out);
    }
    out.clear();
  }

  void read() throws IOException {
    int count = channel.read(ByteBuffer.wrap(in, length, in.length - length));
    if (count < 0) {
      throw new EOFException("the service closed the connection");
    }
    length += count;
    int from = 0;
    for (int end = answer(from); end > 0; end = answer(from)) {
      from = end;
    }
    System.arraycopy(in, from, in, 0, length - from);
    length -= from;
    if (length == in.length) {
      in = Arrays.copyOf(in, length * 2);
    }
    write();
  }

  /** Takes one whole answer; where it ends, or 0 when it is not all there. */
  private int answer(int from) {
    int body = headEnd(from);
    if (body == 0) {
      return 0;
    }
    int end = body + contentLength(from, body);
    if (end > length) {
      return 0;
    }
    Sent sent = waiting.remove();
    boolean fine = in[from + 9] == '2';
    if (!fine) {
      System.err.println(new String(in, from, end - from, StandardCharsets.ISO_8859_1));
      load.refused();
      begin();
    } else if (sent.place()) {
      confirm(idIn(body, end), sent.startNanos());
    } else {
      load.ended(System.nanoTime() - sent.startNanos());
      begin();
    }
    return end;
  }

  private int headEnd(int from) {
    for (int i = from + 3; i < length; i++) {
      if (in[i] == '\n' && in[i - 1] == '\r' && in[i - 2] == '\n') {
        return i + 1;
      }
    }
    return 0;
  }

  private int contentLength(int from, int to) {
    for (int i = from; i < to - LENGTH.length; i++) {
      int same = 0;
      while (same < LENGTH.length && (in[i + same] | 0x20) == (LENGTH[same] | 0x20)) {
        same++;
      }
      if (same == LENGTH.length) {
        int value = 0;
        for (int at = i + same; in[at] != '\r'; at++) {
          value = value * 10 + in[at] - '0';
        }
        return value;
      }
    }
    throw new IllegalStateException("an answer without its length");
  }

  /** The text behind {@code "id":"}, the first member. */
  private String idIn(int from, int to) {
    String text = new String(in, from, to - from, StandardCharsets.ISO_8859_1);
    int start = text.indexOf("\"id\":\"") + 6;
    return text.substring(start, text.indexOf('"', start));
  }

  void close() throws IOException {
    channel.close();
  }
}
