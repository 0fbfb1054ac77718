package io.windhover.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server on a free port of this machine, whose socket route repeats what it is told. */
final class OpenPort implements AutoCloseable {
  static final String PROTOCOL = "echo.1";
  static final String TOKEN = "token-of-alice";

  /** Under this name the endpoint fails when the socket has been opened. */
  static final String BREAKS = "breaks";

  /** What became of sockets, in order. */
  final BlockingQueue<String> events = new LinkedBlockingQueue<>();

  final BlockingQueue<SocketLine> lines = new LinkedBlockingQueue<>();
  final List<Throwable> failures = new ArrayList<>();
  private final HttpServer server = new HttpServer();

  private final class Echo implements SocketEndpoint {
    @Override
    public String protocol() {
      return PROTOCOL;
    }

    @Override
    public Optional<String> refusal(HttpCall call) {
      return call.variable("name").equals("not wanted")
          ? Optional.of("not a name")
          : Optional.empty();
    }

    @Override
    public SocketListener opened(HttpCall call, SocketLine line) {
      if (call.variable("name").equals(BREAKS)) {
        throw new IllegalStateException("opened under " + BREAKS);
      }
      events.add("opened " + call.who() + " " + call.variable("name"));
      lines.add(line);
      return new SocketListener() {
        @Override
        public void received(String message) {
          line.send(message);
        }

        @Override
        public void closed(String why) {
          events.add("closed " + why);
        }
      };
    }
  }

  private final class House implements HttpHouse {
    @Override
    public HttpAnswer problem(int status, String error, String message) {
      return HttpAnswer.text(status, "text/plain", error + ": " + message);
    }

    @Override
    public void failed(Throwable cause) {
      failures.add(cause);
    }
  }

  OpenPort(HttpLimits limits, List<Route> more) {
    this(new HttpSettings(InetAddress.getLoopbackAddress(), 0, null, limits, Patience.USUAL), more);
  }

  OpenPort(HttpSettings settings, List<Route> more) {
    List<Route> routes = new ArrayList<>(more);
    routes.add(Route.socket("/socket/{name}", new Echo()));
    routes.add(
        Route.open("GET", "/hello", (call, reply) -> reply.answer(text("hello " + call.query()))));
    server.open(
        settings,
        routes,
        Gate.tokens(shown -> shown.equals(TOKEN) ? Optional.of("alice") : Optional.empty()),
        new House());
  }

  static HttpAnswer text(String text) {
    return HttpAnswer.text(200, "text/plain", text);
  }

  int port() {
    return server.port();
  }

  Socket connect() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port());
    socket.setSoTimeout(20_000);
    socket.setTcpNoDelay(true);
    return socket;
  }

  static void write(Socket socket, String text) throws IOException {
    write(socket, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static void write(Socket socket, byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
  }

  /** Asks for a socket by hand; answers the status of what comes back. */
  int upgrade(Socket socket, String headers) throws IOException {
    return upgrade(socket, "vm7", headers);
  }

  int upgrade(Socket socket, String name, String headers) throws IOException {
    write(
        socket,
        "GET /socket/"
            + name
            + " HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
            + headers
            + "\r\n\r\n");
    return Integer.parseInt(head(socket).substring(9, 12));
  }

  static String wellBehaved() {
    return "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        + "sec-websocket-protocol: "
        + PROTOCOL
        + "\r\nauthorization: Bearer "
        + TOKEN;
  }

  private static String head(Socket socket) throws IOException {
    var head = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("closed within the head: " + head);
      }
      head.append((char) next);
    }
    return head.toString();
  }

  /** One whole answer: its head, and its body where it has one. */
  static String answer(Socket socket) throws IOException {
    String head = head(socket);
    Matcher length = Pattern.compile("content-length: (\\d+)").matcher(head);
    int bytes = length.find() ? Integer.parseInt(length.group(1)) : 0;
    return head
        + new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.ISO_8859_1);
  }

  /** A frame as a client sends it, masked with zeros. */
  static byte[] frame(int firstByte, byte[] payload) {
    int length = payload.length;
    int extra = length < 126 ? 0 : length < 65_536 ? 2 : 8;
    byte[] frame = new byte[2 + extra + 4 + length];
    frame[0] = (byte) firstByte;
    frame[1] = (byte) (0x80 | (extra == 0 ? length : extra == 2 ? 126 : 127));
    for (int i = 0; i < extra; i++) {
      frame[2 + i] = (byte) ((long) length >>> (8 * (extra - 1 - i)));
    }
    System.arraycopy(payload, 0, frame, 2 + extra + 4, length);
    return frame;
  }

  static byte[] textFrame(String text) {
    return frame(0x81, text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    server.close();
  }
}
