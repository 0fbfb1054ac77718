package io.windhover.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.store.SqliteStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the journal from the database with nothing of the service's own code, counts what every
 * host has promised after every fact, and complains when that is more than it has.
 */
final class JournalReplay {
  private static final JsonMapper MAPPER = new JsonMapper();

  private record Room(int vcpus, int ramMb, int diskGb) {
    static final Room NONE = new Room(0, 0, 0);

    Room plus(Room more) {
      return new Room(vcpus + more.vcpus, ramMb + more.ramMb, diskGb + more.diskGb);
    }

    Room minus(Room less) {
      return new Room(vcpus - less.vcpus, ramMb - less.ramMb, diskGb - less.diskGb);
    }

    boolean fits(Room most) {
      return vcpus <= most.vcpus && ramMb <= most.ramMb && diskGb <= most.diskGb;
    }
  }

  private record Running(String host, Room size) {}

  private record Reserved(String host, String instance, Room size, List<String> victims) {}

  final Map<Long, String> confirmed = new HashMap<>();
  private final Map<String, Room> hosts = new HashMap<>();
  private final Map<String, Running> running = new HashMap<>();
  private final Map<Long, Reserved> open = new HashMap<>();
  int facts;

  static JournalReplay of(Path folder) {
    var replay = new JournalReplay();
    try (var store = SqliteStore.openForReading(folder.resolve("windhover.db"))) {
      store.entriesAfter(0, entry -> entry.batch().lines().forEach(replay::line));
    }
    return replay;
  }

  int openCount() {
    return open.size();
  }

  boolean runs(String instance) {
    return running.containsKey(instance);
  }

  private void line(String line) {
    try {
      fact(MAPPER.readTree(line));
    } catch (JsonProcessingException e) {
      throw new AssertionError("not a fact: " + line, e);
    }
    facts++;
    for (String host : hosts.keySet()) {
      check(host, line);
    }
  }

  private void fact(JsonNode fact) {
    switch (fact.get(0).asText()) {
      case "host" -> {
        String host = fact.get(1).asText();
        hosts.put(host, size(fact, 2));
        fact.get(8).forEach(instance -> start(instance.get(0).asText(), host, size(instance, 2)));
      }
      case "reserved" -> reserved(fact);
      case "confirmed" -> {
        long number = fact.get(1).asLong();
        Reserved reserved = close(number);
        reserved.victims().forEach(this::end);
        start(reserved.instance(), reserved.host(), reserved.size());
        confirmed.put(number, reserved.instance());
      }
      case "released" -> close(fact.get(1).asLong());
      case "life-over" ->
          assertThat(runs(fact.get(1).asText())).as("does not run: " + fact).isTrue();
      case "ended" -> {
        end(fact.get(1).asText());
        open.values().forEach(reserved -> reserved.victims().remove(fact.get(1).asText()));
      }
      default -> throw new AssertionError("unknown: " + fact);
    }
  }

  private void reserved(JsonNode fact) {
    List<String> victims = new ArrayList<>();
    fact.get(4).forEach(victim -> victims.add(victim.asText()));
    for (String victim : victims) {
      assertThat(runs(victim)).as("a victim that does not run: " + fact).isTrue();
      open.values()
          .forEach(
              other -> assertThat(other.victims()).as("twice: " + fact).doesNotContain(victim));
    }
    JsonNode instance = fact.get(3);
    var reserved =
        new Reserved(fact.get(2).asText(), instance.get(0).asText(), size(instance, 2), victims);
    assertThat(open.put(fact.get(1).asLong(), reserved)).isNull();
  }

  private Reserved close(long number) {
    Reserved reserved = open.remove(number);
    assertThat(reserved).as("no reservation " + number).isNotNull();
    return reserved;
  }

  private void start(String id, String host, Room size) {
    assertThat(running.put(id, new Running(host, size))).as("twice: " + id).isNull();
  }

  private void end(String id) {
    assertThat(running.remove(id)).as("does not run: " + id).isNotNull();
  }

  private static Room size(JsonNode items, int from) {
    return new Room(
        items.get(from).asInt(), items.get(from + 1).asInt(), items.get(from + 2).asInt());
  }

  /** Both must fit: what runs now, and what will run when every reservation is confirmed. */
  private void check(String host, String line) {
    Room now = Room.NONE;
    for (Running one : running.values()) {
      now = one.host().equals(host) ? now.plus(one.size()) : now;
    }
    Room then = now;
    for (Reserved reserved : open.values()) {
      if (reserved.host().equals(host)) {
        then = then.plus(reserved.size());
        for (String victim : reserved.victims()) {
          then = then.minus(running.get(victim).size());
        }
      }
    }
    Room most = hosts.get(host);
    if (!now.fits(most) || !then.fits(most)) {
      throw new AssertionError(
          "%s has %s; now %s, then %s after %s".formatted(host, most, now, then, line));
    }
  }
}
