package io.windhover.app.pool;

import static io.windhover.app.pool.PoolScene.DOMAIN;
import static io.windhover.app.pool.PoolScene.STATUS;
import static io.windhover.app.pool.PoolScene.asking;
import static io.windhover.app.pool.PoolScene.wish;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_JOB;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_TASK;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.testkit.RawClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whoever tries gets nothing of another's, on any way, from a real manager. One pool on each way
 * has all the stories, so their order matters: first those without workers, last the one that ends
 * the manager; each takes back the jobs it has submitted.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class PoolSecurityIT {
  private static final String POOL = "pool@" + DOMAIN;
  private static final String SUBMIT = "submit@" + DOMAIN;

  @TempDir private static Path folder;

  private static Map<SceneWay.Kind, PoolScene> scenes = Map.of();

  @BeforeAll
  static void pools() {
    scenes = PoolScene.onEachWay(folder);
  }

  @AfterEach
  void everybodyLeaves() {
    scenes.values().forEach(PoolScene::clientsLeave);
  }

  @AfterAll
  static void end() {
    scenes.values().forEach(PoolScene::close);
  }

  private static void takeBack(PoolScene scene, RawClient owner, String... jobs)
      throws IOException {
    for (String job : jobs) {
      Stanza answer = scene.ask(owner, "set", SUBMIT, wish("cancel").with("id", job));
      assertThat(answer.type()).isEqualTo("result");
    }
  }

  private static String jobAddress(int job) {
    return "job_" + job + "@" + DOMAIN;
  }

  /** All that can be asked about a job, as what is answered: a condition and its words. */
  private static List<String> askAll(PoolScene scene, RawClient client, int job)
      throws IOException {
    String to = jobAddress(job);
    List<Stanza> answers = new ArrayList<>();
    answers.add(scene.ask(client, "get", to, STATUS));
    answers.add(scene.ask(client, "get", to, asking("job")));
    answers.add(scene.ask(client, "get", to + "/0", asking("logs")));
    for (String action : List.of("cancel", "retry")) {
      answers.add(scene.ask(client, "set", to, wish(action)));
      answers.add(scene.ask(client, "set", SUBMIT, wish(action).with("id", job)));
      answers.add(scene.ask(client, "set", DOMAIN, wish(action).with("id", job)));
    }
    List<String> said = new ArrayList<>();
    for (Stanza answer : answers) {
      said.add(answer.type() + " " + answer.condition() + " " + answer.errorText());
    }
    for (String words : List.of("status", "cancel", "retry")) {
      said.add(scene.chat(client, POOL, words + " " + job));
      said.add(scene.chat(client, to, words));
    }
    return said.stream().map(words -> words.replace(Integer.toString(job), "N")).toList();
  }

  @ParameterizedTest
  @EnumSource
  @Order(1)
  void anothersJobLooksLikeNoneAndStaysAsItIs(SceneWay.Kind kind) throws Exception {
    PoolScene scene = scenes.get(kind);
    RawClient alice = scene.login("alice", "laptop");
    RawClient bob = scene.login("bob", "laptop");
    int job = scene.submit(alice, "secret-command", 3);

    List<String> answers = askAll(scene, bob, job);
    assertThat(answers).isEqualTo(askAll(scene, bob, 77));
    assertThat(answers.subList(0, 9)).allMatch(words -> words.startsWith("error item-not-found"));
    assertThat(answers.subList(9, 15)).allMatch(words -> words.contains("no job N"));

    assertThat(scene.ask(bob, "get", SUBMIT, STATUS).payload().get(0).children()).isEmpty();
    String jobs = scene.ask(bob, "get", SUBMIT, asking("jobs")).payload().get(0).text();
    assertThat(jobs).isEqualTo("{\"jobs\":[]}");
    assertThat(scene.chat(bob, POOL, "jobs")).isEqualTo("you have submitted no job");
    assertThat(scene.chat(bob, POOL, "status")).contains("no job of yours");

    for (String type : List.of("unsubscribe", "unsubscribed", "subscribe")) {
      bob.say("<presence to='%s' type='%s'/>".formatted(jobAddress(job), type));
    }
    Xml again = wish("submit").with("upload", "u1").with("roster", "false");
    Xml command = Xml.text("command", KESTREL_JOB, "true");
    Xml hers = scene.ask(alice, "set", SUBMIT, again.with(command)).payload().get(0);
    Xml his = scene.ask(bob, "set", SUBMIT, again.with(command)).payload().get(0);
    assertThat(his.attribute("id")).isNotEqualTo(hers.attribute("id"));

    assertThat(scene.counts(alice, job)).isEqualTo("3 queued, 0 running, 0 completed");
    takeBack(scene, alice, "" + job, hers.attribute("id"));
    takeBack(scene, bob, his.attribute("id"));
  }

  @ParameterizedTest
  @EnumSource
  @Order(2)
  void nobodySpeaksInAnothersName(SceneWay.Kind kind) throws Exception {
    PoolScene scene = scenes.get(kind);
    RawClient alice = scene.login("alice", "laptop");
    int job = scene.submit(alice, "true", 3);
    for (String from : List.of("alice@localhost/laptop", "alice@localhost", DOMAIN, POOL)) {
      RawClient forger = scene.login("bob", "forger");
      forger.say(
          "<iq type='set' id='f' from='%s' to='%s'>".formatted(from, jobAddress(job))
              + "<job xmlns='kestrel:job' action='cancel'/></iq>");
      // Refused or the connection closed; whatever is said after it is in nobody's name.
      assertThat(refused(forger)).as(from).isTrue();
      forger.close();
    }
    assertThat(scene.counts(alice, job)).isEqualTo("3 queued, 0 running, 0 completed");
    takeBack(scene, alice, "" + job);
  }

  private static boolean refused(RawClient forger) {
    try {
      return forger.hearAnswer("f").type().equals("error");
    } catch (IOException closed) {
      return String.valueOf(closed.getMessage()).startsWith("closed");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Order(3)
  void whoMayNotWorkDoesNot(SceneWay.Kind kind) throws Exception {
    PoolScene scene = scenes.get(kind);
    RawClient alice = scene.login("alice", "laptop");
    int job = scene.submit(alice, "true", 3);
    RawClient bob = scene.login("bob", "vm1");
    bob.say(
        "<presence to='%s'>".formatted(POOL)
            + "<worker xmlns='windhover:worker' session='s' cores='9' free='9'/></presence>");
    Stanza refusal = bob.hear(s -> s.kind() == Stanza.Kind.PRESENCE && s.type().equals("error"));
    assertThat(refusal.condition()).isEqualTo("forbidden");
    bob.say("<presence to='%s' type='subscribe'/>".formatted(POOL));
    bob.say("<presence to='%s'/>".formatted(POOL));
    for (String action : List.of("started", "finished")) {
      assertThat(report(scene, bob, job, 0, action, 1).type()).isEqualTo("error");
    }
    assertThat(scene.chat(alice, POOL, "workers")).isEqualTo("0 workers");
    assertThat(scene.counts(alice, job)).isEqualTo("3 queued, 0 running, 0 completed");
    takeBack(scene, alice, "" + job);
  }

  private static Stanza report(
      PoolScene scene, RawClient client, int job, int task, String action, int attempt)
      throws IOException {
    Xml said =
        Xml.of("task", KESTREL_TASK)
            .with("action", action)
            .with("exit", 0)
            .with("attempt", attempt)
            .with(Xml.text("tail", KESTREL_TASK, "tail of " + client.address()));
    return scene.ask(client, "set", jobAddress(job) + "/" + task, said);
  }

  @ParameterizedTest
  @EnumSource
  @Order(4)
  void aWorkerReportsOnlyWhatItWasGiven(SceneWay.Kind kind) throws Exception {
    PoolScene scene = scenes.get(kind);
    RawClient alice = scene.login("alice", "laptop");
    int job = scene.submit(alice, "true", 3);
    RawClient first = scene.join("worker-1", "vm1");
    int taken = take(first);
    RawClient second = scene.join("worker-2", "vm2");
    int others = take(second);
    assertThat(others).isNotEqualTo(taken);

    RawClient sibling = scene.login("worker-1", "vm9");
    for (RawClient stranger : List.of(sibling, alice)) {
      assertThat(report(scene, stranger, job, taken, "finished", 1).type()).isEqualTo("error");
    }
    // Workers get an answer, or they would say it for ever; it comes to nothing.
    report(scene, second, job, taken, "finished", 1);
    report(scene, first, job, taken, "finished", 2);
    report(scene, first, job, 2, "finished", 1);
    report(scene, first, job, 2_000, "finished", 1);
    report(scene, first, job + 1, 0, "finished", 1);
    Xml batch =
        Xml.of("tasks", "windhover:batch")
            .with(
                Xml.of("task", KESTREL_TASK)
                    .with("action", "finished")
                    .with("attempt", 1)
                    .with("exit", 0)
                    .with("job", job)
                    .with("task", taken));
    scene.ask(second, "set", POOL, batch);
    assertThat(scene.counts(alice, job)).isEqualTo("1 queued, 2 running, 0 completed");
    for (int task = 0; task < 3; task++) {
      assertThat(logs(scene, alice, job, task)).doesNotContain("tail of");
    }

    assertThat(report(scene, first, job, taken, "finished", 1).type()).isEqualTo("result");
    assertThat(scene.counts(alice, job)).endsWith("1 completed");
    assertThat(logs(scene, alice, job, taken)).contains("tail of worker-1@localhost/vm1");
    takeBack(scene, alice, "" + job);
  }

  private static String logs(PoolScene scene, RawClient owner, int job, int task)
      throws IOException {
    return scene
        .ask(owner, "get", jobAddress(job) + "/" + task, asking("logs"))
        .payload()
        .get(0)
        .text();
  }

  /** Takes the order that comes; answers which task it is. */
  private static int take(RawClient worker) throws IOException {
    Stanza order = worker.hearIqWith(KESTREL_TASK);
    worker.say(new Stanza(Stanza.Kind.IQ, "result", order.id(), null, order.from(), List.of()));
    return Integer.parseInt(order.from().resource());
  }

  @ParameterizedTest
  @EnumSource
  @Order(5)
  void secretsAreInNoLogOnNoCommandLineAndInNoState(SceneWay.Kind kind) throws Exception {
    PoolScene scene = scenes.get(kind);
    RawClient alice = scene.login("alice", "laptop");
    scene.submit(alice, "true", 3);
    scene.join("worker-1", "vm5");
    List<String> secrets = scene.way().secrets("alice", "worker-1");
    assertThat(secrets).allMatch(secret -> secret.length() >= 16);
    for (String line : commandLines()) {
      assertThat(line).doesNotContain(secrets);
    }
    scene.manager().end();
    assertThat(scene.said()).contains("manager stopping").doesNotContain(secrets);
    try (Stream<Path> files = Files.walk(scene.folder())) {
      for (Path file : files.filter(PoolSecurityIT::mayBeRead).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(secrets);
      }
    }
  }

  /** What others than the owner may read, logs, and the manager's state; not the accounts. */
  private static boolean mayBeRead(Path file) {
    try {
      return Files.isRegularFile(file)
          && !file.toString().contains("/server/data/")
          && (file.toString().endsWith(".log")
              || file.toString().contains("/state")
              || Files.getPosixFilePermissions(file).size() > 2);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> commandLines() throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      for (Path process : processes.filter(p -> p.toString().matches("/proc/[0-9]+")).toList()) {
        try {
          lines.add(Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1));
        } catch (IOException ended) {
          // It is no more.
        }
      }
    }
    assertThat(lines).anyMatch(line -> line.contains("io.windhover.app.Main"));
    return lines;
  }
}
