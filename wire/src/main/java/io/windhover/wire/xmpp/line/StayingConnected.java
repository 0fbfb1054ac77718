package io.windhover.wire.xmpp.line;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The thread that connects a client again and again. */
final class StayingConnected {
  private final StanzaClient client;
  private final Reconnection settings;
  private final SplittableRandom chance = new SplittableRandom();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "windhover-line");

  StayingConnected(StanzaClient client, Reconnection settings) {
    this.client = client;
    this.settings = settings;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void end() {
    ended.countDown();
    thread.interrupt();
  }

  private void run() {
    long pauseMillis = settings.pauseMin().toMillis();
    try {
      while (!client.isClosed()) {
        long beganNanos = System.nanoTime();
        connectOnce();
        boolean good = System.nanoTime() - beganNanos >= settings.stable().toNanos();
        pauseMillis =
            good
                ? settings.pauseMin().toMillis()
                : Math.min(2 * pauseMillis, settings.pauseMax().toMillis());
        if (ended.await(chance.nextLong(pauseMillis / 2, pauseMillis + 1), TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    } catch (InterruptedException end) {
      // The client was closed.
    }
  }

  /** Returns when the connection is over, or none came about. */
  private void connectOnce() throws InterruptedException {
    StanzaStream stream;
    try {
      stream = client.open();
    } catch (PoolFailure failure) {
      settings.failures().accept(failure);
      return;
    }
    String why = awaitEnd(stream);
    client.lost(why);
    if (stream.isDisplaced()) {
      settings.failures().accept(new PoolFailure(PoolFailure.Kind.DISPLACED, why));
    }
  }

  private String awaitEnd(StanzaStream stream) throws InterruptedException {
    Duration silenceMax = settings.silenceMax();
    while (true) {
      try {
        return stream.over().get(silenceMax.toMillis() / 4, TimeUnit.MILLISECONDS);
      } catch (TimeoutException stillThere) {
        if (client.unheard().compareTo(silenceMax) > 0) {
          stream.drop(
              "%s has said nothing for %d s".formatted(client.server(), silenceMax.toSeconds()));
        }
      } catch (ExecutionException e) {
        return String.valueOf(e.getCause());
      }
    }
  }
}
