package io.windhover.xmpp.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.host.DetachedProcess;
import io.windhover.host.PrivateFiles;
import io.windhover.host.ProcessMark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What lies in deploy/xmpp for a site works: ejabberd comes up with it and lets workers in. */
final class DeployedServerTest {
  private static final Path DEPLOY =
      Path.of(System.getProperty("windhover.root"), "deploy", "xmpp");
  private static final String SEED = "a seed for tests";
  private static final String IMPORT =
      """
      ok = ejabberd_piefxis:import_file(<<"workers.xml">>),
      ok = file:write_file("imported", <<>>).
      """;

  @TempDir private Path folder;

  @Test
  void ejabberdComesUpWithTheShippedSettings() throws Exception {
    PrivateServer.prepare(ServerKind.EJABBERD, folder, "manager.localhost");
    Ports ports = Ports.choose();
    deploy(ports);
    ProcessMark server = start();
    try {
      awaitImport(server);
      try (var worker = new RawStream(ports.c2s())) {
        worker.open("jabber:client", "example.org");
        assertThat(worker.hear("(<stream:features>.*</stream:features>)"))
            .contains("<required/>")
            .doesNotContain("<mechanisms");
        worker.startTls();
        worker.open("jabber:client", "example.org");
        worker.hear("</stream:features>");
        assertThat(worker.authenticate("worker-2", password("worker-2"))).isEqualTo("success");
      }
      try (var manager = new RawStream(ports.component())) {
        assertThat(manager.handshake("manager.example.org", "a test's secret"))
            .isEqualTo("handshake");
      }
    } finally {
      server.end(Duration.ofSeconds(20));
    }
  }

  /** Puts things where the documentation says, below a folder instead of /etc. */
  private void deploy(Ports ports) throws IOException, InterruptedException {
    String settings =
        Files.readString(DEPLOY.resolve("ejabberd.yml"))
            .replace("/etc/ejabberd/", folder + "/")
            .replace("port: 5222", "port: " + ports.c2s())
            .replace("port: 5347", "port: " + ports.component());
    Files.writeString(folder.resolve("ejabberd.yml"), settings);
    String secret =
        Files.readString(DEPLOY.resolve("windhover-secret.yml.example"))
            .replace("put-the-shared-secret-here", "a test's secret");
    PrivateFiles.write(folder.resolve("windhover-secret.yml"), secret);
    Path certificates = Files.createDirectory(folder.resolve("certs"));
    makeCertificate(certificates.resolve("own.pem"));
    makeAccounts();
  }

  private static void makeCertificate(Path both) throws IOException, InterruptedException {
    Path key = both.resolveSibling("key");
    Path certificate = both.resolveSibling("certificate");
    Certificate.make("example.org", key, certificate);
    Files.writeString(both, Files.readString(key) + Files.readString(certificate));
  }

  private void makeAccounts() throws IOException, InterruptedException {
    Path seed = Files.writeString(folder.resolve("seed"), SEED + "\n");
    Process make =
        new ProcessBuilder(
                DEPLOY.resolve("make-accounts").toString(), "example.org", "worker-", "1", "3")
            .redirectInput(seed.toFile())
            .redirectOutput(folder.resolve("workers.xml").toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(make.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(make.exitValue()).isZero();
  }

  private ProcessMark start() throws IOException {
    var recipe = new EjabberdRecipe(new ServerFolder(folder), ServerKind.EJABBERD.program());
    Files.writeString(folder.resolve("accounts.erl"), IMPORT);
    var environment = new TreeMap<>(recipe.environment());
    return DetachedProcess.start(
        recipe.command(), folder, environment, folder.resolve("server.out"));
  }

  private void awaitImport(ProcessMark server) throws InterruptedException {
    long until = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (!Files.exists(folder.resolve("imported"))) {
      assertThat(server.isRunning() && System.nanoTime() < until)
          .as(new ServerFolder(folder).lastWords())
          .isTrue();
      Thread.sleep(50);
    }
  }

  private static String password(String name) throws Exception {
    byte[] text = (SEED + ":" + name).getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
  }

  @Test
  void machinesMakeThePasswordThatTheirAccountHas() throws IOException {
    String recipe = "\"$SEED\" \"$name\" | openssl dgst -sha256 -r | cut -c1-64";
    assertThat(Files.readString(DEPLOY.resolve("cloud-init.yaml"))).contains("'%s:%s' " + recipe);
    assertThat(Files.readString(DEPLOY.resolve("make-accounts")))
        .contains("'%s:%s' " + recipe.replace("$SEED", "$seed"));
  }
}
