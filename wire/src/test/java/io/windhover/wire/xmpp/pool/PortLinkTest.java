package io.windhover.wire.xmpp.pool;

import java.nio.file.Path;

final class PortLinkTest extends ManagerLinkStories {
  @Override
  Way way(Path folder) {
    return new PortWay();
  }
}
