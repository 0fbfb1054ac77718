package io.windhover.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** WebSockets of clients that behave, do not, or have gone without a word. */
final class SocketStoriesTest {
  private static final HttpLimits SMALL =
      HttpLimits.USUAL.withMessages(10_000, 4 << 20).withConnections(1_200, 3);

  private final OpenPort port = new OpenPort(SMALL, List.of());

  @AfterEach
  void nothingHasFailed() {
    port.close();
    assertThat(port.failures).isEmpty();
  }

  private Socket opened() throws IOException {
    Socket socket = port.connect();
    assertThat(port.upgrade(socket, OpenPort.wellBehaved())).isEqualTo(101);
    return socket;
  }

  private static byte[] read(Socket socket, int count) throws IOException {
    return socket.getInputStream().readNBytes(count);
  }

  private String event() throws InterruptedException {
    return port.events.poll(20, TimeUnit.SECONDS);
  }

  /** Says something and hears it again. */
  private static void assertEchoes(Socket socket, String text) throws IOException {
    OpenPort.write(socket, OpenPort.textFrame(text));
    assertThat(read(socket, 2)).containsExactly(0x81, text.length());
    assertThat(new String(read(socket, text.length()), StandardCharsets.UTF_8)).isEqualTo(text);
  }

  @Test
  void whatIsSaidIsHeardAndWhoSaysItIsKnown() throws Exception {
    try (Socket socket = opened()) {
      assertThat(event()).isEqualTo("opened alice vm7");
      assertEchoes(socket, "hello");
      // Several at once, one of them in two frames.
      var bytes = new ByteArrayOutputStream();
      bytes.writeBytes(OpenPort.textFrame("one"));
      bytes.writeBytes(OpenPort.frame(0x01, new byte[] {'t', 'w'}));
      bytes.writeBytes(OpenPort.frame(0x80, new byte[] {'o'}));
      OpenPort.write(socket, bytes.toByteArray());
      assertThat(new String(read(socket, 10), StandardCharsets.ISO_8859_1))
          .isEqualTo("\u0081\u0003one\u0081\u0003two");
      // A ping is answered with what was in it.
      OpenPort.write(socket, OpenPort.frame(0x89, new byte[] {7}));
      assertThat(read(socket, 3)).containsExactly(0x8a, 1, 7);
    }
    assertThat(event()).startsWith("closed");
  }

  @Test
  void theFirstMessageMayComeWithTheRequest() throws Exception {
    try (Socket socket = port.connect()) {
      var bytes = new ByteArrayOutputStream();
      String head =
          "GET /socket/vm7 HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
              + OpenPort.wellBehaved()
              + "\r\n\r\n";
      bytes.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
      bytes.writeBytes(OpenPort.textFrame("early"));
      OpenPort.write(socket, bytes.toByteArray());
      var seen = new StringBuilder();
      while (seen.indexOf("early") < 0) {
        int next = socket.getInputStream().read();
        assertThat(next).as(seen.toString()).isNotNegative();
        seen.append((char) next);
      }
      assertThat(seen).startsWith("HTTP/1.1 101").endsWith("\u0081\u0005early");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Bearer token-of-mallory, 13, echo.1, 401",
    "Basic token-of-alice, 13, echo.1, 401",
    "Bearer token-of-alice, 8, echo.1, 400",
    "Bearer token-of-alice, 13, echo.2, 400",
  })
  void whoDoesNotAskAsItShouldIsRefused(
      String authorization, String version, String protocol, int status) throws Exception {
    try (Socket socket = port.connect()) {
      String headers =
          "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nauthorization: %s\r\n"
              + "sec-websocket-version: %s\r\nsec-websocket-protocol: %s";
      assertThat(port.upgrade(socket, headers.formatted(authorization, version, protocol)))
          .isEqualTo(status);
    }
    assertThat(port.events).isEmpty();
  }

  @Test
  void anEndpointMayRefuseByTheNameAsItReads() throws Exception {
    try (Socket socket = port.connect()) {
      assertThat(port.upgrade(socket, "not%20wanted", OpenPort.wellBehaved())).isEqualTo(403);
    }
    assertThat(port.events).isEmpty();
  }

