package io.windhover.wire.xmpp.pool;

import io.windhover.xmpp.server.ServerKind;

final class EjabberdMisfortunesTest extends ComponentMisfortunes {
  EjabberdMisfortunesTest() {
    super(ServerKind.EJABBERD);
  }
}
