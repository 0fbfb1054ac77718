package io.windhover.wire.xmpp.pool;

import io.windhover.xmpp.server.ServerKind;

final class ProsodyMisfortunesTest extends ComponentMisfortunes {
  ProsodyMisfortunesTest() {
    super(ServerKind.PROSODY);
  }
}
