package io.windhover.wire.xmpp.component;

import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The manager's stream to its server (XEP-0114). It connects, and connects again, for as long as it
 * is open. A server that does not want us at the first contact is a mistake in somebody's settings
 * and is told by {@link #firstConnection}; later it is one more reason to try again.
 */
public final class ComponentStream implements StanzaLink {
  /** Who was connected for so long may hope for a quick return. */
  private static final long END_MILLIS_MAX = 5_000;

  private final ComponentSettings settings;
  private final Outgoing outgoing;
  private final CompletableFuture<Void> firstConnection = new CompletableFuture<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile @Nullable ComponentConnection connection;
  private @Nullable Thread thread;

  public ComponentStream(ComponentSettings settings) {
    this.settings = settings;
    this.outgoing = new Outgoing(settings.queuedBytesMax());
  }

  /** Begins to connect; everything else is told to the receiver. */
  public synchronized void start(Receiver receiver) {
    if (thread != null) {
      throw new IllegalStateException("started twice");
    }
    thread = new Thread(() -> run(receiver), "xmpp-component");
    thread.setDaemon(true);
    thread.start();
  }

  /** Done once we were connected; fails with {@link ComponentRefused} if we are not wanted. */
  public CompletableFuture<Void> firstConnection() {
    return firstConnection.copy();
  }

  /** Stanzas that were lost because there was no connection or no room. */
  public long dropped() {
    return outgoing.dropped();
  }

  @Override
  public void send(Stanza stanza) {
    var text = new StringBuilder();
    stanza.write(Namespaces.COMPONENT).appendTo(text, Namespaces.COMPONENT);
    outgoing.offer(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private void run(Receiver receiver) {
    int pauseMillis = settings.pauseMillisMin();
    while (closing.getCount() > 0) {
      try (var next = new ComponentConnection(settings, receiver)) {
        connection = next;
        if (closing.getCount() == 0) {
          return; // Closed by somebody who did not see this one yet.
        }
        next.open();
        long sinceNanos = System.nanoTime();
        boolean replaced = stay(next, receiver);
        if (System.nanoTime() - sinceNanos
            > TimeUnit.MILLISECONDS.toNanos(settings.steadyMillis())) {
          // Also when replaced: whoever was here first soon takes its place again.
          pauseMillis = settings.pauseMillisMin();
        } else if (replaced) {
          pauseMillis = settings.pauseMillisMax();
        }
      } catch (ComponentRefused e) {
        if (firstConnection.completeExceptionally(e)) {
          return;
        }
        receiver.disconnected(e.getMessage());
      } catch (IOException | BadStanza e) {
        receiver.disconnected(String.valueOf(e.getMessage()));
      }
      if (!pause(pauseMillis)) {
        return;
      }
      pauseMillis = Math.min(2 * pauseMillis, settings.pauseMillisMax());
    }
  }

  /** Until the connection ends; answers whether somebody else has taken our place. */
  private boolean stay(ComponentConnection current, Receiver receiver) {
    outgoing.open();
    Thread writer = new Thread(() -> write(current), "xmpp-component-writer");
    writer.setDaemon(true);
    writer.start();
    String why;
    try {
      if (closing.getCount() > 0) {
        firstConnection.complete(null);
        receiver.connected();
      }
      why = current.read();
    } catch (BadStanza e) {
      why = e.getMessage();
    } finally {
      outgoing.close();
      current.close();
      join(writer);
    }
    receiver.disconnected(why);
    return current.replaced();
  }

  private void write(ComponentConnection current) {
    try {
      current.write(outgoing);
    } catch (IOException e) {
      current.close(); // The reader tells why.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits about as long, each one a little differently; answers whether to go on. */
  private boolean pause(int millis) {
    int jittered = millis / 2 + ThreadLocalRandom.current().nextInt(millis / 2 + 1);
    try {
      return !closing.await(jittered, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Ends the connection and waits for its threads. What was not written yet is lost. */
  @Override
  public void close() {
    closing.countDown();
    ComponentConnection current = connection;
    if (current != null) {
      current.close();
    }
    Thread running;
    synchronized (this) {
      running = thread;
    }
    if (running != null && running != Thread.currentThread()) {
      join(running);
    }
  }

  private static void join(Thread other) {
    try {
      other.join(END_MILLIS_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String toString() {
    return settings.toString();
  }
}
