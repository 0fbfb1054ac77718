package io.windhover.wire.xmpp.pool;

import java.nio.file.Path;

final class PortMisfortunesTest extends ManagerLinkMisfortunes {
  @Override
  Way way(Path folder) {
    return new PortWay();
  }
}
