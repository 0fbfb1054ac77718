package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two managers on one domain hear of each other; the younger gives way. */
final class DomainClaimTest {
  private static final String DOMAIN = "manager.example.org";
  private static final long SETTLING_MILLIS = 15_000;

  private final List<Stanza> passedOn = new ArrayList<>();
  private long nowMillis = 1_000;
  private final StanzaLink.Receiver behind =
      new StanzaLink.Receiver() {
        @Override
        public void received(Stanza stanza) {
          passedOn.add(stanza);
        }

        @Override
        public void connected() {}

        @Override
        public void disconnected(String why) {}
      };

  private DomainClaim manager(String nonce) {
    return new DomainClaim(behind, DOMAIN, SETTLING_MILLIS, () -> nowMillis, nonce);
  }

  @Test
  void theYoungerGivesWayAndOnesOwnPingsAreNobodyElses() {
    DomainClaim older = manager("aa");
    nowMillis += 10;
    DomainClaim younger = manager("bb");
    DomainClaim twin = manager("cc");
    older.received(older.ping());
    older.received(younger.ping());
    younger.received(younger.ping());
    assertThat(older.givesWay()).isNotDone();
    assertThat(younger.givesWay()).isNotDone();
    younger.received(older.ping());
    assertThat(younger.givesWay()).isCompletedWithValueMatching(why -> why.contains(DOMAIN));
    twin.received(manager("bb").ping());
    assertThat(twin.givesWay()).as("of two of one moment one goes").isDone();
    assertThat(passedOn).isEmpty();
  }

  @Test
  void whoIsThrownOutSoonAfterItsStartWasNotTheFirst() {
    DomainClaim older = manager("aa");
    nowMillis += 60_000;
    DomainClaim younger = manager("bb");
    older.disconnected("the server says conflict");
    younger.disconnected("Connection refused");
    assertThat(older.givesWay()).isNotDone();
    assertThat(younger.givesWay()).isNotDone();
    younger.disconnected("the server says conflict");
    assertThat(younger.givesWay()).isDone();
  }

  @Test
  void whatOthersSayIsPassedOn() {
    Stanza forged =
        Stanza.message(Jid.of("mallory@example.org/x"), Jid.of(DOMAIN), "windhover-only-1-dd");
    manager("aa").received(forged);
    assertThat(passedOn).containsExactly(forged);
  }
}