  @Test
  void aSocketThatNobodyTakesIsClosedAndNothingIsKept() throws Exception {
    try (var breaking = new OpenPort(SMALL, List.of());
        Socket socket = breaking.connect()) {
      assertThat(breaking.upgrade(socket, OpenPort.BREAKS, OpenPort.wellBehaved())).isEqualTo(101);
      assertThat(socket.getInputStream().readAllBytes()).isEmpty();
      assertThat(breaking.failures).hasSize(1);
      assertThat(breaking.failures.get(0)).hasMessageContaining("opened under");
    }
  }

  @Test
  void thereAreOnlySoManySockets() throws Exception {
    List<Socket> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.add(opened());
    }
    try (Socket late = port.connect()) {
      assertThat(port.upgrade(late, OpenPort.wellBehaved())).isEqualTo(503);
    }
    assertEchoes(all.get(0), "still");
    for (Socket socket : all) {
      socket.close();
    }
  }

  @Test
  void aMessageThatIsTooLargeEndsItsSocketAndNoOther() throws Exception {
    try (Socket good = opened();
        Socket inOne = opened();
        Socket inMany = opened()) {
      OpenPort.write(inOne, OpenPort.frame(0x81, new byte[10_001]));
      assertThat(inOne.getInputStream().readAllBytes()).isNotNull();
      OpenPort.write(inMany, OpenPort.frame(0x01, new byte[6_000]));
      OpenPort.write(inMany, OpenPort.frame(0x80, new byte[6_000]));
      assertThat(inMany.getInputStream().readAllBytes()).isNotNull();
      assertEchoes(good, "others go on");
    }
  }

  @Test
  void textThatIsNoTextAndBytesAreRefused() throws Exception {
    try (Socket notUtf8 = opened();
        Socket binary = opened()) {
      OpenPort.write(notUtf8, OpenPort.frame(0x81, new byte[] {(byte) 0xc3, 0x28}));
      assertThat(notUtf8.getInputStream().readAllBytes()).isNotNull();
      OpenPort.write(binary, OpenPort.frame(0x82, new byte[] {1}));
      byte[] farewell = binary.getInputStream().readAllBytes();
      assertThat(farewell).startsWith(0x88).containsSequence(0x03, 0xeb); // 1003
    }
  }

  @Test
  void whoDoesNotReadIsCutAndOthersDoNotWait() throws Exception {
    try (Socket slow = opened();
        Socket good = opened()) {
      SocketLine toSlow = port.lines.take();
      String large = "x".repeat(9_000);
      long beganNanos = System.nanoTime();
      for (int i = 0; i < 2_000; i++) { // 18 MB: more than the buffers of both ends and its share
        toSlow.send(large);
      }
      assertEchoes(good, "in time");
      assertThat(System.nanoTime() - beganNanos).isLessThan(TimeUnit.SECONDS.toNanos(10));
      event();
      event();
      assertThat(event()).isEqualTo("closed what was sent is not read");
      assertThat(slow.isConnected()).isTrue();
    }
  }

  @Test
  void whoIsSilentIsAskedAndThenGivenUp() throws Exception {
    try (var impatient = new OpenPort(SMALL.withPings(1), List.of());
        Socket silent = impatient.connect()) {
      assertThat(impatient.upgrade(silent, OpenPort.wellBehaved())).isEqualTo(101);
      assertThat(read(silent, 2)).containsExactly(0x89, 0); // a ping, which it leaves unanswered
      assertThat(silent.getInputStream().readAllBytes()).isEmpty();
      impatient.events.take();
      assertThat(impatient.events.poll(20, TimeUnit.SECONDS))
          .isEqualTo("closed nothing was heard for too long");
    }
  }

  @Test
  void aThousandThatNeverFinishTheirRequestHoldUpNobody() throws Exception {
    List<Socket> idle = new ArrayList<>();
    try {
      for (int i = 0; i < 1_000; i++) {
        Socket socket = port.connect();
        OpenPort.write(socket, i % 2 == 0 ? "" : "GET /socket/vm7 HTTP/1.1\r\nhost:");
        idle.add(socket);
      }
      try (Socket good = opened()) {
        assertEchoes(good, "let in");
      }
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }

  @Test
  void theServersEndIsToldToBothSides() throws Exception {
    try (Socket socket = opened()) {
      event();
      port.lines.take().close(SocketLine.POLICY, "enough");
      byte[] farewell = socket.getInputStream().readAllBytes();
      assertThat(new String(farewell, StandardCharsets.ISO_8859_1)).endsWith("\u0003\u00f0enough");
      assertThat(event()).isEqualTo("closed enough");
    }
  }
}
