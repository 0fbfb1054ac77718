package io.windhover.app.pool;

import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.port.PortTrust;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.line.PoolFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLSocketFactory;

/**
 * Those who mean harm to a manager's port: connections that never get anywhere, clients that do not
 * read, and floods of frames and stanzas that cannot be meant, from a seed. They have a worker's
 * token, as somebody has who took over a worker's machine.
 */
public final class PortHostiles implements AutoCloseable {
  /** Of a flood, the frames that are bent; most of these end their socket. */
  private static final int ONE_BENT_IN = 200;

  private static final int FLOODS = 4;
  private static final int DEAF = 20;
  private static final int UNREAD_QUESTIONS = 200;
  private static final long DRIP_MILLIS = 200;

  private final int port;
  private final SSLSocketFactory encryption;
  private final String token;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final List<Socket> dripping = new CopyOnWriteArrayList<>();
  private final Thread drip = new Thread(this::drip, "hostile-drip");

  PortHostiles(int port, String fingerprint, String token) throws PoolFailure {
    this.port = port;
    this.encryption = new PortTrust.Pinned(fingerprint).context().getSocketFactory();
    this.token = token;
    drip.setDaemon(true);
    drip.start();
  }

  /**
   * All of it at once, as fast as it goes.
   *
   * <p>Arguments: port, fingerprint, file of a token, how many half-open connections, how many
   * frames.
   */
  public static void main(String[] args) throws Exception {
    int frames = Integer.parseInt(args[4]) / FLOODS;
    String token = Files.readString(Path.of(args[2])).strip();
    try (var hostiles = new PortHostiles(Integer.parseInt(args[0]), args[1], token)) {
      ExecutorService all = Executors.newCachedThreadPool();
      List<Future<?>> deeds = new ArrayList<>();
      for (int i = 0; i < FLOODS; i++) {
        int seed = i;
        deeds.add(all.submit(() -> deed(() -> hostiles.flood(frames, "flood-" + seed, seed))));
      }
      deeds.add(all.submit(() -> deed(() -> hostiles.halfOpen(Integer.parseInt(args[3])))));
      deeds.add(all.submit(() -> deed(() -> hostiles.deaf(DEAF))));
      for (Future<?> deed : deeds) {
        deed.get();
      }
      all.shutdown();
    }
  }

  private interface Deed {
    void perform() throws IOException;
  }

  private static boolean deed(Deed deed) throws IOException {
    deed.perform();
    return true;
  }

  /** Opens connections of which none gets as far as showing who it is. */
  void halfOpen(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      if (i % 10 < 8) {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        open.add(socket);
        if (i % 2 == 0) {
          socket.getOutputStream().write(new byte[] {0x16, 3, 1, 2, 0}); // the head of a hello
        }
      } else {
        Socket socket = encrypted();
        if (i % 2 == 0) {
          write(socket, "GET /health HTTP/1.1\r\nx: ");
          dripping.add(socket);
        }
      }
    }
  }

  private Socket encrypted() throws IOException {
    Socket socket = encryption.createSocket(InetAddress.getLoopbackAddress(), port);
    open.add(socket);
    write(socket, "");
    return socket;
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** A byte now and then, for ever. */
  private void drip() {
    try {
      while (true) {
        Thread.sleep(DRIP_MILLIS);
        dripping.removeIf(socket -> !drop(socket));
      }
    } catch (InterruptedException closed) {
      // The end.
    }
  }

  /** Answers whether it could. */
  private static boolean drop(Socket onto) {
    try {
      write(onto, "x");
      return true;
    } catch (IOException ended) {
      return false;
    }
  }

  /** Opens WebSockets that ask and ask and never read what is answered. */
  void deaf(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      Socket socket = socket("deaf-" + i);
      for (int question = 0; question < UNREAD_QUESTIONS; question++) {
        String ask = "<iq type='get' id='%d' to='pool@manager'><query xmlns='%s'/></iq>";
        socket.getOutputStream().write(frame(ask.formatted(question, Namespaces.DISCO_INFO), 0x81));
      }
    }
  }

  private Socket socket(String name) throws IOException {
    Socket socket = encrypted();
    write(
        socket,
        "GET %s%s HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
                .formatted(PortProtocol.PATH, name)
            + "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            + "sec-websocket-protocol: %s\r\nauthorization: Bearer %s\r\n\r\n"
                .formatted(PortProtocol.NAME, token));
    String status = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    if (!status.endsWith("101")) {
      throw new IOException("not let in: " + status);
    }
    return socket;
  }

  private static byte[] frame(String text, int firstByte) {
    byte[] payload = text.getBytes(StandardCharsets.UTF_8);
    var frame = new ByteArrayOutputStream();
    frame.write(firstByte);
    if (payload.length < 126) {
      frame.write(0x80 | payload.length);
    } else {
      frame.write(0x80 | 126);
      frame.write(payload.length >> 8);
      frame.write(payload.length);
    }
    frame.writeBytes(new byte[4]); // a mask of zeros
    frame.writeBytes(payload);
    return frame.toByteArray();
  }

  /** Sends so many frames by one socket after the other, and reads what comes back. */
  void flood(int frames, String name, long seed) throws IOException {
    var chance = new SplittableRandom(seed);
    var stanzas = new HostileStanzas(PortProtocol.DOMAIN, seed);
    Socket socket = listened(name);
    for (int i = 0; i < frames; i++) {
      var text = new StringBuilder();
      stanzas.next(null).write(Namespaces.CLIENT).appendTo(text, Namespaces.CLIENT);
      byte[] frame = frame(text.toString(), 0x81);
      if (chance.nextInt(ONE_BENT_IN) == 0) {
        frame[chance.nextInt(Math.min(frame.length, 20))] ^= (byte) (1 << chance.nextInt(8));
      }
      try {
        socket.getOutputStream().write(frame);
      } catch (IOException ended) {
        socket.close();
        socket = listened(name);
      }
    }
    socket.close();
  }

  /** A socket whose answers are read, by a thread, and forgotten. */
  private Socket listened(String name) throws IOException {
    Socket socket = socket(name);
    Thread reader =
        new Thread(
            () -> {
              byte[] bytes = new byte[1 << 16];
              try (InputStream in = socket.getInputStream()) {
                while (in.read(bytes) >= 0) {
                  Thread.onSpinWait();
                }
              } catch (IOException ended) {
                // As it should.
              }
            },
            "hostile-ear");
    reader.setDaemon(true);
    reader.start();
    return socket;
  }

  @Override
  public void close() throws IOException {
    drip.interrupt();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
