package io.windhover.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.CommandFailure;
import io.windhover.app.http.Served.Seen;
import io.windhover.http.Patience;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BadCallsTest {
  private static final String SECRET = "0123456789abcdef0123456789abcdef";

  @TempDir private Path dir;
  private Served served;
  private String before;

  @BeforeEach
  void serve() throws Exception {
    served = new Served(dir.resolve("state"));
    served.put(
        "a", "{'vcpus': 8, 'ramMb': 16000, 'instances': [{'id': 'i', 'vcpus': 1, 'ramMb': 1}]}");
    before = state();
  }

  private String state() throws Exception {
    return served.get("/v1/hosts").text() + served.get("/v1/hosts/a").text();
  }

  @AfterEach
  void nothingHasChanged() throws Exception {
    assertThat(state()).isEqualTo(before);
    served.close();
    assertThat(served.failures).isEmpty();
  }

  private static void assertBad(Seen seen, String field, String problem) throws Exception {
    assertThat(seen.status()).as(seen.text()).isEqualTo(400);
    assertThat(seen.at("/field").asText()).isEqualTo(field);
    assertThat(seen.at("/message").asText()).contains(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'id': 'n', 'vcpus': -2, 'ramMb': 1} | vcpus | -2 is out of range",
        "{'id': 'n', 'vcpus': 2, 'ramMB': 1} | ramMB | did you mean \"ramMb\"?",
        "{'id': 'n', 'vcpus': 'x', 'ramMb': 1} | vcpus | \"x\" is not a number",
        "{'id': 'n', 'vcpus': 1e400, 'ramMb': 1} | vcpus | is out of range",
        "{'id': 'n', 'vcpus': NaN, 'ramMb': 1} | vcpus | NaN is not a number",
        "{'id': 'n', 'vcpus': 1, 'ramMb': 1, 'reserveSeconds': 0} | reserveSeconds | 0 is out of",
        "{'id': 'n', 'vcpus': 1, 'ramMb': 1, 'queueSeconds': 1e9} | queueSeconds | out of range",
        "{'vcpus': 1, 'ramMb': 1} | id | is missing",
        "[] | '' | a list is not an object",
        "{'id': 'n', 'vcpus': 1, 'ramMb': 1}{ | '' | goes on after its end",
        "garbage | '' | is not JSON",
      })
  void badRequests(String body, String field, String problem) throws Exception {
    assertBad(served.post("/v1/placements", body), field, problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'vcpus': 8, 'ramMb': -1} | ramMb | -1 is out of range",
        "{'id': 'b', 'vcpus': 8, 'ramMb': 1} | id | \"b\" is not the host addressed, a",
        "{'vcpus': 1, 'ramMb': 1, 'instances': [{'id': 'x', 'vcpus': 2, 'ramMb': 1}]}"
            + " | instances[0].vcpus | 2 is more than the 1",
      })
  void badHosts(String body, String field, String problem) throws Exception {
    assertBad(served.put("a", body), field, problem);
  }

  @Test
  void anInstanceRunsOnOneHost() throws Exception {
    Seen seen =
        served.put(
            "z", "{'vcpus': 8, 'ramMb': 1, 'instances': [{'id': 'i', 'vcpus': 1, 'ramMb': 1}]}");
    assertBad(seen, "instances[0].id", "\"i\" is known already, on host a");
    assertThat(served.place("i", "").status()).isEqualTo(409);
  }

  @Test
  void whatIsNotThere() throws Exception {
    assertThat(served.get("/v1/hosts/z").status()).isEqualTo(404);
    assertThat(served.delete("/v1/hosts/z").status()).isEqualTo(404);
    assertThat(served.delete("/v1/instances/z").status()).isEqualTo(404);
    assertThat(served.confirm("p1").status()).isEqualTo(404);
    assertThat(served.confirm("p99999999999999999999").status()).isEqualTo(404);
    assertThat(served.delete("/v1/placements/x").status()).isEqualTo(404);
    assertThat(served.get("/v2").status()).isEqualTo(404);
    assertThat(served.post("/v1/hosts", "{}").status()).isEqualTo(405);
    assertBad(served.get("/v1/hosts?limit=x"), "limit", "\"x\" is not a number");
    assertBad(served.delete("/v1/hosts/%01"), "id", "is not a name");
  }

  @Test
  void largeBodiesAreRefusedBySize() throws Exception {
    byte[] garbage = new byte[10_000_000];
    new Random(1).nextBytes(garbage);
    Seen seen = Served.send(served.to("/v1/placements").POST(BodyPublishers.ofByteArray(garbage)));
    assertThat(seen.status()).isEqualTo(413);
    assertThat(seen.text()).contains("10,000,000 bytes; expected at most 1,048,576");
  }

  @Test
  void whatIsNotHttpEndsTheConnection() throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
      socket.getOutputStream().write("\1\2\3 nonsense\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answer).startsWith("HTTP/1.1 400 ");
    }
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
      String text = "";
      for (int i = 0; i < 600; i++) {
        String last = i == 599 ? "connection: close\r\n" : "";
        String path = i % 2 == 0 ? "/v1/instances/none-" + i : "/none-" + i;
        text += "DELETE " + path + " HTTP/1.1\r\nhost: x\r\n" + last + "\r\n";
      }
      socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      int at = 0;
      for (int i = 0; i < 600; i++) {
        at = answer.indexOf("none-" + i + "\"", at);
        assertThat(at).as("answer " + i).isPositive();
      }
    }
  }

  private Path secret(String mode, String text) throws Exception {
    Path file = Files.writeString(dir.resolve("token"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  @Test
  void withATokenNothingGoesWithoutIt() throws Exception {
    try (var guarded = new Served(dir.resolve("other"), secret("rw-------", SECRET + "\n"))) {
      assertThat(guarded.get("/v1/hosts").status()).isEqualTo(401);
      assertThat(guarded.get("/metrics").status()).isEqualTo(401);
      assertThat(guarded.get("/no-such").status()).isEqualTo(401);
      assertThat(guarded.get("/health").status()).isEqualTo(200);
      assertThat(guarded.get("/openapi.json").status()).isEqualTo(200);
      assertThat(status(guarded, "Bearer " + SECRET)).isEqualTo(200);
      assertThat(status(guarded, "bearer " + SECRET)).isEqualTo(200);
      assertThat(status(guarded, "Bearer " + SECRET + "0")).isEqualTo(401);
      assertThat(status(guarded, "Basic " + SECRET)).isEqualTo(401);
      assertThat(status(guarded, "Bearer")).isEqualTo(401);
    }
  }

  private static int status(Served guarded, String authorization) throws Exception {
    return Served.send(guarded.to("/v1/hosts").header("Authorization", authorization)).status();
  }

  @Test
  void aTokenFileMustBePrivateAndHoldAToken() throws Exception {
    assertRefused(secret("rw-r-----", SECRET), "expected mode 0600");
    assertRefused(secret("rw----r--", SECRET), "expected mode 0600");
    assertRefused(secret("rw-------", "short"), "expected one line of at least 16");
    assertRefused(secret("rw-------", SECRET + "\n" + SECRET), "expected one line");
    assertRefused(dir.resolve("none"), "not there");
  }

  private static void assertRefused(Path file, String problem) {
    Assertions.assertThatThrownBy(() -> Token.read(file))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining(problem)
        .hasMessageContaining(file.toString())
        .message()
        .doesNotContain(SECRET);
  }

  @Test
  void otherMachinesNeedAToken() throws Exception {
    var everywhere =
        new HttpService.Settings(InetAddress.getByName("0.0.0.0"), 0, null, 60, Patience.USUAL);
    Assertions.assertThatThrownBy(
            () ->
                HttpService.start(
                    everywhere,
                    answerer -> {
                      throw new AssertionError("started all the same");
                    },
                    failure -> {}))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("expected --token-file");
  }

  @Test
  void pagesOfOthersCannotAskWithoutAToken() throws Exception {
    assertThat(Served.send(served.to("/v1/hosts").header("Origin", "http://evil.test")).status())
        .isEqualTo(403);
  }
}
