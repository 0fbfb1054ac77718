package io.windhover.app.cloud;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.port.ManagerPort;
import io.windhover.app.settings.PortConfig;
import io.windhover.app.settings.ServerAddress;
import io.windhover.http.PortFailure;
import io.windhover.manager.LeaseDoor;
import io.windhover.manager.Manager;
import io.windhover.store.Store;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.pool.Desk;
import io.windhover.wire.xmpp.pool.PoolSettings;
import io.windhover.wire.xmpp.pool.StanzaManagerLink;
import io.windhover.workload.scenario.CloudFile.ManagerPlace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The port at which the machines of a run find their manager: it lets in the machines of open
 * leases and nobody else. A run that goes on opens the port it had, since machines that are still
 * there know no other.
 */
final class CloudPort implements AutoCloseable {
  private static final String DOMAIN = "manager.run";

  /** Under this key of the store: the number of the port. */
  private static final String NUMBER = "cloudPort";

  private final ManagerPlace place;
  private final Store store;
  private final Manager manager;
  private final Consumer<String> trouble;
  private final Path folder;
  private final LeaseDoor leases;
  private ManagerPort port;
  private StanzaManagerLink link;

  CloudPort(
      ManagerPlace place,
      Path folder,
      Store store,
      Manager manager,
      LeaseDoor leases,
      Consumer<String> trouble) {
    this.place = place;
    this.store = store;
    this.manager = manager;
    this.trouble = trouble;
    this.folder = folder;
    this.leases = leases;
    int before = store.value(NUMBER).map(Integer::parseInt).orElse(0);
    this.port = port(place.port() == 0 ? before : place.port());
    this.link = link();
  }

  private ManagerPort port(int number) {
    var listen = new ServerAddress(place.host(), number, true);
    var config = new PortConfig(listen, List.of("localhost", place.dialled()), Optional.empty());
    return new ManagerPort(
        config, folder, DOMAIN, Optional.of(leases), (kind, line) -> trouble.accept(line));
  }

  private StanzaManagerLink link() {
    Desk nothingElse = stanza -> false;
    return new StanzaManagerLink(
        PoolSettings.of(DOMAIN, PortProtocol::isMachine).withLeases(CloudPort::isItsOwn),
        port.stanzas(),
        manager,
        nothingElse);
  }

  private static boolean isItsOwn(Jid who, String lease) {
    return PortProtocol.isMachine(who) && lease.equals(who.local());
  }

  /** Lets machines in, and answers where. */
  void open() {
    port.stanzas().open(new Heard());
    try {
      port.open();
    } catch (PortFailure taken) {
      port.close();
      if (place.port() != 0 || store.value(NUMBER).isEmpty()) {
        throw new CommandFailure(ExitCode.IMPOSSIBLE, String.valueOf(taken.getMessage()), taken);
      }
      trouble.accept("the port of this run is taken; machines that it had rented are replaced");
      port = port(0);
      link = link();
      port.stanzas().open(new Heard());
      port.open();
    }
    store.put(NUMBER, Integer.toString(port.port()));
  }

  /** The number of the port that is open. */
  int number() {
    return port.port();
  }

  String fingerprint() {
    return port.fingerprint();
  }

  String keyPin() {
    return port.keyPin();
  }

  ManagerLink wire() {
    return link;
  }

  void tick() {
    port.tick();
  }

  @Override
  public void close() {
    port.close();
    link.close();
  }

  private final class Heard implements StanzaLink.Receiver {
    @Override
    public synchronized void received(Stanza stanza) {
      link.received(stanza);
    }

    @Override
    public synchronized void tooLarge(Stanza head) {
      link.tooLarge(head);
    }

    @Override
    public synchronized void connected() {
      link.connected();
      manager.rollCall();
    }

    @Override
    public void disconnected(String why) {}
  }
}
