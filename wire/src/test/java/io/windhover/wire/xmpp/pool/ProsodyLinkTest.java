package io.windhover.wire.xmpp.pool;

import io.windhover.xmpp.server.ServerKind;

final class ProsodyLinkTest extends ManagerLinkStories {
  ProsodyLinkTest() {
    super(ServerKind.PROSODY);
  }
}
