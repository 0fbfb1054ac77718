package io.windhover.xmpp.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ServerKindTest {
  @Test
  void kindsAreNamedAfterTheirPackages() {
    assertThat(ServerKind.parse("ejabberd")).contains(ServerKind.EJABBERD);
    assertThat(ServerKind.parse("Prosody")).contains(ServerKind.PROSODY);
    assertThat(ServerKind.parse("openfire")).isEmpty();
    assertThat(ServerKind.PROSODY.missing())
        .isEqualTo("prosody is not installed; as root: apt-get install prosody");
  }
}
