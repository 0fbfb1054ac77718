package io.windhover.wire.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.xmpp.Jid;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Somebody who has a worker's token and means harm. */
final class PortHostilesTest {
  private static final int MESSAGES = 100_000;
  private static final String GOOD = "worker-1@pool/vm7";
  private static final Jid BAD = Jid.of("worker-2@pool/bad");

  /** What is bent; the last is of somebody else's task. */
  private static final List<String> STANZAS =
      List.of(
          "<presence to='pool@manager'><worker xmlns='windhover:worker' session='s' cores='2'/>"
              + "</presence>",
          "<iq type='get' id='1' to='pool@manager'><ping xmlns='urn:xmpp:ping'/></iq>",
          "<iq type='set' id='2' to='job_37@manager/99'><task xmlns='kestrel:task'"
              + " action='finished' attempt='1' exit='0' seconds='1'/></iq>",
          "<iq type='result' id='w1' to='pool@manager'/>",
          "<iq type='set' id='3' from='worker-1@pool/vm7' to='pool@manager'><tasks"
              + " xmlns='windhover:batch'><task xmlns='kestrel:task' action='finished' job='1'"
              + " task='1' attempt='1' exit='0'/></tasks></iq>");

  private final PortStage stage = new PortStage(0);

  @AfterEach
  void nothingHasFailed() {
    stage.close();
    assertThat(stage.failures()).isEmpty();
  }

  /** Says nothing, and remembers only whether it was ended. */
  private static final class Ear implements PortStanzas.Line {
    private boolean closed;

    @Override
    public void send(String message) {}

    @Override
    public void close(String why) {
      closed = true;
    }
  }

  private static String bent(SplittableRandom chance) {
    byte[] bytes = STANZAS.get(chance.nextInt(STANZAS.size())).getBytes(StandardCharsets.UTF_8);
    for (int i = chance.nextInt(4); i >= 0; i--) {
      bytes[chance.nextInt(bytes.length)] = (byte) chance.nextInt(32, 127);
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    return chance.nextInt(5) == 0 ? text.substring(chance.nextInt(text.length())) : text;
  }

  @Test
  void aHundredThousandBentMessagesChangeNothingForOthers() throws Exception {
    var chance = new SplittableRandom(26);
    try (var good = new PortWorker(stage.port(), "worker-1@pool", "vm7", "s1")) {
      good.isWelcome();
      stage.next(GOOD, ToManager.Join.class);
      var ear = new Ear();
      PortStanzas.Visit visit = stage.stanzas.arrived(BAD, ear);
      for (int i = 0; i < MESSAGES; i++) {
        if (ear.closed) {
          visit.ended();
          ear = new Ear();
          visit = stage.stanzas.arrived(BAD, ear);
        }
        visit.received(bent(chance));
      }
      visit.ended();
      good.say(new ToManager.Heartbeat());
      PortStage.Told ofOthers = stage.next();
      while (ofOthers.worker().equals(BAD.toString())) {
        ofOthers = stage.next();
      }
      assertThat(ofOthers)
          .as("the first thing that the manager was told of others")
          .isEqualTo(new PortStage.Told(GOOD, Optional.of(new ToManager.Heartbeat()), ""));
      stage.link.send(GOOD, new ToWorker.Welcome());
      good.hears(ToWorker.Welcome.class);
    }
  }
}
