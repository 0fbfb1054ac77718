package io.windhover.wire.xmpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.Held;
import io.windhover.wire.Order;
import io.windhover.wire.Saving;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is said arrives as it was said, over a real stream's bytes. */
final class CodecTest {
  private static final int CASES = 5_000;

  private static Xml overTheWire(Xml said, SplittableRandom random) throws BadStanza {
    var text = new StringBuilder("<s:s xmlns='jabber:client' xmlns:s='s'>");
    said.appendTo(text, "jabber:client");
    var heard = new Heard();
    Heard.feed(new XmlStream(heard, 1_000_000), Heard.bytes(text.toString()), random);
    return heard.stanzas.get(0);
  }

  /** Half a pair of surrogates is nothing that UTF-8 could hold: no command has it. */
  private static String text(SplittableRandom random) {
    return Texts.any(random).replaceAll("[\\x{D800}-\\x{DFFF}]", "");
  }

  private static AttemptRef ref(SplittableRandom random) {
    String[] origins = {"", "", "9f3a27", Long.toHexString(random.nextLong())};
    return new AttemptRef(
        random.nextInt(1, 1_000_000_000),
        random.nextInt(1_000_000_000),
        random.nextInt(1, 1000),
        origins[random.nextInt(origins.length)]);
  }

  @Test
  void orders() throws BadStanza {
    for (int seed = 0; seed < CASES; seed++) {
      var random = new SplittableRandom(seed);
      var env = new TreeMap<String, String>();
      for (int i = random.nextInt(3); i > 0; i--) {
        env.put(text(random), text(random));
      }
      AttemptRef ref = ref(random);
      var order =
          new Order(
              ref,
              text(random),
              text(random),
              random.nextInt(Integer.MAX_VALUE),
              text(random),
              text(random),
              text(random),
              env,
              random.nextInt(1, 100),
              random.nextLong(Long.MAX_VALUE),
              random.nextLong(Long.MAX_VALUE),
              random.nextLong(Long.MAX_VALUE),
              random.nextBoolean() ? Saving.NONE : saving(random));
      Xml heard = overTheWire(TaskText.inBatch(ref, TaskText.write(order)), random);
      assertThat(TaskText.named(heard)).isEqualTo(ref);
      assertThat(TaskText.toWorker(ref.job(), ref.task(), heard))
          .as("seed %d", seed)
          .isEqualTo(new ToWorker.Execute(order));
    }
  }

  private static Saving saving(SplittableRandom random) {
    return new Saving(random.nextLong(1, Long.MAX_VALUE), text(random), text(random), text(random));
  }

  @Test
  void checkpoints() throws BadStanza {
    for (int seed = 0; seed < CASES; seed++) {
      var random = new SplittableRandom(seed);
      AttemptRef ref = ref(random);
      var wish = new ToWorker.Checkpoint(ref, random.nextInt(Integer.MAX_VALUE));
      Xml wished = overTheWire(SavingText.write(wish), random);
      assertThat(TaskText.toWorker(ref.job(), ref.task(), wished)).isEqualTo(wish);
      var done =
          new ToManager.Checkpointed(
              ref,
              random.nextInt(Integer.MAX_VALUE),
              random.nextLong(Long.MAX_VALUE),
              random.nextLong(Long.MAX_VALUE),
              random.nextLong(Long.MAX_VALUE));
      Xml said = overTheWire(SavingText.write(done), random);
      assertThat(TaskText.toManager(ref.job(), ref.task(), said)).isEqualTo(done);
    }
  }

  @Test
  void reports() throws BadStanza {
    for (int seed = 0; seed < CASES; seed++) {
      var random = new SplittableRandom(seed);
      Ending ending =
          switch (random.nextInt(5)) {
            case 0 -> new Ending.Exited(random.nextInt(256));
            case 1 -> new Ending.TimedOut();
            case 2 -> new Ending.Stopped();
            case 3 -> new Ending.NoRoom(text(random));
            default -> new Ending.NotStarted(text(random));
          };
      AttemptRef ref = ref(random);
      var report =
          new ToManager.Report(
              ref, ending, random.nextLong(1_000_000_000_000L), text(random), random.nextBoolean());
      assertThat(
              TaskText.toManager(
                  ref.job(), ref.task(), overTheWire(TaskText.write(report), random)))
          .as("seed %d", seed)
          .isEqualTo(report);
      var cleaned = new ToManager.Cleaned(ref);
      assertThat(
              TaskText.toManager(
                  ref.job(), ref.task(), overTheWire(TaskText.write(cleaned), random)))
          .isEqualTo(cleaned);
    }
  }

