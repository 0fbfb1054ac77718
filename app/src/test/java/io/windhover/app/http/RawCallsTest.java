package io.windhover.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.http.Patience;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bytes a careless or hostile client may send. In each a second request hides, DELETE of host a,
 * which a proxy in front would take for the body of the first and let through unseen.
 */
final class RawCallsTest {
  private static final String HIDDEN = "DELETE /v1/hosts/a HTTP/1.1\r\nhost: x\r\n\r\n";
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d\\d\\d) ");

  /** Short enough for a test, long enough for a busy machine to send a request at one go. */
  private static final Patience SHORT = new Patience(400, 400, 60);

  @TempDir private Path dir;
  private Served served;

  @BeforeEach
  void serve() throws Exception {
    served = new Served(dir, SHORT);
    served.put("a", "{'vcpus': 8, 'ramMb': 16000}");
  }

  @AfterEach
  void theHostIsStillThere() throws Exception {
    assertThat(served.get("/v1/hosts/a").status()).isEqualTo(200);
    served.close();
    assertThat(served.failures).isEmpty();
  }

  private Socket connect() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), served.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static void write(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  private static String rest(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** All that comes back until the service closes, which it does by itself. */
  private String exchange(String text) throws IOException {
    try (Socket socket = connect()) {
      write(socket, text);
      return rest(socket);
    }
  }

  private static void assertOnly(String answer, int status) {
    assertThat(STATUS.matcher(answer).results().map(found -> found.group(1)))
        .as(answer)
        .containsExactly(Integer.toString(status));
    assertThat(answer).containsIgnoringCase("connection: close");
  }

  private static String post(String headers, String body) {
    return "POST /v1/placements HTTP/1.1\r\nhost: x\r\n" + headers + "\r\n\r\n" + body;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gzip",
        "gzip, chunked",
        "chunked, gzip",
        "xchunked",
        "chunked, chunked",
        "identity",
        "chunked\r\nTransfer-Encoding: identity",
        "chunked;q=1",
      })
  void onlyTheChunkedTransferCodingIsKnown(String coding) throws Exception {
    String answer = exchange(post("Transfer-Encoding: " + coding, "0\r\n\r\n" + HIDDEN));
    assertOnly(answer, 501);
    assertThat(answer).contains("unknown-transfer-coding").contains("expected chunked");
  }

  @Test
  void aRequestWithTwoLengthsIsRefused() throws Exception {
    String tail = "0\r\n\r\n" + HIDDEN;
    for (String headers :
        new String[] {
          "Content-Length: 5\r\nTransfer-Encoding: chunked",
          "Transfer-Encoding: chunked\r\nContent-Length: 5",
          "Transfer-Encoding: CHUNKED\r\ncontent-length: 0",
        }) {
      String answer = exchange(post(headers, tail));
      assertOnly(answer, 400);
      assertThat(answer).contains("Content-Length and Transfer-Encoding in one request");
    }
  }

  @Test
  void anOldVersionHasNoTransferCoding() throws Exception {
    String head = "POST /v1/placements HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n";
    assertOnly(exchange(head + "0\r\n\r\n" + HIDDEN), 400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 0\r\nContent-Length: 44",
        "Content-Length: 0, 44",
        "Content-Length: -1",
        "Content-Length: +44",
        "Content-Length: 0x2c",
        "Content-Length: 99999999999999999999999999",
        "Content-Length : 44",
        "Transfer-Encoding : chunked",
        "Transfer-Encoding\u000b: chunked",
      })
  void aLengthThatCanBeReadInTwoWaysIsRefused(String headers) throws Exception {
    assertOnly(exchange(post(headers, HIDDEN)), 400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "0x5", "5 5", "zz", "80000000", "ffffffffffffffff"})
  void aChunkWithoutAPlainLengthIsRefused(String size) throws Exception {
    String body = size + "\r\n" + HIDDEN;
    assertOnly(exchange(post("Transfer-Encoding: chunked", body)), 400);
  }

  @ParameterizedTest
  @CsvSource({"9223372036854775807, ''", "1048577, ''", "68719476736, 'Expect: 100-continue'"})
  void anAbsurdLengthIsAnsweredBeforeTheBodyComes(String length, String more) throws Exception {
    String headers = "Content-Length: " + length + (more.isEmpty() ? "" : "\r\n" + more);
    String answer = exchange(post(headers, ""));
    assertOnly(answer, 413);
    assertThat(answer).contains("expected at most 1,048,576");
  }

  @Test
  void chunksWithoutEndAreAnsweredWhenTheyAreTooMany() throws Exception {
    try (Socket socket = connect()) {
      write(socket, post("Transfer-Encoding: chunked", ""));
      String chunk = "10000\r\n" + "x".repeat(1 << 16) + "\r\n";
      for (int i = 0; i < 17; i++) {
        write(socket, chunk);
      }
      assertOnly(rest(socket), 413);
    }
  }

  @Test
  void whatCameBeforeABadRequestIsAnsweredFirst() throws Exception {
    String good = "GET /v1/hosts HTTP/1.1\r\nhost: x\r\n\r\n";
    String answer = exchange(good + post("Transfer-Encoding: gzip", "") + HIDDEN);
    assertThat(STATUS.matcher(answer).results().map(found -> found.group(1)))
        .containsExactly("200", "501");
  }

  @Test
  void aHeadIsNotWithoutEnd() throws Exception {
    assertOnly(exchange("GET /" + "x".repeat(5_000) + " HTTP/1.1\r\n\r\n"), 414);
    assertOnly(exchange("GET / HTTP/1.1\r\nx: " + "x".repeat(9_000) + "\r\n\r\n"), 431);
  }

  @Test
  void headIsAnsweredWithoutABody() throws Exception {
    String answer = exchange("HEAD /v1/hosts HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 405 ").endsWith("\r\n\r\n");
  }

  /** Sends a byte every now and then until the service has had enough; returns what it said. */
  private static String trickle(Socket socket, String text) throws Exception {
    for (int i = 0; i < text.length() && socket.getInputStream().available() == 0; i++) {
      write(socket, text.substring(i, i + 1));
      Thread.sleep(5); // the client is slow: that is what is tested
    }
    return rest(socket);
  }

  @Test
  void aTricklingHeadIsCutOff() throws Exception {
    try (Socket socket = connect()) {
      String answer = trickle(socket, "GET /v1/hosts HTTP/1.1\r\nx: " + "y".repeat(4_000));
      assertOnly(answer, 408);
      assertThat(answer).contains("the head of the request took too long");
    }
  }

  @Test
  void emptyLinesAreNoHead() throws Exception {
    try (Socket socket = connect()) {
      assertOnly(trickle(socket, "\r\n".repeat(2_000)), 408);
    }
  }

  @Test
  void aTricklingBodyIsCutOff() throws Exception {
    try (Socket socket = connect()) {
      write(socket, post("Content-Length: 4000", ""));
      String answer = trickle(socket, "{".repeat(3_999));
      assertOnly(answer, 408);
      assertThat(answer).contains("the body of the request took too long");
    }
  }

  @Test
  void tricklingChunksAreCutOff() throws Exception {
    try (Socket socket = connect()) {
      write(socket, post("Transfer-Encoding: chunked", ""));
      assertOnly(trickle(socket, "1\r\n{\r\n".repeat(700)), 408);
    }
  }

  @Test
  void aConnectionMayRestBetweenRequests() throws Exception {
    try (Socket socket = connect()) {
      write(socket, "GET /health HTTP/1.1\r\nhost: x\r\n\r\n");
      assertThat(socket.getInputStream().read()).isEqualTo('H');
      Thread.sleep(2 * SHORT.headMillis()); // longer than a request may take
      write(socket, "GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
      String answers = "H" + rest(socket);
      assertThat(STATUS.matcher(answers).results().map(found -> found.group(1)))
          .containsExactly("200", "200");
    }
  }

  @Test
  void chunkedRequestsOfHonestClientsAreTaken() throws Exception {
    String body = "{\"id\": \"vm\", \"vcpus\": 1, \"ramMb\": 1}";
    String chunks =
        "%x;why=not\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n"
            .formatted(10, body.substring(0, 10), body.length() - 10, body.substring(10));
    String headers = "Transfer-Encoding: chunked\r\nConnection: close";
    assertThat(exchange(post(headers, chunks))).startsWith("HTTP/1.1 201 ");
  }
}
