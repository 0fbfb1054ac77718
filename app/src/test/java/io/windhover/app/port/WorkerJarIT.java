package io.windhover.app.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.port.PortTrust;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worker's own jar, as a manager hands it out, on a machine that has nothing but Java. */
final class WorkerJarIT {
  private static final long BYTES_MAX = 2_000_000;

  @TempDir private Path folder;

  private static HttpResponse<byte[]> get(PortPool pool, String path, String authorization)
      throws Exception {
    var client =
        HttpClient.newBuilder()
            .sslContext(new PortTrust.Pinned(pool.fingerprint()).context())
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    var request = HttpRequest.newBuilder(URI.create(pool.address() + path));
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private Process start(Path machine, String... words) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "env",
                "-i",
                "PATH=" + System.getenv("PATH"),
                "HOME=" + machine.resolve("home"),
                "WINDHOVER_TOKEN=" + Files.readString(folder.resolve("worker-1.token")).strip(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                "windhover-worker.jar"));
    command.addAll(List.of(words));
    return new ProcessBuilder(command)
        .directory(machine.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("machine.out").toFile()))
        .start();
  }

  @Test
  void aMachineNeedsJavaAndOneLine() throws Exception {
    Process worker = null;
    try (var pool = new PortPool(folder)) {
      pool.token("alice");
      pool.token("worker-1");
      pool.startManager();
      String token = Files.readString(folder.resolve("worker-1.token")).strip();
      Path machine = Files.createDirectory(folder.resolve("machine"));
      Files.createDirectory(machine.resolve("home"));
      Files.write(machine.resolve("windhover-worker.jar"), fetched(pool, token));

      String[] words = {
        "--join",
        pool.address(),
        "--fingerprint",
        pool.fingerprint(),
        "--name",
        "bare",
        "--cores",
        "2",
        "--heartbeat",
        "2s"
      };
      worker = start(machine, words);
      pool.awaitSaid("machine.out", "worker ready: bare of manager, 2 cores");
      assertThat(Files.readString(Path.of("/proc/" + worker.pid() + "/cmdline")))
          .contains("--join")
          .doesNotContain(token);
      Path variables = folder.resolve("variables");
      pool.write("job.yaml", "tasks: [{name: t, command: 'env > %s'}]".formatted(variables));
      assertThat(pool.alice("submit", "-q", "job.yaml").said().strip()).isEqualTo("1");
      assertThat(pool.alice("watch", "1").exit()).isZero();
      assertThat(Files.readString(variables))
          .contains("WINDHOVER_JOB=")
          .doesNotContain(token)
          .doesNotContain("WINDHOVER_TOKEN");
      assertThat(machine.resolve("home")).isEmptyDirectory();

      worker = killedAndStartedAgain(pool, worker, machine, words);
      worker.destroy();
      assertThat(worker.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(worker.exitValue()).as(pool.said("machine.out")).isZero();
    } finally {
      if (worker != null) {
        worker.destroyForcibly();
      }
    }
  }

  private byte[] fetched(PortPool pool, String token) throws Exception {
    assertThat(get(pool, "/worker.jar", "").statusCode()).isEqualTo(401);
    assertThat(get(pool, "/worker.jar", "Bearer guessed").statusCode()).isEqualTo(401);
    assertThat(get(pool, "/worker.jar", "Lease wh-1-1-1 " + token).statusCode())
        .as("nothing is rented here")
        .isEqualTo(401);
    HttpResponse<byte[]> jar = get(pool, "/worker.jar", "Bearer " + token);
    assertThat(jar.statusCode()).isEqualTo(200);
    assertThat(jar.body().length).isLessThan((int) BYTES_MAX);
    String sum = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(jar.body()));
    assertThat(jar.headers().firstValue("ETag")).contains("\"" + sum + "\"");
    HttpResponse<byte[]> told = get(pool, "/worker.jar.sha256", "Bearer " + token);
    assertThat(new String(told.body(), StandardCharsets.UTF_8))
        .isEqualTo(sum + "  windhover-worker.jar\n");
    PortPool.Ended written = pool.run("worker-jar", "--out", "local.jar");
    assertThat(written.said().strip()).as("the same by command").isEqualTo(sum + "  local.jar");
    assertThat(Files.readAllBytes(folder.resolve("local.jar"))).isEqualTo(jar.body());
    try (var read = new JarFile(folder.resolve("local.jar").toFile())) {
      assertThat(read.stream().map(entry -> entry.getName()))
          .contains("io/windhover/workerprogram/WorkerProgram.class")
          .noneMatch(name -> name.startsWith("io/windhover/core"))
          .allMatch(
              name ->
                  name.startsWith("META-INF")
                      || "io/windhover/".startsWith(name)
                      || name.startsWith("io/windhover/"));
    }
    return jar.body();
  }

  /** What had ended is not run again; what was running is. */
  private Process killedAndStartedAgain(
      PortPool pool, Process worker, Path machine, String... words) throws Exception {
    Path ran = folder.resolve("ran");
    pool.write("long.yaml", "tasks: [{name: t, command: 'echo x >> %s; sleep 2'}]".formatted(ran));
    assertThat(pool.alice("submit", "-q", "long.yaml").said().strip()).isEqualTo("2");
    for (int i = 0; i < 1_200 && !Files.exists(ran); i++) {
      Thread.sleep(50);
    }
    worker.destroyForcibly().waitFor();
    Process again = start(machine, words);
    assertThat(pool.alice("watch", "2").exit()).isZero();
    assertThat(Files.readAllLines(ran)).containsExactly("x", "x");
    assertThat(pool.said("machine.out")).contains("1 task stopped with it");
    return again;
  }
}
