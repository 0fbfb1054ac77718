package io.windhover.wire.xmpp.pool;

import static io.windhover.wire.xmpp.Namespaces.BATCH;
import static io.windhover.wire.xmpp.Namespaces.DISCO_INFO;
import static io.windhover.wire.xmpp.Namespaces.DISCO_ITEMS;
import static io.windhover.wire.xmpp.Namespaces.JOB;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_JOB;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_STATUS;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_TASKS;
import static io.windhover.wire.xmpp.Namespaces.PING;
import static io.windhover.wire.xmpp.Namespaces.POOL;
import static io.windhover.wire.xmpp.Namespaces.WORKER;

import io.windhover.wire.xmpp.Addresses;
import io.windhover.wire.xmpp.Addresses.Target;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.util.List;
import java.util.Optional;

/** What the manager answers to whoever asks what it is (XEP-0030). */
final class AboutUs {
  private static final List<String> EVERYWHERE = List.of(DISCO_INFO, DISCO_ITEMS, PING);
  private static final List<String> OF_PEOPLE = List.of(KESTREL_JOB, KESTREL_STATUS, JOB, POOL);

  private final Addresses addresses;

  AboutUs(Addresses addresses) {
    this.addresses = addresses;
  }

  /** Empty when there is nothing to be said about that address. */
  Optional<Stanza> answer(Target target, Stanza question, Xml query) {
    if (!query.attribute("node").isEmpty()) {
      return Optional.of(
          question.refusal(Stanza.Condition.ITEM_NOT_FOUND, "no node " + query.attribute("node")));
    }
    boolean info = query.namespace().equals(DISCO_INFO);
    if (target instanceof Target.Domain) {
      return Optional.of(question.result(info ? info("Windhover", OF_PEOPLE) : items()));
    } else if (target instanceof Target.Pool) {
      List<String> ofWorkers = List.of(KESTREL_TASKS, KESTREL_STATUS, WORKER, BATCH, POOL);
      return Optional.of(question.result(info ? info("Pool", ofWorkers) : noItems()));
    } else if (target instanceof Target.Submit) {
      return Optional.of(question.result(info ? info("Jobs", OF_PEOPLE) : noItems()));
    }
    return Optional.empty();
  }

  private static Xml info(String name, List<String> features) {
    Xml identity =
        Xml.of("identity", DISCO_INFO)
            .with("category", "component")
            .with("type", "generic")
            .with("name", name);
    Xml query = Xml.of("query", DISCO_INFO).with(identity);
    for (List<String> some : List.of(EVERYWHERE, features)) {
      for (String feature : some) {
        query = query.with(Xml.of("feature", DISCO_INFO).with("var", feature));
      }
    }
    return query;
  }

  private Xml items() {
    return noItems()
        .with(item(addresses.pool().toString(), "Pool"))
        .with(item(addresses.submit().toString(), "Jobs"));
  }

  private static Xml noItems() {
    return Xml.of("query", DISCO_ITEMS);
  }

  private static Xml item(String address, String name) {
    return Xml.of("item", DISCO_ITEMS).with("jid", address).with("name", name);
  }
}
