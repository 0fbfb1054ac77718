package io.windhover.wire.xmpp.pool;

import io.windhover.xmpp.server.ServerKind;

final class EjabberdLinkTest extends ManagerLinkStories {
  EjabberdLinkTest() {
    super(ServerKind.EJABBERD);
  }
}
