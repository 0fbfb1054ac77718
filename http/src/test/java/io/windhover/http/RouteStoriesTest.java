package io.windhover.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Routes, answers that come late, and handlers that fail. */
final class RouteStoriesTest {
  private static final String ALICE = "authorization: Bearer " + OpenPort.TOKEN + "\r\n";

  private final LinkedBlockingQueue<Reply> waiting = new LinkedBlockingQueue<>();
  private final OpenPort port =
      new OpenPort(
          HttpLimits.USUAL,
          List.of(
              Route.guarded("GET", "/later/{id}", (call, reply) -> waiting.add(reply)),
              Route.guarded(
                  "GET",
                  "/jobs/{job}/tasks/{task}",
                  (call, reply) ->
                      reply.answer(
                          OpenPort.text(
                              call.who()
                                  + " "
                                  + call.variable("job")
                                  + "/"
                                  + call.variable("task")))),
              Route.open(
                  "GET",
                  "/broken",
                  (call, reply) -> {
                    throw new IllegalStateException("broken on purpose");
                  })));

  @AfterEach
  void close() {
    port.close();
  }

  private static String get(String path, String headers) {
    return "GET " + path + " HTTP/1.1\r\nhost: x\r\n" + headers + "\r\n";
  }

  private static String last(String path, String headers) {
    return get(path, headers + "connection: close\r\n");
  }

  private static String rest(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private String asked(String text) throws IOException {
    try (Socket socket = port.connect()) {
      OpenPort.write(socket, text);
      return rest(socket);
    }
  }

  @Test
  void variablesAreReadAndDecoded() throws Exception {
    assertThat(asked(last("/jobs/a%2Fb+c/tasks/7", ALICE))).endsWith("alice a/b+c/7");
    assertThat(asked(last("/hello?x=1", ""))).endsWith("hello x=1");
  }

  @Test
  void whatIsNotThereOrNotForYouIsSaid() throws Exception {
    assertThat(asked(last("/nothing", ALICE))).startsWith("HTTP/1.1 404 ");
    assertThat(asked(last("/nothing", ""))).startsWith("HTTP/1.1 401 ");
    assertThat(asked(last("/later/1", "")))
        .startsWith("HTTP/1.1 401 ")
        .containsIgnoringCase("www-authenticate: bearer");
    assertThat(asked("DELETE /hello HTTP/1.1\r\nconnection: close\r\n" + ALICE + "\r\n"))
        .startsWith("HTTP/1.1 405 ")
        .containsIgnoringCase("allow: GET");
    assertThat(asked(last("/socket/vm7", ALICE))).startsWith("HTTP/1.1 426 ");
  }

  @Test
  void answersKeepTheOrderOfTheCallsWhoeverIsReadyFirst() throws Exception {
    try (Socket socket = port.connect()) {
      OpenPort.write(socket, get("/later/1", ALICE) + get("/hello", "") + last("/later/2", ALICE));
      Reply first = waiting.take();
      Reply second = waiting.take();
      assertThat(first.isGone()).isFalse();
      // From threads that are not the server's.
      second.answer(OpenPort.text("second"));
      first.answer(OpenPort.text("first"));
      assertThat(rest(socket)).containsSubsequence("first", "hello ", "second");
    }
  }

  @Test
  void aSocketIsNotOpenedBehindOthersThatWait() throws Exception {
    try (Socket socket = port.connect()) {
      OpenPort.write(
          socket,
          get("/later/1", ALICE)
              + last(
                  "/socket/vm7",
                  OpenPort.wellBehaved().replace("connection", "x")
                      + "\r\nconnection: upgrade\r\nupgrade: websocket\r\n"));
      waiting.take().answer(OpenPort.text("first"));
      assertThat(rest(socket)).contains("first").contains("HTTP/1.1 400 ");
    }
  }

  @Test
  void aHandlerThatFailsIsToldAndTheConnectionGoesOn() throws Exception {
    assertThat(asked(get("/broken", "") + last("/hello", "")))
        .startsWith("HTTP/1.1 500 ")
        .endsWith("hello ");
    assertThat(port.failures).hasSize(1);
  }
}
