package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.Xml;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two managers on one domain: the newcomer takes nothing, hears of the other and gives way. */
final class DomainClaimTest {
  private static final String DOMAIN = "manager.example.org";
  private static final Jid ALICE = Jid.of("alice@example.org/x");
  private static final long SETTLING_MILLIS = 5_000;

  private long nowMillis = 1_000_000;
  private final List<Claimant> balanced = new ArrayList<>();
  private int turn;

  /** One manager, what it was handed and what it sent. */
  private final class Claimant implements StanzaLink, StanzaLink.Receiver {
    final List<Stanza> handed = new ArrayList<>();
    final List<Stanza> sent = new ArrayList<>();
    final DomainClaim claim;
    int connections;
    boolean talksToItself = true;

    Claimant(String nonce) {
      this.claim = new DomainClaim(this, this, DOMAIN, SETTLING_MILLIS, () -> nowMillis, nonce);
    }

    @Override
    public void send(Stanza stanza) {
      sent.add(stanza);
      if (Jid.of(DOMAIN).equals(stanza.to()) && talksToItself) {
        receiver().claim.received(stanza);
      }
    }

    /** A server that lets in several gives each of them a share. */
    private Claimant receiver() {
      return balanced.isEmpty() ? this : balanced.get(turn++ % balanced.size());
    }

    @Override
    public void received(Stanza stanza) {
      handed.add(stanza);
    }

    @Override
    public void connected() {
      connections++;
    }

    @Override
    public void disconnected(String why) {}

    @Override
    public void close() {}
  }

  private Claimant settled(String nonce) {
    Claimant claimant = new Claimant(nonce);
    claimant.claim.connected();
    pass(SETTLING_MILLIS + 1_000, claimant);
    assertThat(claimant.claim.settled()).isDone();
    return claimant;
  }

  private void pass(long millis, Claimant... all) {
    for (long end = nowMillis + millis; nowMillis < end; ) {
      nowMillis += DomainClaim.TICK_MILLIS;
      for (Claimant one : all) {
        one.claim.tick();
      }
    }
  }

  private static Stanza submission() {
    return Stanza.iq("set", "s1", ALICE, Jid.of("submit@" + DOMAIN), Xml.of("job", "kestrel:job"));
  }

  @Test
  void nothingIsTakenAndNothingSaidBeforeItHasSettled() {
    Claimant alone = new Claimant("aa");
    alone.claim.connected();
    alone.claim.received(submission());
    Stanza joins = Stanza.presence("", ALICE, Jid.of("pool@" + DOMAIN), List.of());
    alone.claim.received(joins);
    alone.claim.send(Stanza.presence("", Jid.of("pool@" + DOMAIN), ALICE, List.of()));
    assertThat(alone.handed).isEmpty();
    assertThat(alone.connections).as("the manager knows of nothing").isZero();
    assertThat(alone.sent).filteredOn(s -> ALICE.equals(s.to())).hasSize(1);
    assertThat(alone.sent).anyMatch(s -> s.condition().equals("service-unavailable"));

    pass(SETTLING_MILLIS + 1_000, alone);
    assertThat(alone.handed).as("who came meanwhile").containsExactly(joins);
    assertThat(alone.connections).isEqualTo(1);
    alone.claim.received(submission());
    assertThat(alone.handed).hasSize(2);
  }

  @Test
  void whereAServerGivesEachAShareTheNewcomerHearsOfTheFirstAndTakesNothing() {
    Claimant first = settled("aa");
    nowMillis -= 3_600_000; // The clock of the other machine is an hour slow.
    Claimant second = new Claimant("bb");
    nowMillis += 3_600_000;
    balanced.addAll(List.of(first, second));
    second.claim.connected();
    pass(60_000, first, second);
    assertThat(second.claim.givesWay()).isCompletedWithValueMatching(why -> why.contains(DOMAIN));
    assertThat(second.claim.settled()).isNotDone();
    assertThat(first.claim.givesWay()).isNotDone();
  }

  @Test
  void pingsThatGoElsewhereShowThatSomebodyIsThereWhoSaysNothing() {
    Claimant second = new Claimant("bb");
    second.talksToItself = false;
    second.claim.connected();
    pass(60_000, second);
    assertThat(second.claim.settled()).isNotDone();
    assertThat(second.claim.givesWay()).isCompletedWithValueMatching(w -> w.contains("else"));
  }

  @Test
  void whoIsThrownOutBeforeItHasSettledGivesWayAndWhoHasSettledComesBack() {
    Claimant first = settled("aa");
    first.claim.disconnected("the server says conflict");
    Claimant second = new Claimant("bb");
    second.claim.connected();
    pass(DomainClaim.RETURN_MILLIS_MAX, second);
    assertThat(second.claim.settled()).as("the longest pause of the first").isNotDone();
    second.claim.disconnected("the server says conflict");
    first.claim.connected();
    assertThat(second.claim.givesWay()).isDone();
    assertThat(first.claim.givesWay()).isNotDone();
    assertThat(first.connections).as("it goes on at once").isEqualTo(2);
  }

  @Test
  void oneThatComesBackAfterTheServerWasAwaySettlesAnewAndBeatsANewcomerOnly() {
    Claimant first = settled("aa");
    first.claim.disconnected("Connection refused");
    nowMillis += 60_000;
    first.claim.connected();
    first.claim.received(submission());
    assertThat(first.handed).isEmpty();
    first.claim.disconnected("the server says conflict");
    assertThat(first.claim.givesWay()).as("a newcomer would give way now").isNotDone();
    first.claim.connected();
    first.claim.disconnected("the server says conflict");
    assertThat(first.claim.givesWay()).as("one that has settled meanwhile does not").isDone();
  }

  @Test
  void aServerThatLetsNobodyElseInIsAskedForHalfAMinute() {
    Claimant second = new Claimant("bb");
    second.claim.disconnected("the server says conflict");
    assertThat(second.claim.givesWay()).isNotDone();
    nowMillis += 31_000;
    second.claim.disconnected("the server says conflict");
    assertThat(second.claim.givesWay()).isDone();
  }
}