  @Test
  void workers() throws BadStanza {
    for (int seed = 0; seed < CASES; seed++) {
      var random = new SplittableRandom(seed);
      List<AttemptRef> held = new ArrayList<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        held.add(ref(random));
      }
      var worker =
          new WorkerText(
              "s" + seed,
              random.nextInt(1, 1000),
              random.nextInt(1000),
              random.nextLong(Long.MAX_VALUE),
              random.nextInt(3),
              held,
              random.nextBoolean(),
              seed % 2 == 0 ? "" : "wh-5b0c17d2-" + seed + "-9f",
              seed % 2 == 0 ? "" : Long.toHexString(random.nextLong()));
      assertThat(WorkerText.read(overTheWire(worker.write(), random))).isEqualTo(worker);
      Held said = Held.of(held);
      assertThat(WorkerText.held(overTheWire(WorkerText.ping(said), random))).isEqualTo(said);
    }
  }

  @Test
  void leases() throws BadStanza {
    var rented = new WorkerText("s", 1, 1, 1, 0, List.of(), false, "wh-1-2-3", "hunter2");
    assertThat(rented.toString()).contains("wh-1-2-3").doesNotContain("hunter2");
    assertThat(WorkerText.read(rented.write().with("new-in-2031", "x"))).isEqualTo(rented);
    Jid pool = Jid.of("pool@manager");
    Jid worker = Jid.of("wh-1-2-3@leases/machine");
    Xml welcome = overTheWire(WorkerText.welcome("c0ffee"), new SplittableRandom(1));
    assertThat(WorkerText.sessionKey(Stanza.presence("", pool, worker, List.of(welcome))))
        .isEqualTo("c0ffee");
    assertThat(WorkerText.sessionKey(Stanza.presence("", pool, worker, List.of())))
        .as("of a manager of before")
        .isEmpty();
    for (String wrong : List.of("a b", "x".repeat(129), "<", "\u00e9", "a\nb", "a/b", "a@b")) {
      assertThatThrownBy(() -> WorkerText.read(rented.write().with("proof", wrong)))
          .isInstanceOf(BadStanza.class)
          .message()
          .doesNotContain(wrong.length() > 1 ? wrong : "hunter2");
      assertThatThrownBy(() -> WorkerText.read(rented.write().with("lease", wrong)))
          .isInstanceOf(BadStanza.class);
      Xml key = WorkerText.welcome(wrong);
      assertThat(WorkerText.sessionKey(Stanza.presence("", pool, worker, List.of(key)))).isEmpty();
    }
  }

  @Test
  void pingsTellHowLongTheMachineStoodStill() throws BadStanza {
    Held held = Held.of(List.of(new AttemptRef(37, 99, 2)));
    ToManager.Slept slept = new ToManager.Slept(1_700_000_000_000L, 60_000);
    Xml ping = overTheWire(WorkerText.sleptPing(held, slept), new SplittableRandom(1));
    assertThat(WorkerText.slept(ping)).contains(slept);
    assertThat(WorkerText.held(ping)).as("who knows nothing of it reads the rest").isEqualTo(held);
    assertThat(WorkerText.slept(WorkerText.ping(held))).isEmpty();
  }

  @Test
  void pings() throws BadStanza {
    assertThat(WorkerText.held(WorkerText.ping(Held.UNSAID))).isEqualTo(Held.UNSAID);
    // The numbers that docs/wire.md leads to, so that others can check theirs.
    Held two = Held.of(List.of(new AttemptRef(37, 99, 2), new AttemptRef(37, 100, 1)));
    assertThat(two).isEqualTo(new Held(2, 0x7087dd1f67af9f77L));
    for (String digest : List.of("", "xyz", "-1", "00000000000000000")) {
      Xml held = Xml.of("held", Namespaces.WORKER).with("count", 1).with("digest", digest);
      Xml ping = Xml.of("ping", Namespaces.PING).with(held);
      assertThatThrownBy(() -> WorkerText.held(ping)).isInstanceOf(BadStanza.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<task xmlns='kestrel:task' action='finished' exit='-1'/>",
        "<task xmlns='kestrel:task' action='finished' exit='99999999999'/>",
        "<task xmlns='kestrel:task' action='finished' seconds='1e3'/>",
        "<task xmlns='kestrel:task' action='finished' ended='maybe'/>",
        "<task xmlns='kestrel:task' action='finished' attempt='one'/>",
        "<task xmlns='kestrel:task' action='finished'><tail encoding='base64'>?</tail></task>",
        "<task xmlns='kestrel:task' action='execute'/>",
        "<task xmlns='kestrel:task'/>",
      })
  void whatMakesNoSenseIsRefused(String text) throws BadStanza {
    var heard = new Heard();
    Heard.feed(new XmlStream(heard, 10_000), "<s xmlns='jabber:client'>" + text);
    assertThatThrownBy(() -> TaskText.toManager(1, 2, heard.stanzas.get(0)))
        .isInstanceOf(BadStanza.class);
  }
}
