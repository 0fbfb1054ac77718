package io.windhover.xmpp.server;

final class PrivateProsodyTest extends PrivateServerStories {
  PrivateProsodyTest() {
    super(ServerKind.PROSODY);
  }
}
