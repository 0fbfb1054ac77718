package io.windhover.depot.s3;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A real S3 service on loopback: s3proxy in a process of its own, with its data in a folder. */
public final class S3Service implements AutoCloseable {
  public static final S3Credentials CREDENTIALS = new S3Credentials("tester", "secret-1", "");
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Process process;
  private final URI endpoint;

  private S3Service(Process process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  public static S3Service start(Path folder) throws IOException, InterruptedException {
    Path data = Files.createDirectories(folder.resolve("data"));
    var endpoint = URI.create("http://127.0.0.1:" + freePort());
    Path settings =
        Files.write(
            folder.resolve("s3proxy.conf"),
            List.of(
                "s3proxy.endpoint=" + endpoint,
                "s3proxy.authorization=aws-v4",
                "s3proxy.identity=" + CREDENTIALS.accessKey(),
                "s3proxy.credential=" + CREDENTIALS.secretKey(),
                "jclouds.provider=filesystem-nio2",
                "jclouds.filesystem.basedir=" + data));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-DLOG_LEVEL=error",
                "-cp",
                System.getProperty("java.class.path"),
                "org.gaul.s3proxy.Main",
                "--properties",
                settings.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("s3proxy.log").toFile())
            .start();
    var service = new S3Service(process, endpoint);
    service.awaitReady(folder.resolve("s3proxy.log"));
    return service;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** There is no event to wait for: it answers, or does not yet. */
  private void awaitReady(Path log) throws IOException, InterruptedException {
    long untilNanos = System.nanoTime() + PATIENCE_NANOS;
    while (!answers()) {
      if (!process.isAlive() || System.nanoTime() > untilNanos) {
        close();
        throw new IllegalStateException("s3proxy does not start: " + Files.readString(log));
      }
      Thread.sleep(50);
    }
  }

  private boolean answers() {
    try {
      var connection = (HttpURLConnection) endpoint.toURL().openConnection();
      return connection.getResponseCode() > 0;
    } catch (IOException notYet) {
      return false;
    }
  }

  public S3Address address(String bucket, String prefix) {
    return new S3Address(endpoint, "us-east-1", bucket, prefix);
  }

  /** An empty depot in a bucket of its own, which takes files over five megabytes in parts. */
  public S3Depot depot(String bucket) throws IOException {
    S3Address address = address(bucket, "pool/");
    makeBucket(address);
    return new S3Depot(address, () -> CREDENTIALS, 5 << 20);
  }

  private static void makeBucket(S3Address address) throws IOException {
    var calls = new S3Calls(address, () -> CREDENTIALS);
    var made =
        calls.answer(
            new S3Calls.Call(
                "PUT",
                "",
                Map.of(),
                Map.of(),
                BodyPublishers::noBody,
                S3Signer.sha256(new byte[0]),
                Duration.ofSeconds(20)),
            BodyHandlers.ofString());
    if (made.statusCode() != HttpURLConnection.HTTP_OK) {
      throw new IOException("no bucket: " + made.statusCode() + " " + made.body());
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
