package io.windhover.wire.xmpp.pool;

import io.windhover.xmpp.server.ServerKind;
import java.nio.file.Path;

final class ProsodyLinkTest extends ManagerLinkStories {
  @Override
  Way way(Path folder) {
    return ServerWay.of(ServerKind.PROSODY, folder);
  }
}
