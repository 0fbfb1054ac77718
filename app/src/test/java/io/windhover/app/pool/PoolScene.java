package io.windhover.app.pool;

import static io.windhover.wire.xmpp.Namespaces.DISCO_INFO;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_JOB;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_STATUS;
import static io.windhover.wire.xmpp.Namespaces.POOL;

import io.windhover.app.Main;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.testkit.RawClient;
import io.windhover.xmpp.server.PrivateServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A way, a real manager in a process of its own, and clients that say what they like. */
final class PoolScene implements AutoCloseable {
  static final String DOMAIN = SceneWay.DOMAIN;
  static final Xml STATUS = Xml.of("query", KESTREL_STATUS);

  private static final int LOOKS_A_MINUTE = 600;
  private static final long LOOK_MILLIS = 100;

  private final SceneWay way;
  private final Path folder;
  private final String[] settings;
  private final List<RawClient> clients = new ArrayList<>();
  private final List<ManagerProcess> managers = new ArrayList<>();
  private int asked;

  PoolScene(SceneWay.Kind kind, Path folder) throws IOException, InterruptedException {
    this(kind.open(folder), folder);
  }

  /**
   * Starts a manager.
   *
   * @param settings more lines of the manager's
   */
  PoolScene(SceneWay way, Path folder, String... settings)
      throws IOException, InterruptedException {
    this.way = way;
    this.folder = folder;
    this.settings = settings;
    startManager();
  }

  /** A scene on each way, started at the same time. */
  static Map<SceneWay.Kind, PoolScene> onEachWay(Path folder) {
    return onEach(folder, SceneWay.Kind.values());
  }

