package io.windhover.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.windhover.wire.Ending.Exited;
import io.windhover.wire.Order;
import io.windhover.worker.Recorder.End;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole outputs go where the job wants them, before the end is told. */
final class OutputCopiesTest {
  private static final int LARGE = 64_000_000;
  private static final long STALL_MILLIS = 500;
  private static final String SPEAKS = "echo said; echo cried >&2";

  @TempDir private Path folder;

  private final Recorder recorder = new Recorder();
  private final Map<String, String> taken = new ConcurrentHashMap<>();
  private final AtomicInteger refusals = new AtomicInteger();
  private LocalProcesses processes;
  private HttpServer server;

  @BeforeEach
  void begin() throws IOException {
    processes =
        new LocalProcesses(
            ProcessSettings.ofPool(folder.resolve("state"), false, StoreAccess.usual()),
            recorder,
            line -> {});
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  @AfterEach
  void end() {
    processes.close();
    server.stop(0);
  }

  private void take(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    boolean refused = refusals.getAndDecrement() > 0;
    if (!refused) {
      taken.put(
          exchange.getRequestMethod() + " " + exchange.getRequestURI(),
          new String(body, StandardCharsets.UTF_8));
    }
    exchange.sendResponseHeaders(refused ? 503 : 201, -1);
    exchange.close();
  }

  private String url(String rest) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + rest;
  }

  private End run(String command, String outputs) {
    Order order = Orders.order(7, command, folder);
    processes.start(Orders.env(Map.of(OutputCopies.VARIABLE, outputs), order));
    return recorder.end();
  }

  @Test
  void intoAFolder() throws IOException {
    Path outputs = folder.resolve("a b/outputs");
    assertThat(run(SPEAKS, outputs.toString()).ending()).isEqualTo(new Exited(0));
    assertThat(outputs.resolve("point/7.1.out")).hasContent("said");
    assertThat(outputs.resolve("point/7.1.err")).hasContent("cried");
    try (var files = Files.list(outputs.resolve("point"))) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void intoAFolderBesideTheJobAlsoOfATaskThatFails() {
    End end = run(SPEAKS + "; exit 3", "outputs");
    assertThat(end.ending()).isEqualTo(new Exited(3));
    assertThat(end.tail()).isEqualTo("cried\n");
    assertThat(folder.resolve("outputs/point/7.1.out")).hasContent("said");
  }

  @Test
  void toAUrlWithItsQuery() {
    assertThat(run(SPEAKS, url("/bucket/?key=a%20b")).tail()).isEqualTo("cried\n");
    assertThat(taken)
        .containsOnly(
            Map.entry("PUT /bucket/point/7.1.out?key=a%20b", "said\n"),
            Map.entry("PUT /bucket/point/7.1.err?key=a%20b", "cried\n"));
  }

  @Test
  void aServerThatIsBusyOnceIsAskedAgain() {
    refusals.set(1);
    assertThat(run(SPEAKS, url("")).tail()).isEqualTo("cried\n");
    assertThat(taken).containsOnlyKeys("PUT /point/7.1.out", "PUT /point/7.1.err");
  }

  @Test
  void aCopyThatFailsIsToldAndFailsNothing() throws IOException {
    refusals.set(1_000);
    End refused = run("printf x", url("/b?key=secret"));
    assertThat(refused.ending()).isEqualTo(new Exited(0));
    assertThat(refused.tail())
        .isEqualTo(
            "x\nwindhover: the whole output could not be copied to "
                + url("/b")
                + ": answered with status 503\n");

    server.stop(0);
    assertThat(run("true", url("/b?key=secret")).tail())
        .contains("could not be copied")
        .doesNotContain("secret")
        .hasLineCount(1);
    assertThat(run("true", "http://me:secret@host/").tail())
        .contains("no user in it")
        .doesNotContain("secret");
    assertThat(run("true", "https://ho st/?key=secret").tail())
        .contains("not a URL")
        .doesNotContain("secret");

    Path file = Files.writeString(folder.resolve("file"), "");
    End noFolder = run("true", file.toString());
    assertThat(noFolder.ending()).isEqualTo(new Exited(0));
    assertThat(noFolder.tail()).contains("could not be copied to " + file);
  }

  @Test
  void aServerThatTakesNothingAnyMoreIsGivenUpAndASlowOneIsNot() throws Exception {
    var logs = new LogFiles(folder.resolve("logs"), StateModes.of(folder));
    logs.makeFolder("point", 7);
    Files.write(logs.out("point", 7, 1), new byte[LARGE]);
    Files.write(logs.err("point", 7, 1), new byte[1]);
    var copies = new OutputCopies(Duration.ofMinutes(1), Duration.ofMillis(STALL_MILLIS));
    try (var silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      String to = "http://127.0.0.1:" + silent.getLocalPort() + "/b?key=secret";
      Order order = Orders.env(Map.of(OutputCopies.VARIABLE, to), Orders.order(7, "x", folder));
      assertThat(copies.copy(order, logs, () -> false))
          .endsWith("/b: nothing was taken and no answer came for 500 ms");
    }
    server.createContext("/slow", this::takeSlowly);
    Order order =
        Orders.env(Map.of(OutputCopies.VARIABLE, url("/slow")), Orders.order(7, "x", folder));
    assertThat(copies.copy(order, logs, () -> false)).isEmpty();
    assertThat(taken).containsKeys("PUT /slow/point/7.1.out", "PUT /slow/point/7.1.err");
  }

  @Test
  void aTaskThatIsStoppedDoesNotWaitForItsOutputs() throws Exception {
    try (var silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      String to = "http://127.0.0.1:" + silent.getLocalPort() + "/b";
      Order order = Orders.order(7, "printf x", folder);
      processes.start(Orders.env(Map.of(OutputCopies.VARIABLE, to), order));
      try (var upload = silent.accept()) {
        assertThat(upload.isConnected()).isTrue();
        processes.stop(order.ref(), 0);
        End end = recorder.end();
        assertThat(end.ending()).isEqualTo(new Exited(0));
        assertThat(end.tail()).contains("the task was stopped meanwhile");
      }
    }
  }

  /** A piece at a time, each well within the time that nothing may be taken; all take longer. */
  private void takeSlowly(HttpExchange exchange) throws IOException {
    try (InputStream body = exchange.getRequestBody()) {
      while (body.readNBytes(LARGE / 8).length > 0) {
        Thread.sleep(STALL_MILLIS / 4);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    taken.put("PUT " + exchange.getRequestURI(), "");
    exchange.sendResponseHeaders(201, -1);
    exchange.close();
  }

  @Test
  void aFolderBesideAJobThatIsElsewhereIsNoFolder() {
    Order order = Orders.order(7, "true", Path.of("/no/such/folder"));
    processes.start(Orders.env(Map.of(OutputCopies.VARIABLE, "outputs"), order));
    assertThat(recorder.end().tail())
        .contains("outputs: the job's folder is not on this machine; expected an absolute folder");
  }
}
