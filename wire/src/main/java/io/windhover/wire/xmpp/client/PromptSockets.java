package io.windhover.wire.xmpp.client;

import io.windhover.wire.xmpp.PromptAcks;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sockets that send and confirm at once. Both ends say two things in a row (taken and finished,
 * recorded and the next order); by default the second waits until the first is confirmed, which
 * takes 40 ms.
 */
final class PromptSockets extends SocketFactory {
  @Override
  public Socket createSocket() throws IOException {
    Socket socket = new PromptSocket();
    socket.setTcpNoDelay(true);
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port), null);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return connected(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port), null);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return connected(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
  }

  private Socket connected(InetSocketAddress to, @Nullable InetSocketAddress from)
      throws IOException {
    Socket socket = createSocket();
    if (from != null) {
      socket.bind(from);
    }
    socket.connect(to);
    return socket;
  }

  private static final class PromptSocket extends Socket {
    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          int count = super.read(bytes, offset, length);
          PromptAcks.on(PromptSocket.this);
          return count;
        }
      };
    }
  }
}