  static Map<SceneWay.Kind, PoolScene> onEach(Path folder, SceneWay.Kind... kinds) {
    Map<SceneWay.Kind, CompletableFuture<PoolScene>> started = new EnumMap<>(SceneWay.Kind.class);
    for (SceneWay.Kind kind : kinds) {
      started.put(
          kind,
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return new PoolScene(kind, Files.createDirectory(folder.resolve(kind.name())));
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              },
              task -> new Thread(task).start()));
    }
    Map<SceneWay.Kind, PoolScene> scenes = new EnumMap<>(SceneWay.Kind.class);
    started.forEach((kind, scene) -> scenes.put(kind, scene.join()));
    return scenes;
  }

  SceneWay way() {
    return way;
  }

  /** The server of a scene that has one. */
  PrivateServer server() {
    return ((ServerSceneWay) way).server();
  }

  Path folder() {
    return folder;
  }

  /** All clients go; whoever comes next may take their places. */
  void clientsLeave() {
    clients.forEach(RawClient::close);
    clients.clear();
  }

  ManagerProcess startManager() throws IOException, InterruptedException {
    return launchManager().awaitSaid("manager ready");
  }

  /** Starts a manager and does not wait for it. */
  ManagerProcess launchManager() throws IOException {
    ManagerProcess manager = ManagerProcess.start(way, folder, "state", settings);
    managers.add(manager);
    return manager;
  }

  /** Kills the manager and starts another with an empty state folder of the same name. */
  void replaceState() throws IOException, InterruptedException {
    manager().kill();
    Path old = folder.resolve("state" + managers.size());
    Files.move(folder.resolve("state"), old);
    way.stateReplaced(old, folder.resolve("state"));
    startManager();
  }

  ManagerProcess manager() {
    return managers.get(managers.size() - 1);
  }

  /** What all managers of this scene have printed. */
  String said() throws IOException {
    var all = new StringBuilder();
    for (ManagerProcess manager : managers) {
      all.append(manager.said());
    }
    return all.toString();
  }

  /** A real worker in a process of its own. */
  Process startWorker(String user, String name, int cores) throws IOException {
    return startWorkerAt(way.reach(user), name, cores);
  }

  /**
   * Starts a worker.
   *
   * @param reach lines of its settings that say where the manager is
   */
  Process startWorkerAt(String reach, String name, int cores) throws IOException {
    Path config = folder.resolve(name + ".yaml");
    Files.writeString(
        config,
        reach
            + "name: %s\ncores: %d\ndir: %s\nheartbeat: 1s\n"
                .formatted(name, cores, folder.resolve("worker-" + name)));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "worker",
            "--config",
            config.toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve(name + ".out").toFile()))
        .start();
  }

  RawClient login(String user, String resource) throws IOException {
    RawClient client = way.login(user, resource);
    clients.add(client);
    return client;
  }

  /** Sends a request and waits for its answer, be it an error. */
  Stanza ask(RawClient client, String type, String to, Xml payload) throws IOException {
    asked++;
    String id = "q" + asked;
    client.say(Stanza.iq(type, id, null, Jid.of(to), payload));
    return client.hearAnswer(id);
  }

  static Xml asking(String what) {
    return Xml.of("ask", POOL).with("what", what);
  }

  static Xml wish(String action) {
    return Xml.of("job", KESTREL_JOB).with("action", action);
  }

  /** Waits until server and manager have dealt with all that this client said before. */
  void awaitServed(RawClient client) throws IOException {
    var served = new CountDownLatch(1);
    client.listen(
        stanza -> {
          if (stanza.id().equals("served")) {
            served.countDown();
          }
        });
    client.say(Stanza.iq("get", "served", null, Jid.of("pool@" + way.domain()), STATUS));
    try {
      if (!served.await(2, TimeUnit.MINUTES)) {
        throw new IOException("not served in two minutes");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** What the answer to a chat message says. */
  String chat(RawClient client, String to, String words) throws IOException {
    client.say("<message to='%s' type='chat'><body>%s</body></message>".formatted(to, words));
    Stanza answer = client.hear(stanza -> stanza.kind() == Stanza.Kind.MESSAGE);
    return answer.payload().get(0).text();
  }

  int submit(RawClient client, String command, int tasks) throws IOException {
    return submit(client, command, "", tasks);
  }

  int submit(RawClient client, String command, String cleanup, int tasks) throws IOException {
    Xml job =
        wish("submit")
            .with("queue", tasks)
            .with("roster", "false")
            .with(Xml.text("command", KESTREL_JOB, command))
            .with(Xml.text("cleanup", KESTREL_JOB, cleanup));
    Stanza answer = ask(client, "set", "submit@" + way.domain(), job);
    return Integer.parseInt(answer.payload().get(0).attribute("id"));
  }

  /** queued, running, completed of a job, as its owner sees them. */
  String counts(RawClient owner, int job) throws IOException {
    Xml answer = ask(owner, "get", "job_" + job + "@" + way.domain(), STATUS).payload().get(0);
    Xml counts = answer.children("job").get(0);
    return "%s queued, %s running, %s completed"
        .formatted(text(counts, "queued"), text(counts, "running"), text(counts, "completed"));
  }

  /** Waits until they are these. */
  void awaitCounts(RawClient owner, int job, String counts)
      throws IOException, InterruptedException {
    awaitCounts(owner, job, counts, 2);
  }

  void awaitCounts(RawClient owner, int job, String counts, int minutes)
      throws IOException, InterruptedException {
    String seen = "";
    for (int looks = 0; !seen.equals(counts); looks++) {
      if (looks == minutes * LOOKS_A_MINUTE) {
        throw new AssertionError("expected " + counts + ", is " + seen);
      }
      seen = counts(owner, job);
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private static String text(Xml element, String child) {
    return element.child(child).orElseThrow().text();
  }

  /** What a worker of one core says when it joins. */
  static String joining(String user, String resource) {
    String worker = "<worker xmlns='windhover:worker' session='%s' cores='1' free='1'/>";
    return "<presence to='pool@%s'>%s</presence>"
        .formatted(DOMAIN, worker.formatted(user + resource));
  }

  /** Joins as a worker of one core; answers when it is welcome. */
  RawClient join(String user, String resource) throws IOException {
    RawClient worker = login(user, resource);
    worker.say(joining(user, resource));
    for (String feature : List.of("kestrel:tasks", "linux")) {
      Stanza question = worker.hearIqWith(DISCO_INFO);
      Xml info = Xml.of("query", DISCO_INFO);
      String node = question.payload().get(0).attribute("node");
      info = node.isEmpty() ? info : info.with("node", node);
      worker.say(
          Stanza.iq(
              "result",
              question.id(),
              null,
              question.from(),
              info.with(Xml.of("feature", DISCO_INFO).with("var", feature))));
    }
    worker.hear(stanza -> stanza.kind() == Stanza.Kind.PRESENCE && stanza.type().isEmpty());
    return worker;
  }

  @Override
  public void close() {
    clientsLeave();
    managers.forEach(ManagerProcess::close);
    way.close();
  }
}
