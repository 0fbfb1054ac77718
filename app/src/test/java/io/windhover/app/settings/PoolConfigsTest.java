package io.windhover.app.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.app.CommandFailure;
import io.windhover.host.ThisMachine;
import io.windhover.manager.Keeping;
import io.windhover.store.Store.Durability;
import io.windhover.workload.scenario.StorePlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What managers and workers are told when they start. */
final class PoolConfigsTest {
  @TempDir private Path dir;
  private Path file;

  @BeforeEach
  void aSecret() throws IOException {
    file = dir.resolve("config.yaml");
    Path secret = Files.writeString(dir.resolve("secret"), "hunter2\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
  }

  private ManagerConfig manager(String text) throws IOException {
    return ManagerConfig.read(Files.writeString(file, text));
  }

  private WorkerConfig worker(String text) throws IOException {
    return WorkerConfig.read(Files.writeString(file, text));
  }

  @Test
  void aManagerNeedsItsDomainAndItsSecret() throws IOException {
    ManagerConfig manager = manager("{domain: manager.example.org, secretFile: secret}\n");

    ManagerConfig.XmppConfig xmpp = manager.xmpp().orElseThrow();
    assertThat(xmpp.server()).hasToString("localhost:5347");
    assertThat(xmpp.secret().read()).isEqualTo("hunter2".toCharArray());
    assertThat(manager.port()).isEmpty();
    assertThat(manager.dir()).isEqualTo(dir.resolve(".windhover/manager.example.org"));
    assertThat(manager.accounts().workers()).hasToString("worker*@example.org");
    assertThat(manager.accounts().users()).hasToString("*@example.org");
    assertThat(manager.policy().name()).isEqualTo("match");
    assertThat(manager.silenceMillis()).isEqualTo(60_000);
    assertThat(manager.settlingMillis()).isEqualTo(5_000);
    assertThat(manager.durability()).isEqualTo(Durability.POWER_LOSS);
    assertThat(manager.keeping()).isEqualTo(Keeping.USUAL);
    assertThat(manager.toString()).doesNotContain("hunter2");
  }

  @Test
  void aManagerWithEverythingWrittenOut() throws IOException {
    ManagerConfig manager =
        manager(
            """
            domain: manager.example.org
            server: 127.0.0.1:5275
            secretFile: secret
            dir: state
            workers: [vm-*@cloud.example.com, node?@example.org]
            users: alice@example.org
            policy: {name: match}
            silence: 2m
            settling: 7s
            durability: process-crash
            finishedJobs: 20
            failedJobs: 5
            keepFinished: 7d
            journalSteps: 3000
            store: kept
            """);

    assertThat(manager.xmpp().orElseThrow().server()).hasToString("127.0.0.1:5275");
    assertThat(manager.dir()).isEqualTo(dir.resolve("state"));
    assertThat(manager.accounts().workers().match("vm-17@cloud.example.com/agent")).isTrue();
    assertThat(manager.accounts().workers().match("node7@example.org")).isTrue();
    assertThat(manager.accounts().workers().match("node17@example.org")).isFalse();
    assertThat(manager.accounts().users().match("Alice@Example.org/phone")).isTrue();
    assertThat(manager.accounts().users().match("mallory@example.org")).isFalse();
    assertThat(manager.silenceMillis()).isEqualTo(120_000);
    assertThat(manager.settlingMillis()).isEqualTo(7_000);
    assertThat(manager.durability()).isEqualTo(Durability.PROCESS_CRASH);
    assertThat(manager.keeping()).isEqualTo(new Keeping(20, 5, 7 * 86_400_000L, 3_000));
    assertThat(manager.store()).contains(StorePlace.of(dir.resolve("kept")));
  }

  @Test
  void howMuchIsKeptIsChecked() throws IOException {
    String start = "{domain: manager.example.org, secretFile: secret, ";
    assertThat(manager(start + "finishedJobs: 100}\n").keeping().failedJobs()).isEqualTo(100);
    assertThatThrownBy(() -> manager(start + "finishedJobs: 3, failedJobs: 4}\n"))
        .hasMessageContaining("failedJobs: 4 is more than finishedJobs, 3; expected at most as");
    assertThatThrownBy(() -> manager(start + "finishedJobs: -1}\n"))
        .hasMessageContaining("finishedJobs");
    assertThatThrownBy(() -> manager(start + "keepFinished: never}\n"))
        .hasMessageContaining("keepFinished");
    assertThatThrownBy(() -> manager(start + "journalSteps: many}\n"))
        .hasMessageContaining("journalSteps");
  }

  @Test
  void aManagerWithAPortNeedsNothingElse() throws IOException {
    ManagerConfig manager = manager("port: {}\n");
    assertThat(manager.xmpp()).isEmpty();
    assertThat(manager.port().orElseThrow().listen()).hasToString("127.0.0.1:8443");
    assertThat(manager.accounts().workers()).hasToString("worker*@pool");
    assertThat(manager.accounts().users()).hasToString("*@pool");

    ManagerConfig both =
        manager(
            "{domain: manager.example.org, secretFile: secret, port: {listen: '0.0.0.0:9443'}}\n");
    assertThat(both.xmpp()).isPresent();
    assertThat(both.port().orElseThrow().listen()).hasToString("0.0.0.0:9443");
    assertThat(both.accounts().workers()).hasToString("worker*@example.org");

    assertThatThrownBy(() -> manager("port: {certificate: secret}\n"))
        .hasMessageContaining("has one of certificate and key; expected both, or none");
    assertThatThrownBy(() -> manager("port: 8443\n")).hasMessageContaining("is no map");
    assertThatThrownBy(() -> manager("port: {listen: '8443'}\n"))
        .hasMessageContaining("8443 has no host; expected listen: 0.0.0.0:8443");
  }

  @Test
  void aWorkerAtAPortNamesNoDomain() throws IOException {
    WorkerConfig worker =
        worker(
            """
            server: https://manager.example.org
            user: worker-1@pool
            passwordFile: secret
            fingerprint: "%s"
            """
                .formatted("AB:".repeat(31) + "CD"));
    assertThat(worker.server()).hasToString("https://manager.example.org:8443");
    assertThat(worker.fingerprint()).contains("ab".repeat(31) + "cd");
    assertThat(worker.manager()).isEqualTo("manager");
    assertThatThrownBy(
            () ->
                worker(
                    "{server: 'https://a', user: w@p, passwordFile: secret, fingerprint: '12'}\n"))
        .hasMessageContaining("is no SHA-256; expected 64 hexadecimal digits");
    assertThatThrownBy(() -> worker("{server: 'http://a:8443', user: w@p, passwordFile: secret}\n"))
        .hasMessageContaining("or https://host:port");
  }

  @Test
  void aStarStaysOnItsSideOfTheAddress() {
    var workers = JidPatterns.of(List.of("worker*@example.org"));

    assertThat(workers.match("worker@example.org")).isTrue();
    assertThat(workers.match("worker1@example.org.evil.net")).isFalse();
    assertThat(workers.match("worker1@evil.net/@example.org")).isFalse();
    assertThat(workers.match("worker1@evil@example.org")).isFalse();
    assertThat(workers.match("worker1@exampleXorg")).isFalse();
  }

  @Test
  void aManagersMistakesAreAllSaid() throws IOException {
    Files.setPosixFilePermissions(
        dir.resolve("secret"), PosixFilePermissions.fromString("rw-r--r--"));

    assertThatThrownBy(
            () ->
                manager(
                    """
                    domain: pool
                    secretFile: secret
                    workers: "*"
                    policy: {name: mach}
                    silence: 10ms
                    durability: none
                    timeout: 5s
                    """))
        .isInstanceOf(CommandFailure.class)
        .satisfies(
            e ->
                assertThat(String.valueOf(e.getMessage()).split("\n"))
                    .satisfiesExactly(
                        line ->
                            assertThat(line)
                                .startsWith(file + ":1: users: is missing, and the domain pool"),
                        line ->
                            assertThat(line)
                                .startsWith(file + ":2: secretFile: " + dir.resolve("secret"))
                                .endsWith("others may use it; expected mode 0600 (chmod 600 FILE)"),
                        line ->
                            assertThat(line)
                                .isEqualTo(
                                    file
                                        + ":3: workers: \"*\" is no pattern of accounts; expected"
                                        + " one like worker*@example.org"),
                        line -> assertThat(line).startsWith(file + ":4: policy: ").contains("mach"),
                        line ->
                            assertThat(line)
                                .isEqualTo(
                                    file
                                        + ":5: silence: \"10ms\" is out of range; expected from 1s"
                                        + " to 86400s"),
                        line -> assertThat(line).startsWith(file + ":6: durability: \"none\""),
                        line -> assertThat(line).startsWith(file + ":7: timeout: is not a field")));
  }

  @Test
  void aWorkerTakesTheWholeMachineUnlessToldOtherwise() throws IOException {
    WorkerConfig worker =
        worker("{user: worker1@example.org, passwordFile: secret, manager: manager.example.org}\n");

    assertThat(worker.server()).hasToString("example.org:5222");
    assertThat(worker.cores()).isEqualTo(ThisMachine.processors());
    assertThat(worker.memoryBytes()).isEqualTo(ThisMachine.memoryBytes());
    assertThat(worker.offers()).isEmpty();
    assertThat(worker.heartbeatMillis()).isEqualTo(15_000);
    assertThat(worker.dir()).isEqualTo(dir.resolve(".windhover").resolve(worker.name()));
  }

  @Test
  void aWorkerWithEverythingWrittenOut() throws IOException {
    WorkerConfig worker =
        worker(
            """
            server: xmpp.example.org
            user: worker1@example.org
            passwordFile: ./secret
            manager: manager.example.org
            certificate: secret
            dir: /var/lib/windhover
            name: vm-7
            cores: 4
            memory: 8GB
            offers: [python3, site=clemson]
            heartbeat: 5s
            """);

    assertThat(worker.server()).hasToString("xmpp.example.org:5222");
    assertThat(worker.password().path()).isEqualTo(dir.resolve("secret"));
    assertThat(worker.certificate()).contains(dir.resolve("secret"));
    assertThat(worker.dir()).isEqualTo(Path.of("/var/lib/windhover"));
    assertThat(worker.name()).isEqualTo("vm-7");
    assertThat(worker.cores()).isEqualTo(4);
    assertThat(worker.memoryBytes()).isEqualTo(8_000_000_000L);
    assertThat(worker.offers()).containsExactly("python3", "site=clemson");
    assertThat(worker.heartbeatMillis()).isEqualTo(5_000);
  }

  @Test
  void aWorkersPasswordStaysOutOfItsSettings() {
    assertThatThrownBy(
            () -> worker("user: w@example.org\nmanager: m.example.org\nPassword: hunter2\n"))
        .hasMessageStartingWith(file + ":3: Password: secrets do not belong in this file")
        .hasMessageEndingWith("say passwordFile: THAT-FILE")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void aFileThatIsNotThereOrNoSettingsIsSaidSo() throws IOException {
    assertThatThrownBy(() -> WorkerConfig.read(dir.resolve("none.yaml")))
        .hasMessage(dir.resolve("none.yaml") + ": no such file; expected a worker's settings");
    Files.writeString(file, "- a\n");
    assertThatThrownBy(() -> ManagerConfig.read(file))
        .hasMessage(
            file + ":1: the file holds a list; expected a manager's settings, which is a map");
  }
}
