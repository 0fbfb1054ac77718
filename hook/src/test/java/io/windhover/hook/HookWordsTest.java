package io.windhover.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.Sighting.State;
import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.model.Offer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is asked and what answers mean. */
@Timeout(60)
final class HookWordsTest {
  private static final String CATALOGUE =
      """
      {"version": 1, "repriced": true,
       "catalogue": {"startUp": "90s", "billedFrom": "request", "minimumCharge": "1m",
         "storagePrice": 0.08, "disk": "8GB", "limits": {"spot": 20},
         "types": [{"name": "big", "cores": 4, "memory": "8GB",
                    "prices": {"spot": 0.1, "on-demand": 0.4}, "limits": {"spot": 3}}]}}
      """;

  @TempDir private Path folder;
  private final AtomicLong nowMillis =
      new AtomicLong(Instant.parse("2026-11-18T12:00:00Z").toEpochMilli());

  /** A hook that answers what is in the file named after the verb, and keeps what it was asked. */
  private HookSource hook() throws IOException {
    ProcessesPlace.script(folder.resolve("h"), "#!/bin/sh\ncat >$1.asked\ncat $1\n");
    Files.writeString(folder.resolve("offers"), CATALOGUE);
    var contact =
        new ManagerContact("https://h:8443", "ff", "pin=", 900, folder.resolve("w.jar"), "00");
    return new HookSource(
        new HookSettings(
            List.of("./h"), folder, 10_000, folder.resolve("own"), "wh-", Optional.of(contact)),
        nowMillis::get);
  }

  @Test
  void termsOfOffersAreThoseOfACatalogue() throws Exception {
    List<Offer> offers = hook().offers();

    assertThat(offers).extracting(Offer::name).containsExactly("big/on-demand", "big/spot");
    Offer spot = offers.get(1);
    assertThat(spot.limit()).isEqualTo(3);
    assertThat(spot.marketLimit()).isEqualTo(20);
    assertThat(spot.startUpMillis()).isEqualTo(90_000);
    assertThat(spot.billing().fromRequest()).isTrue();
    assertThat(spot.billing().minimumMillis()).isEqualTo(60_000);
    assertThat(spot.billing().frozenPerHourNanos()).isPositive();
    assertThat(spot.billing().repriced()).isTrue();
    assertThat(spot.machine().cores()).isEqualTo(4);
  }

  @Test
  void whoIsAskedForAMachineIsToldAllThatItNeeds() throws Exception {
    Files.writeString(folder.resolve("ask"), "{\"version\": 1}");

    hook().ask(new LeaseOrder("wh-1-2", 7, "big/spot", "s3cret"));

    String asked = Files.readString(folder.resolve("ask.asked"));
    assertThat(asked)
        .startsWith("{\"version\":1,\"verb\":\"ask\",\"mark\":\"wh-\",\"dir\":\"" + folder)
        .contains("\"lease\":\"wh-1-2\",\"machine\":7,\"offer\":\"big/spot\",\"type\":\"big\"")
        .contains("\"market\":\"spot\",\"cores\":4,\"memoryBytes\":8000000000")
        .contains("\"join\":\"https://h:8443\",\"fingerprint\":\"ff\",\"keyPin\":\"pin=\"")
        .contains("\"joinSecret\":\"s3cret\",\"jarUrl\":\"https://h:8443/worker.jar\"")
        .contains("\"script\":\"#!/bin/sh\\n# Starts the Windhover worker of lease wh-1-2")
        .contains("-jar \\\"$jar\\\" --cores 4 --memory 8000000KB --dir");
  }

  @Test
  void aSurveySaysStatesTimesAndNotices() throws Exception {
    Files.writeString(
        folder.resolve("survey"),
        """
        {"version": 1, "machines": [
          {"lease": "wh-1", "state": "running", "since": 1763467200.5,
           "notice": {"at": "2025-11-18T13:00:00+01:00", "what": "hibernate"}},
          {"lease": "wh-2", "state": "hibernated", "since": 1763467200,
           "changed": "2025-11-18T12:05:00Z", "frozen": 1.5},
          {"lease": "wh-3", "state": "ended", "since": 1763467200, "changed": 1763467260,
           "why": "no capacity", "charged": 0.25},
          {"lease": "wh-4", "state": "starting"},
          {"lease": "other-5", "state": "running"}]}
        """);

    List<Sighting> seen = hook().survey();

    long start = Instant.parse("2025-11-18T12:00:00Z").toEpochMilli();
    assertThat(seen)
        .containsExactly(
            new Sighting(
                "wh-1",
                State.RUNNING,
                start + 500,
                start + 500,
                0,
                start,
                Coming.HIBERNATED,
                "",
                Sighting.NOT_SAID),
            new Sighting(
                "wh-2",
                State.HIBERNATED,
                start,
                start + 300_000,
                1_500,
                Long.MAX_VALUE,
                Coming.ENDED,
                "",
                Sighting.NOT_SAID),
            new Sighting(
                "wh-3",
                State.ENDED,
                start,
                start + 60_000,
                0,
                Long.MAX_VALUE,
                Coming.ENDED,
                "no capacity",
                250_000_000),
            new Sighting("wh-4", State.STARTING, 0, nowMillis.get()));
  }

  @Test
  void aChangeThatIsNotDatedIsAsOfWhenItWasFirstSeen() throws Exception {
    HookSource hook = hook();
    long first = nowMillis.get();
    assertThat(surveyed(hook, "starting", "").changedAtMillis()).isEqualTo(first);
    nowMillis.addAndGet(1_000);
    assertThat(surveyed(hook, "starting", "").changedAtMillis()).isEqualTo(first);
    assertThat(surveyed(hook, "running", "").changedAtMillis()).isEqualTo(first + 1_000);
    nowMillis.addAndGet(1_000);
    assertThat(surveyed(hook, "running", "").changedAtMillis()).isEqualTo(first + 1_000);
  }

  @Test
  void hibernationThatIsNotCountedIsCountedHereAlsoOverARestart() throws Exception {
    String since = ", \"since\": " + nowMillis.get() / 1000;
    HookSource hook = hook();
    assertThat(surveyed(hook, "running", since).frozenMillis()).isZero();
    nowMillis.addAndGet(10_000);
    assertThat(surveyed(hook, "hibernated", since).frozenMillis()).isZero();
    nowMillis.addAndGet(5_000);

    HookSource again = hook();

    Sighting back = surveyed(again, "running", since);
    assertThat(back.frozenMillis()).isEqualTo(5_000);
    nowMillis.addAndGet(1_000);
    Sighting ended = surveyed(again, "ended", since);
    assertThat(ended.frozenMillis()).isEqualTo(5_000);
  }

  private Sighting surveyed(HookSource hook, String state, String more) throws Exception {
    Files.writeString(
        folder.resolve("survey"),
        "{\"version\": 1, \"machines\": [{\"lease\": \"wh-1\", \"state\": \"%s\"%s}]}"
            .formatted(state, more));
    return hook.survey().get(0);
  }
}
