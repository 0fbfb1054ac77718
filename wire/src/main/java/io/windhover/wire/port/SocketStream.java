package io.windhover.wire.port;

import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.line.StanzaStream;
import java.net.http.WebSocket;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One socket of a client. The JDK's takes one message at a time; what is said meanwhile gathers and
 * goes with the next.
 */
final class SocketStream implements StanzaStream, WebSocket.Listener {
  /** What may wait to be sent; more is dropped, as on any wire, and said again by who said it. */
  private static final int QUEUED_CHARACTERS_MAX = 16 << 20;

  /** Characters of a message, of which each may be several bytes. */
  private static final int MESSAGE_CHARACTERS_MAX = PortProtocol.MESSAGE_BYTES_MAX / 4;

  private static final long FAREWELL_SECONDS = 2;

  private final StanzaReader reader;
  private final CompletableFuture<String> over = new CompletableFuture<>();
  private final ArrayDeque<String> queue = new ArrayDeque<>();
  private int queued;
  private @Nullable WebSocket socket;
  private boolean sending;
  private boolean closing;
  private volatile boolean displaced;

  SocketStream(Consumer<Stanza> receiver) {
    this.reader = new StanzaReader(receiver, head -> {});
  }

  void opened(WebSocket opened) {
    synchronized (this) {
      socket = opened;
    }
    opened.request(1);
    pump();
  }

  // Out.

  @Override
  public void send(Stanza stanza) {
    String text = PortProtocol.text(stanza);
    synchronized (this) {
      if (closing || queued + text.length() > QUEUED_CHARACTERS_MAX) {
        return;
      }
      queued += text.length();
      queue.add(text);
    }
    pump();
  }

  /** Sends the next message, and after the last the farewell, if nothing is on its way. */
  private void pump() {
    CompletableFuture<WebSocket> sent;
    synchronized (this) {
      WebSocket to = socket;
      if (to == null || sending || (queue.isEmpty() && !closing)) {
        return;
      }
      sending = true; // For good when it is the farewell: nothing may follow it.
      if (queue.isEmpty()) {
        var unused = to.sendClose(WebSocket.NORMAL_CLOSURE, "closed");
        return;
      }
      sent = to.sendText(gathered(), true);
    }
    var unused =
        sent.whenComplete(
            (done, failure) -> {
              synchronized (this) {
                sending = false;
              }
              if (failure == null) {
                pump();
              } else {
                lost(failure);
              }
            });
  }

  /** Whole stanzas, as many as a message may hold. */
  private String gathered() {
    var message = new StringBuilder();
    String next = queue.peek();
    while (next != null
        && (message.length() == 0 || message.length() + next.length() <= MESSAGE_CHARACTERS_MAX)) {
      message.append(next);
      queue.remove();
      next = queue.peek();
    }
    queued -= message.length();
    return message.toString();
  }

  private void lost(Throwable failure) {
    over.complete("the connection was lost: " + PortDialer.words(failure));
  }

  @Override
  public CompletableFuture<String> over() {
    return over;
  }

  @Override
  public boolean isDisplaced() {
    return displaced;
  }

  /** The port does not say; nobody here needs it. */
  @Override
  public Optional<Jid> address() {
    return Optional.empty();
  }

  @Override
  public void close() {
    WebSocket open;
    synchronized (this) {
      closing = true;
      open = socket;
    }
    pump();
    if (open != null) {
      CompletableFuture.delayedExecutor(FAREWELL_SECONDS, TimeUnit.SECONDS).execute(open::abort);
    }
    over.complete("closed");
  }

  @Override
  public void drop(String why) {
    over.complete(why);
    WebSocket open;
    synchronized (this) {
      closing = true;
      open = socket;
    }
    if (open != null) {
      open.abort();
    }
  }

  // In.

  @Override
  public void onOpen(WebSocket opened) {
    // The first is asked for when the client knows that it is connected.
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
    try {
      reader.feed(text);
      from.request(1);
    } catch (BadStanza e) {
      drop("the manager was not understood: " + e.getMessage());
    }
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    displaced = reason.equals(PortProtocol.DISPLACED);
    over.complete(
        reason.isEmpty() ? "the manager closed the connection" : "the manager says: " + reason);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable failure) {
    lost(failure);
  }
}
