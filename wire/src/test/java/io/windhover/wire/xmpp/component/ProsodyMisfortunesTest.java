package io.windhover.wire.xmpp.component;

import io.windhover.xmpp.server.ServerKind;

final class ProsodyMisfortunesTest extends ManagerLinkMisfortunes {
  ProsodyMisfortunesTest() {
    super(ServerKind.PROSODY);
  }
}
