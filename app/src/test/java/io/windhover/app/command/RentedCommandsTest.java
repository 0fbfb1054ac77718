package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.OldState;
import io.windhover.app.Typed;
import io.windhover.rental.SimulatedSource;
import io.windhover.store.StateFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is rented and what it costs, as people and programs are told. */
final class RentedCommandsTest {
  private static final long A_DAY_MILLIS = 86_400_000;
  private static final double A_NANO = 1e-9;

  @TempDir private Path home;

  private Path ended() throws Exception {
    RentedFolder.play(home.resolve("ended"), A_DAY_MILLIS);
    return home.resolve("ended");
  }

  private Path open() throws Exception {
    RentedFolder.play(home.resolve("open"), RentedFolder.WHILE_FROZEN_MILLIS);
    return home.resolve("open");
  }

  private static JsonNode json(String command, Path folder, String... more) throws Exception {
    List<String> words = new ArrayList<>(List.of(command, "--json", "--dir", folder.toString()));
    words.addAll(List.of(more));
    Typed typed = Typed.here(words.toArray(new String[0]));
    assertThat(typed.exit()).as(typed.err()).isZero();
    return JsonSchemas.checked(command, typed.out());
  }

  private static double parts(JsonNode sum) {
    return List.of("useful", "lost", "boot", "idle", "hibernated").stream()
        .mapToDouble(part -> sum.get(part).asDouble())
        .sum();
  }

  private static Typed typed(String... words) {
    return Typed.here(words);
  }

  @Test
  void everyLeaseCostsWhatItsSourceHasCharged() throws Exception {
    SimulatedSource source = RentedFolder.play(home.resolve("ended"), A_DAY_MILLIS);
    JsonNode costs = json("costs", home.resolve("ended"));
    Map<String, Double> told = new TreeMap<>();
    costs.get("leases").forEach(l -> told.put(l.get("lease").asText(), l.get("cost").asDouble()));
    assertThat(told).hasSizeGreaterThan(3);
    source
        .chargedNanosByLease()
        .forEach(
            (lease, nanos) ->
                assertThat(told.remove(lease))
                    .isCloseTo(nanos / 1e9, Percentage.withPercentage(0.1)));
    assertThat(told).isEmpty();
    JsonNode total = costs.get("total");
    assertThat(total.get("cost").asDouble())
        .isCloseTo(source.chargedNanos() / 1e9, Percentage.withPercentage(0.1));
    assertThat(total.get("open").asInt()).isZero();
    assertThat(parts(total)).isCloseTo(total.get("cost").asDouble(), within(A_NANO));
    assertThat(total.get("lost").asDouble()).isPositive();
    assertThat(total.get("useful").asDouble()).isPositive();
  }

  private static Offset<Double> within(double most) {
    return Offset.offset(most);
  }

  @Test
  void costsAreTheSameWhateverTheyAreToldApartBy() throws Exception {
    Path folder = ended();
    double total = json("costs", folder).at("/total/cost").asDouble();
    for (String by : List.of("job", "type", "market", "machine")) {
      JsonNode costs = json("costs", folder, "--by", by);
      assertThat(costs.get("by").asText()).isEqualTo(by);
      double sum = 0;
      for (JsonNode group : costs.get("groups")) {
        assertThat(parts(group)).isCloseTo(group.get("cost").asDouble(), within(A_NANO));
        sum += group.get("cost").asDouble();
      }
      assertThat(sum).isCloseTo(total, within(A_NANO * 100));
    }
    assertThat(json("costs", folder).at("/groups/0/name").asText()).isEqualTo("1 sweep");
  }

  @Test
  void peopleAreToldWhatWasWastedAndWhy() throws Exception {
    Typed costs = typed("costs", "--dir", ended().toString());
    assertThat(costs.exit()).isZero();
    assertThat(costs.err()).isEmpty();
    assertThat(costs.out())
        .containsPattern("leases, all ended; wasted \\$0\\.\\d{4} \\(\\d+\\.\\d %\\)")
        .containsPattern("useful +\\$0\\.\\d{4} +\\d+\\.\\d %")
        .containsPattern("lost work +\\$0\\.\\d{4}")
        .containsPattern("boot +\\$0\\.\\d{4}")
        .containsPattern("idle +\\$0\\.\\d{4}")
        .containsPattern("hibernated +\\$0\\.\\d{4}")
        .containsPattern("1 sweep +\\d+ +\\$0\\.\\d{4}")
        .contains("no job");
    assertThat(typed("costs", "--by", "market", "--dir", home.resolve("ended").toString()).out())
        .containsPattern("(?m)^spot +\\d");
  }

