package io.windhover.wire.xmpp.component;

import io.windhover.xmpp.server.ServerKind;

final class ProsodyLinkTest extends ManagerLinkStories {
  ProsodyLinkTest() {
    super(ServerKind.PROSODY);
  }
}
