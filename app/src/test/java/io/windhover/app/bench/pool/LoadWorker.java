package io.windhover.app.bench.pool;

import static io.windhover.wire.xmpp.Namespaces.BATCH;
import static io.windhover.wire.xmpp.Namespaces.CLIENT;
import static io.windhover.wire.xmpp.Namespaces.DATA;
import static io.windhover.wire.xmpp.Namespaces.DISCO_INFO;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_CAPABILITIES;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_TASK;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_TASKS;
import static io.windhover.wire.xmpp.Namespaces.PING;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.ToManager;
import io.windhover.wire.xmpp.Addresses;
import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.TaskText;
import io.windhover.wire.xmpp.WorkerText;
import io.windhover.wire.xmpp.Xml;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A worker that starts no process: it joins, advertises, takes every order and says at once that it
 * has finished. It has no socket either: {@link LoadConnection} carries its stanzas.
 */
final class LoadWorker {
  private static final int PING_SECONDS = 20;

  private final Addresses manager;
  private final Consumer<Stanza> out;
  private final int cores;
  private final String session;
  private int counter;
  private long pingAtNanos;
  boolean joined;
  long done;
  long acknowledged;
  long refused;

  LoadWorker(String managerDomain, int cores, String session, Consumer<Stanza> out) {
    this.manager = new Addresses(managerDomain);
    this.cores = cores;
    this.session = session;
    this.out = out;
  }

  /** Says that it is there; said again until it is welcome. */
  void join() {
    Xml caps =
        Xml.of("c", Namespaces.CAPS)
            .with("hash", "sha-1")
            .with("node", "urn:windhover:load")
            .with("ver", LoadFeatures.VER);
    Xml words = new WorkerText(session, cores, cores, 8_000_000_000L, 0, List.of(), false).write();
    out.accept(
        new Stanza(Stanza.Kind.PRESENCE, "", "", null, manager.pool(), List.of(caps, words)));
  }

  void tick(long nowNanos) {
    if (nowNanos < pingAtNanos) {
      return;
    }
    boolean first = pingAtNanos == 0;
    pingAtNanos = nowNanos + PING_SECONDS * 1_000_000_000L;
    if (!joined) {
      join();
    } else if (!first) {
      out.accept(request("get", manager.pool(), Xml.of("ping", PING)));
    }
  }

  private Stanza request(String type, Jid to, Xml payload) {
    return new Stanza(Stanza.Kind.IQ, type, "l" + ++counter, null, to, List.of(payload));
  }

  void received(Stanza stanza) throws BadStanza {
    Jid from = stanza.from();
    if (from == null || !from.domain().equals(manager.domain())) {
      return;
    }
    switch (stanza.kind()) {
      case PRESENCE -> joined |= stanza.type().isEmpty();
      case MESSAGE -> {}
      case IQ -> {
        if (stanza.type().equals("result")) {
          acknowledged++;
        } else if (stanza.type().equals("error")) {
          refused++;
        } else {
          asked(stanza, from);
        }
      }
    }
  }

  private void asked(Stanza stanza, Jid from) throws BadStanza {
    Xml asked = stanza.payload().get(0);
    if (asked.namespace().equals(DISCO_INFO)) {
      out.accept(stanza.result(LoadFeatures.answer(asked.attribute("node"))));
    } else if (asked.is("tasks", BATCH)) {
      batch(stanza, asked);
    } else if (asked.is("task", KESTREL_TASK)) {
      if (manager.target(from) instanceof Addresses.Target.Task task) {
        single(stanza, asked, task, from);
      }
    } else if (asked.namespace().equals(Namespaces.WORKER)) {
      joined = false;
      out.accept(stanza.result());
      join();
    } else {
      out.accept(stanza.result());
    }
  }

  private void batch(Stanza stanza, Xml tasks) throws BadStanza {
    out.accept(stanza.result());
    List<Xml> reports = new ArrayList<>();
    for (Xml task : tasks.children()) {
      AttemptRef ref = TaskText.named(task);
      if (task.attribute("action").equals("execute")) {
        reports.add(TaskText.inBatch(ref, report(ref)));
      }
    }
    done += reports.size();
    out.accept(request("set", manager.pool(), TaskText.batch(reports)));
  }

  private void single(Stanza stanza, Xml task, Addresses.Target.Task target, Jid from)
      throws BadStanza {
    out.accept(stanza.result());
    int attempt = Integer.parseInt(task.attribute("attempt"));
    if (task.attribute("action").equals("execute")) {
      done++;
      out.accept(
          request("set", from, report(new AttemptRef(target.job(), target.task(), attempt))));
    }
  }

  private static Xml report(AttemptRef ref) {
    return TaskText.write(new ToManager.Report(ref, new Ending.Exited(0), 0, ""));
  }

  /** What it can do, as disco#info tells it. */
  static final class LoadFeatures {
    private static final List<String> FEATURES =
        List.of(DISCO_INFO, KESTREL_TASKS, PING, BATCH).stream().sorted().toList();

    private static final String OFFER = "linux";

    static final String VER = ver();

    private LoadFeatures() {}

    /** XEP-0115, section 5. */
    private static String ver() {
      StringBuilder text = new StringBuilder("client/bot//load<");
      FEATURES.forEach(feature -> text.append(feature).append('<'));
      text.append(KESTREL_CAPABILITIES).append("<offers<").append(OFFER).append('<');
      return Hashes.sha1Base64(text.toString());
    }

    static Xml answer(@Nullable String node) {
      Xml query = Xml.of("query", DISCO_INFO);
      if (node != null && !node.isEmpty()) {
        query = query.with("node", node);
      }
      if (KESTREL_CAPABILITIES.equals(node)) {
        return query.with(Xml.of("feature", DISCO_INFO).with("var", OFFER));
      }
      query =
          query.with(
              Xml.of("identity", DISCO_INFO)
                  .with("category", "client")
                  .with("type", "bot")
                  .with("name", "load"));
      for (String feature : FEATURES) {
        query = query.with(Xml.of("feature", DISCO_INFO).with("var", feature));
      }
      return query.with(
          Xml.of("x", DATA)
              .with("type", "result")
              .with(field("FORM_TYPE", KESTREL_CAPABILITIES).with("type", "hidden"))
              .with(field("offers", OFFER)));
    }

    private static Xml field(String name, String value) {
      return Xml.of("field", DATA).with("var", name).with(Xml.text("value", DATA, value));
    }
  }

  static String stream(String domain) {
    return "<?xml version='1.0'?><stream:stream xmlns='"
        + CLIENT
        + "' xmlns:stream='http://etherx.jabber.org/streams' version='1.0' to='"
        + domain
        + "'>";
  }
}
