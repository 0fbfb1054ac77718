package io.windhover.app.worker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * Makes a server of the loopback address one that is reached over the network, by this machine's
 * own address there. On the way it may change what the server says, and it keeps what clients say.
 */
final class Relay implements AutoCloseable {
  private final ServerSocket door;
  private final int port;
  private final UnaryOperator<String> change;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  /**
   * @param port the server's, on loopback
   * @param change made to every piece of what the server says, before encryption
   */
  Relay(int port, UnaryOperator<String> change) throws IOException {
    this(port, ownAddress(), change);
  }

  /** One that is reached by this address of the machine, for example that of the loopback. */
  Relay(int port, InetAddress address, UnaryOperator<String> change) throws IOException {
    this.port = port;
    this.change = change;
    this.door = new ServerSocket(0, 50, address);
    daemon(this::accept);
  }

  /** An address of this machine that is not its loopback address. */
  static InetAddress ownAddress() throws SocketException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(Inet4Address.class::isInstance)
        .filter(address -> !address.isLoopbackAddress())
        .findFirst()
        .orElseThrow(() -> new AssertionError("this machine is on no network"));
  }

  String host() {
    return door.getInetAddress().getHostAddress();
  }

  int port() {
    return door.getLocalPort();
  }

  /** All that clients have said so far. */
  String said() {
    synchronized (said) {
      return said.toString(StandardCharsets.ISO_8859_1);
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = door.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        daemon(() -> pass(client, server, true));
        daemon(() -> pass(server, client, false));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void pass(Socket from, Socket to, boolean fromClient) {
    byte[] bytes = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(bytes); count > 0; count = in.read(bytes)) {
        String piece = new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
        if (fromClient) {
          synchronized (said) {
            said.write(bytes, 0, count);
          }
        } else {
          piece = change.apply(piece);
        }
        out.write(piece.getBytes(StandardCharsets.ISO_8859_1));
      }
    } catch (IOException | UncheckedIOException over) {
      // Closed at one end; both are closed now.
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
