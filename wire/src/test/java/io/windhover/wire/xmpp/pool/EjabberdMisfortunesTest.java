package io.windhover.wire.xmpp.pool;

import io.windhover.xmpp.server.ServerKind;

final class EjabberdMisfortunesTest extends ManagerLinkMisfortunes {
  EjabberdMisfortunesTest() {
    super(ServerKind.EJABBERD);
  }
}
