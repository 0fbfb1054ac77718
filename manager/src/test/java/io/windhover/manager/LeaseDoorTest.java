package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.core.event.MachineChange.Coming;
import org.junit.jupiter.api.Test;

/** Whom the door of leases lets in, from the wish for a machine to the end of its lease. */
class LeaseDoorTest extends RentedStage {
  private String key() {
    return keys.get(0);
  }

  private boolean admits(String secret) {
    return door.admits(order().lease(), secret);
  }

  @Test
  void theJoinSecretOpensUntilTheKeyWasShown() {
    String secret = order().joinSecret();
    assertThat(admits(secret)).isTrue();
    assertThat(admits("guessed")).isFalse();
    assertThat(door.admits("wh-1-1-1", secret)).as("a lease that nobody knows").isFalse();
    joins("s1", secret);
    assertThat(admits(secret)).as("the welcome may have been lost").isTrue();
    assertThat(admits(key())).isTrue();
    joins("s1", key());
    assertThat(admits(secret)).as("exchanged").isFalse();
    assertThat(admits(key())).isTrue();
  }

  @Test
  void aRestartRemembersThatTheKeyWasShown() {
    String secret = order().joinSecret();
    joins("s1", secret);
    restart();
    assertThat(admits(secret)).as("not shown yet").isTrue();
    joins("s1", key());
    restart();
    assertThat(admits(secret)).isFalse();
    assertThat(admits(key())).isTrue();
  }

  @Test
  void nothingOpensForALeaseThatHasEnded() {
    joins("s1", order().joinSecret());
    joins("s1", key());
    var ended =
        new Sighting(
            order().lease(),
            Sighting.State.ENDED,
            nowMillis - 100,
            nowMillis,
            0,
            Long.MAX_VALUE,
            Coming.ENDED,
            "",
            0);
    manager.heard(new SourceAnswer.Seen(ended));
    turnAfter(100);
    assertThat(door.isOpen(order().lease())).isFalse();
    assertThat(admits(key())).isFalse();
    assertThat(admits(order().joinSecret())).isFalse();
    restart();
    assertThat(admits(key())).isFalse();
  }
}
