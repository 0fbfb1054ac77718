package io.windhover.app.pool;

import static io.windhover.wire.xmpp.Namespaces.JOB;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.step.Attempt;
import io.windhover.core.step.World;
import io.windhover.manager.Keeping;
import io.windhover.manager.Manager;
import io.windhover.manager.ManagerSettings;
import io.windhover.manager.Recovery;
import io.windhover.policies.match.Match;
import io.windhover.store.SqliteStore;
import io.windhover.store.StateLayout;
import io.windhover.store.Store;
import io.windhover.store.StoreView;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.InProcessWire;
import io.windhover.wire.ToManager;
import io.windhover.wire.WorkerProfile;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.zip.DeflaterOutputStream;

/** A desk before a real manager, without a network, in a time of its own. */
final class DeskScene implements AutoCloseable {
  static final Jid ALICE = Jid.of("alice@example.org/laptop");
  static final Jid BOB = Jid.of("bob@example.org/phone");
  static final String DOMAIN = "manager.example.org";

  private final Path folder;
  private final DeskLimits limits;
  private final Rights rights;
  private final Keeping keeping;
  private final List<Stanza> said = new ArrayList<>();
  private Store store;
  private StoreView view;
  private Manager manager;
  private PoolDesk desk;
  private long nowMillis = 1_000_000;
  private int ids;
  private boolean busy;
  private final Queue<Runnable> waiting = new ArrayDeque<>();

  DeskScene(Path folder, DeskLimits limits) {
    this(
        folder,
        limits,
        Rights.of(user -> user.domain().equals("example.org") && !user.local().equals("eve")));
  }

  DeskScene(Path folder, DeskLimits limits, Rights rights) {
    this(folder, limits, rights, Keeping.USUAL);
  }

  DeskScene(Path folder, DeskLimits limits, Rights rights, Keeping keeping) {
    this.folder = folder;
    this.keeping = keeping;
    this.limits = limits;
    this.rights = rights;
    this.store = SqliteStore.create(database());
    begin();
  }

  private void begin() {
    ManagerSettings settings =
        ManagerSettings.POOL.with(60_000, Store.Durability.PROCESS_CRASH).keeping(keeping, 20);
    manager =
        new Manager(
            Recovery.load(store, new Match(Match.Impossible.WAITS)), store, settings, (b, d) -> {});
    manager.start(new InProcessWire(manager), nowMillis);
    view = SqliteStore.openForReading(database());
    desk =
        new PoolDesk(
            new PoolDesk.Settings(DOMAIN, rights, limits, () -> new Match(Match.Impossible.WAITS)),
            manager,
            view,
            said::add,
            this::atTheDesk,
            () -> nowMillis);
  }

  /** The desk is busy: what comes waits. */
  void busy() {
    busy = true;
  }

  /** It is no longer. */
  void free() {
    busy = false;
    while (!waiting.isEmpty()) {
      waiting.remove().run();
    }
  }

  private void atTheDesk(Runnable task) {
    if (busy) {
      waiting.add(task);
    } else {
      task.run();
    }
  }

  void restart() {
    close();
    store = SqliteStore.open(database());
    begin();
    desk.connected();
  }

  private Path database() {
    return new StateLayout(folder).database();
  }

  World world() {
    return manager.world();
  }

  /** Keeps a text in the store, as whoever starts a manager does. */
  void put(String key, String text) {
    store.put(key, text);
  }

  PoolDesk desk() {
    return desk;
  }

  /** Time goes by. */
  long nowMillis() {
    return nowMillis;
  }

  void pass(long millis) {
    nowMillis += millis;
    manager.turn(nowMillis);
    desk.tick();
    manager.turn(nowMillis);
  }

  /** Says something and answers what is said meanwhile. */
  List<Stanza> say(Stanza stanza) {
    said.clear();
    boolean known = desk.received(stanza);
    pass(2);
    assertThat(known || said.isEmpty()).as("what is not known is not answered").isTrue();
    return List.copyOf(said);
  }

  /** What was said since the last call. */
  List<Stanza> heard() {
    List<Stanza> heard = List.copyOf(said);
    said.clear();
    return heard;
  }

  /** Sends an iq and answers the one answer to it. */
  Stanza ask(String type, Jid from, String to, Xml payload) {
    String id = "q" + ++ids;
    List<Stanza> answers =
        say(Stanza.iq(type, id, from, Jid.of(to), payload)).stream()
            .filter(stanza -> stanza.kind() == Stanza.Kind.IQ)
            .toList();
    assertThat(answers).hasSize(1);
    Stanza answer = answers.get(0);
    assertThat(answer.id()).isEqualTo(id);
    assertThat(answer.to()).isEqualTo(from);
    assertThat(answer.from()).isEqualTo(Jid.of(to));
    return answer;
  }

  List<Stanza> presence(String type, Jid from, String to) {
    return say(Stanza.presence(type, from, Jid.of(to), List.of()));
  }

  /** Says it to the pool and answers the words that come back. */
  String chat(Jid from, String to, String words) {
    List<Stanza> answers = say(Stanza.message(from, Jid.of(to), words));
    assertThat(answers).hasSize(1);
    return answers.get(0).payload().get(0).text();
  }

  void join(String worker, int cores, String... labels) {
    var profile = new WorkerProfile(worker, "s1", List.of(labels), cores, 1_000_000_000);
    manager.received(worker, new ToManager.Join(profile, List.of()));
    pass(2);
  }

  /** Ends every attempt that runs. */
  void finishAll(int exit, String tail) {
    finishAll(exit, tail, false);
  }

  /** Ends every attempt that runs; their workers clean up and answer what they will say then. */
  List<Runnable> finishAllButCleanups() {
    return finishAll(0, "", true);
  }

  private List<Runnable> finishAll(int exit, String tail, boolean cleansUp) {
    List<Runnable> cleaned = new ArrayList<>();
    for (Attempt attempt : List.copyOf(world().attempts())) {
      var ref =
          new AttemptRef(
              attempt.id().task().job(), attempt.id().task().index(), attempt.id().number());
      String worker = attempt.machine().spec().name();
      var ending = new Ending.Exited(exit);
      manager.received(worker, new ToManager.Report(ref, ending, 1_500, tail, cleansUp));
      cleaned.add(() -> manager.received(worker, new ToManager.Cleaned(ref)));
    }
    pass(2);
    return cleaned;
  }

  /** A whole job as the parts of an upload. */
  static List<Xml> parts(byte[] json, String upload, int charactersMax) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(packed)) {
      out.write(json);
    }
    String text = Base64.getEncoder().encodeToString(packed.toByteArray());
    int of = (text.length() + charactersMax - 1) / charactersMax;
    List<Xml> parts = new ArrayList<>();
    for (int i = 0; i < of; i++) {
      String piece =
          text.substring(i * charactersMax, Math.min(text.length(), (i + 1) * charactersMax));
      parts.add(
          Xml.text("part", JOB, piece).with("upload", upload).with("number", i + 1).with("of", of));
    }
    return parts;
  }

  @Override
  public void close() {
    view.close();
    store.close();
  }
}
