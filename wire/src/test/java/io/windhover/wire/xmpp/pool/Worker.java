package io.windhover.wire.xmpp.pool;

import static io.windhover.wire.xmpp.Namespaces.DISCO_INFO;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_CAPABILITIES;

import io.windhover.wire.ToManager;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.testkit.RawClient;
import java.io.IOException;
import java.util.List;

/** What workers say, by hand. */
final class Worker {
  static final String POOL = "pool@" + Stage.MANAGER;

  private Worker() {}

  /** What a worker of ours answers when asked what it is; its hash covers what it offers. */
  static Xml features(List<String> features, List<String> offers) {
    Xml query =
        Xml.of("query", DISCO_INFO)
            .with(
                Xml.of("identity", DISCO_INFO)
                    .with("category", "client")
                    .with("type", "bot")
                    .with("name", "Windhover worker"));
    for (String feature : features) {
      query = query.with(Xml.of("feature", DISCO_INFO).with("var", feature));
    }
    if (offers.isEmpty()) {
      return query;
    }
    Xml values = Xml.of("field", "jabber:x:data").with("var", "offers");
    for (String offer : offers) {
      values = values.with(Xml.text("value", "jabber:x:data", offer));
    }
    Xml type =
        Xml.of("field", "jabber:x:data")
            .with("var", "FORM_TYPE")
            .with("type", "hidden")
            .with(Xml.text("value", "jabber:x:data", KESTREL_CAPABILITIES));
    return query.with(Xml.of("x", "jabber:x:data").with("type", "result").with(type).with(values));
  }

  static Xml features() {
    return features(
        List.of("kestrel:tasks", "windhover:batch", DISCO_INFO), List.of("Linux", "Python3"));
  }

  static String presence(String session, String attributes, String held, Xml features) {
    return ("<presence to='%s'><c xmlns='http://jabber.org/protocol/caps' hash='sha-1'"
            + " node='urn:windhover:worker' ver='%s'/><worker xmlns='windhover:worker'"
            + " session='%s' %s>%s</worker></presence>")
        .formatted(POOL, Capabilities.hash(features).orElseThrow(), session, attributes, held);
  }

  static void answer(RawClient worker, Xml features) throws IOException {
    Stanza question = worker.hearIqWith(DISCO_INFO);
    String node = question.payload().get(0).attribute("node");
    worker.say(toServer(question.result(features.with("node", node))));
  }

  /** A client does not say who it is: its server does. */
  static Stanza toServer(Stanza stanza) {
    return new Stanza(
        stanza.kind(), stanza.type(), stanza.id(), null, stanza.to(), stanza.payload());
  }

  /** The first of its kind comes, is asked what it is, and is handed over. */
  static ToManager.Join join(Stage stage, RawClient worker, String session, int cores)
      throws IOException {
    show(worker, session, cores, cores);
    answer(worker, features());
    return stage.told(worker, ToManager.Join.class);
  }

  static void show(RawClient worker, String session, int cores, int free) throws IOException {
    String attributes = "cores='%d' free='%d' memory='8000'".formatted(cores, free);
    worker.say(presence(session, attributes, "", features()));
  }
}
