package io.windhover.xmpp.server;

final class PrivateEjabberdTest extends PrivateServerStories {
  PrivateEjabberdTest() {
    super(ServerKind.EJABBERD);
  }
}