  @Test
  void machinesThatAreRentedAreListedWithTheirStates() throws Exception {
    Path folder = open();
    JsonNode machines = json("machines", folder).get("machines");
    assertThat(machines).isNotEmpty();
    assertThat(
            StreamSupport.stream(machines.spliterator(), false)
                .mapToInt(m -> m.get("tasks").asInt())
                .sum())
        .isPositive();
    for (JsonNode machine : machines) {
      assertThat(machine.get("state").asText()).isEqualTo("hibernated");
      assertThat(machine.has("ended")).isFalse();
      assertThat(machine.get("lease").asText()).startsWith("wh-");
    }
    Typed text = typed("machines", "--dir", folder.toString());
    assertThat(text.exit()).isZero();
    assertThat(text.out())
        .contains("machine", "per hour")
        .containsPattern("large +spot +hibernated")
        .containsPattern("  lease wh-\\S+, charged since 1970-01-01T00:");
    assertThat(text.out().lines()).allMatch(line -> line.length() <= Table.WIDTH);
    assertThat(text.err().lines()).hasSize(1);
    assertThat(text.err()).contains("nobody works on this state").contains("may still be charged");
    JsonNode costs = json("costs", folder);
    assertThat(costs.at("/total/open").asInt()).isEqualTo(machines.size());
    assertThat(costs.at("/leases/0/hibernatedSeconds").asDouble()).isPositive();
    assertThat(parts(costs.get("total")))
        .isCloseTo(costs.at("/total/cost").asDouble(), within(A_NANO));
  }

  @Test
  void machinesThatHaveEndedAreListedWhenAskedFor() throws Exception {
    Path folder = ended();
    assertThat(json("machines", folder).get("machines")).isEmpty();
    assertThat(typed("machines", "--dir", folder.toString()).out())
        .contains("no machine is rented now")
        .contains("--all");
    JsonNode all = json("machines", folder, "--all").get("machines");
    assertThat(all).hasSizeGreaterThan(3);
    assertThat(all).allMatch(machine -> machine.get("state").asText().equals("ended"));
  }

  @Test
  void whereNothingWasRentedThatIsSaid() throws Exception {
    Path lines = Files.writeString(home.resolve("lines"), "true\n");
    String dir = home.resolve("plain").toString();
    assertThat(typed("run", "--lines", lines.toString(), "--dir", dir).exit()).isZero();
    for (String command : List.of("machines", "costs")) {
      Typed text = typed(command, "--dir", dir);
      assertThat(text.exit()).isZero();
      assertThat(text.out()).isEqualTo("nothing was ever rented here\n");
      assertThat(text.err()).isEmpty();
    }
    assertThat(json("machines", Path.of(dir)).get("machines")).isEmpty();
    JsonNode costs = json("costs", Path.of(dir));
    assertThat(costs.get("leases")).isEmpty();
    assertThat(costs.at("/total/cost").asDouble()).isZero();
  }

  @Test
  void stateOfEarlierBuildsHasRentedNothing() throws Exception {
    for (String form : OldState.forms()) {
      for (String kind : List.of("run", "pool")) {
        Path folder = home.resolve(kind + form);
        OldState.copy(OldState.of(form, kind), folder);
        assertThat(typed("costs", "--dir", folder.toString()).out())
            .isEqualTo("nothing was ever rented here\n");
        assertThat(json("machines", folder, "--all").get("machines")).isEmpty();
      }
    }
  }

  @Test
  void besideWhoeverWorksOnTheStateOpenLeasesAreChargedUntilNow() throws Exception {
    Path folder = open();
    Instant began = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    try (StateFolder held = StateFolder.acquire(folder, "windhover manager")) {
      assertThat(held.database()).exists();
      JsonNode costs = json("costs", folder);
      assertThat(Instant.parse(costs.get("asOf").asText())).isAfterOrEqualTo(began);
      assertThat(parts(costs.get("total")))
          .isCloseTo(costs.at("/total/cost").asDouble(), within(A_NANO * 1000));
      assertThat(typed("machines", "--dir", folder.toString()).err()).isEmpty();
    }
  }

  @Test
  void aFolderThatIsNoneIsRefusedInOneLine() {
    for (String command : List.of("machines", "costs")) {
      Typed typed = typed(command, "--dir", home.resolve("nowhere").toString());
      assertThat(typed.exit()).isEqualTo(2);
      assertThat(typed.err().lines()).hasSize(1);
      assertThat(typed.err()).contains("nowhere: no such folder");
    }
    Typed by = typed("costs", "--by", "colour", "--dir", home.toString());
    assertThat(by.exit()).isEqualTo(2);
    assertThat(by.err().lines()).hasSize(1);
  }

  @Test
  void aJournalOfRentedMachinesReplaysWithoutADifference() throws Exception {
    Path folder = ended();
    Path log = home.resolve("decisions.txt");
    Typed replay = typed("replay", folder.toString(), "--log", log.toString());
    assertThat(replay.exit()).as(replay.out()).isZero();
    assertThat(replay.out())
        .contains("every decision equal")
        .containsPattern("\\d+ launches and \\d+ releases");
    assertThat(Files.readString(log))
        .contains("limits ", "offers on-demand spot", "launch m1 ", "release m1", "lease ended m1");
    JsonNode json =
        JsonSchemas.checked("replay", typed("replay", folder.toString(), "--json").out());
    assertThat(json.get("equal").asBoolean()).isTrue();
    assertThat(json.get("launches").asInt()).isPositive();
    Typed other = typed("replay", folder.toString(), "--policy", "match");
    assertThat(other.exit()).isEqualTo(5);
    assertThat(other.out()).contains("differ, first in batch");
  }

  @Test
  void replayTakesOneFolderAndSaysWhichPolicyRents() throws Exception {
    String folder = ended().toString();
    Typed two = typed("replay", folder, "--dir", folder);
    assertThat(two.exit()).isEqualTo(2);
    assertThat(two.err()).contains("two folders; expected one of them");
    assertThat(typed("replay", folder).out()).containsPattern("of machines, by policy [a-z-]+");
  }
}
