package io.windhover.wire.xmpp.testkit;

import io.windhover.wire.port.PortDialer;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.port.PortTrust;
import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.XmlStream;
import io.windhover.wire.xmpp.line.PoolFailure;
import java.io.IOException;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A raw client's WebSocket at a manager's port: text as the test has it, a message each time. */
final class RawSocket implements RawClient.Pipe, WebSocket.Listener {
  private final RawClient client;
  private final XmlStream stream = new XmlStream(new Ears(), RawClient.STANZA_MAX);
  private @Nullable WebSocket socket;

  private final class Ears implements XmlStream.Handler {
    @Override
    public void opened(Xml opening) {}

    @Override
    public void stanza(Xml element) {
      try {
        client.received(Stanza.read(element));
      } catch (BadStanza e) {
        throw new IllegalStateException("the manager sent no stanza: " + element, e);
      }
    }

    @Override
    public void tooLarge(Xml head) {
      throw new IllegalStateException("too large for a test: " + head);
    }

    @Override
    public void closed() {}
  }

  private RawSocket(Jid address) {
    this.client = new RawClient(address, this);
  }

  static RawClient dial(int port, String fingerprint, String token, Jid address)
      throws IOException {
    var pipe = new RawSocket(address);
    Duration patience = Duration.ofMillis(RawClient.SILENCE_MILLIS_MAX);
    try {
      pipe.feed("<stream xmlns='jabber:client'>");
      WebSocket open =
          PortDialer.client(new PortTrust.Pinned(fingerprint), patience)
              .newWebSocketBuilder()
              .header("Authorization", "Bearer " + token)
              .subprotocols(PortProtocol.NAME)
              .buildAsync(
                  URI.create("wss://127.0.0.1:" + port + PortProtocol.PATH + address.resource()),
                  pipe)
              .get(RawClient.SILENCE_MILLIS_MAX, TimeUnit.MILLISECONDS);
      pipe.opened(open);
    } catch (ExecutionException | TimeoutException | PoolFailure | BadStanza e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return pipe.client;
  }

  private synchronized void opened(WebSocket open) {
    socket = open;
    open.request(Long.MAX_VALUE);
  }

  private void feed(CharSequence text) throws BadStanza {
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    stream.feed(bytes, 0, bytes.length);
  }

  @Override
  public synchronized void send(String text) throws IOException {
    try {
      if (socket != null) {
        var unused =
            socket.sendText(text, true).get(RawClient.SILENCE_MILLIS_MAX, TimeUnit.MILLISECONDS);
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Override
  public void onOpen(WebSocket opened) {
    // What comes is asked for when the client is whole.
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
    try {
      feed(text);
    } catch (BadStanza e) {
      throw new IllegalStateException("the manager was not understood: " + text, e);
    }
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    client.ended();
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable failure) {
    client.ended();
  }

  @Override
  public void cut() {
    WebSocket open;
    synchronized (this) {
      open = socket;
    }
    if (open != null) {
      open.abort();
    }
    client.ended();
  }
}
