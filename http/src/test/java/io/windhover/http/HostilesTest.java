package io.windhover.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that mean harm, beside one that does not. */
final class HostilesTest {
  private static final int FRAMES = Boolean.getBoolean("windhover.long") ? 100_000 : 10_000;
  private static final int NEWCOMERS = 20;
  private static final String OTHERS = "127.0.0.2";
  private static final HttpLimits LIMITS =
      HttpLimits.USUAL
          .withMessages(10_000, 4 << 20)
          .withConnections(60, 100)
          .withNewcomers(NEWCOMERS);

  private final List<Socket> hostiles = new ArrayList<>();
  private OpenPort port = new OpenPort(LIMITS, List.of());

  @AfterEach
  void nothingHasFailed() throws IOException {
    for (Socket hostile : hostiles) {
      hostile.close();
    }
    port.close();
    assertThat(port.failures).isEmpty();
  }

  private Socket opened() throws IOException {
    Socket socket = port.connect();
    assertThat(port.upgrade(socket, OpenPort.wellBehaved())).isEqualTo(101);
    return socket;
  }

  private static void assertEchoes(Socket socket, String text) throws IOException {
    OpenPort.write(socket, OpenPort.textFrame(text));
    byte[] heard = socket.getInputStream().readNBytes(2 + text.length());
    assertThat(new String(heard, StandardCharsets.ISO_8859_1)).endsWith(text);
  }

  /** Connects from an address of this machine. */
  private Socket silent(String from) throws IOException {
    var socket = new Socket();
    socket.bind(new InetSocketAddress(from, 0));
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.port()));
    socket.setSoTimeout(20_000);
    hostiles.add(socket);
    return socket;
  }

  @Test
  void malformedFramesEndTheirSocketsAndNoOther() throws Exception {
    var frames = new HostileFrames(26);
    int sockets = 0;
    try (Socket good = opened()) {
      for (int sent = 0; sent < FRAMES; ) {
        sockets++;
        try (Socket bad = opened()) {
          // Behind one that ends the socket nothing is read: a few at a time are enough.
          for (int i = 0; i < 4; i++, sent++) {
            OpenPort.write(bad, frames.next());
          }
          bad.shutdownOutput();
          assertThat(bad.getInputStream().readAllBytes()).isNotNull();
        } catch (IOException cut) {
          // It was, while more was being sent.
        }
        if (sockets % 100 == 0) {
          assertEchoes(good, "still here");
        }
      }
    }
  }

  @Test
  void ofThoseWhoSayNothingTheOldestGivesWayToTheNextOfItsAddress() throws Exception {
    Socket first = silent(OTHERS);
    Socket second = silent(OTHERS);
    Socket neighbour = silent("127.0.0.3");
    for (int i = 2; i < NEWCOMERS + 1; i++) {
      silent(OTHERS);
    }
    assertThat(first.getInputStream().read()).as("the oldest is ended").isEqualTo(-1);
    for (Socket stays : List.of(second, neighbour)) {
      OpenPort.write(stays, "GET /hello HTTP/1.1\r\nhost: x\r\n\r\n");
      assertThat(OpenPort.answer(stays)).startsWith("HTTP/1.1 200");
    }
    try (Socket good = opened()) {
      assertEchoes(good, "let in");
    }
  }

  @Test
  void whoIsKnownKeepsItsPlaceHoweverManyComeFromEverywhere() throws Exception {
    try (Socket known = port.connect()) {
      String ask =
          "GET /nowhere HTTP/1.1\r\nhost: x\r\nauthorization: Bearer "
              + OpenPort.TOKEN
              + "\r\n\r\n";
      OpenPort.write(known, ask);
      assertThat(OpenPort.answer(known)).startsWith("HTTP/1.1 404");
      for (int i = 0; i < 200; i++) {
        silent("127.0.1." + (1 + i % 100));
      }
      try (Socket good = opened()) {
        assertEchoes(good, "let in");
      }
      OpenPort.write(known, ask);
      assertThat(OpenPort.answer(known)).startsWith("HTTP/1.1 404");
    }
  }

  @Test
  void whoAsksNothingAtAllIsToldSoAndEnded() throws Exception {
    port.close();
    port =
        new OpenPort(
            new HttpSettings(
                InetAddress.getLoopbackAddress(), 0, null, LIMITS, new Patience(300, 300, 60)),
            List.of());
    Socket silent = silent(OTHERS);
    assertThat(new String(silent.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
        .startsWith("HTTP/1.1 408");
  }
}
