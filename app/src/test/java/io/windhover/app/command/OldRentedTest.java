package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.OldState;
import io.windhover.app.Typed;
import io.windhover.virtual.VirtualPool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A manager of an earlier build, killed while two machines it rented were frozen. */
final class OldRentedTest {
  /** What the build that wrote the fixture had paid for eight leases. */
  private static final double PAID = 0.0441;

  @TempDir private Path home;
  private Path state;

  static List<String> forms() throws IOException {
    return OldState.forms().stream()
        .filter(form -> Files.exists(OldState.of(form, "rented")))
        .toList();
  }

  @BeforeEach
  void setUp() {
    state = home.resolve("state");
  }

  private JsonNode json(String command) throws IOException {
    Typed typed = Typed.here(command, "--json", "--dir", state.toString());
    assertThat(typed.exit()).as(typed.err()).isZero();
    return JsonSchemas.checked(command, typed.out());
  }

  @ParameterizedTest
  @MethodSource("forms")
  void itsLeasesAreReadAndReplayed(String form) throws IOException {
    OldState.copy(OldState.of(form, "rented"), state);
    assertThat(json("machines").get("machines")).hasSize(2);
    JsonNode total = json("costs").get("total");
    assertThat(total.get("open").asInt()).isEqualTo(2);
    assertThat(total.get("cost").asDouble()).isCloseTo(PAID, Offset.offset(0.00005));
    Typed replay = Typed.here("replay", "--dir", state.toString());
    assertThat(replay.exit()).as(replay.err()).isZero();
    assertThat(replay.out()).contains("8 launches and 6 releases", "every decision equal");
  }

  @ParameterizedTest
  @MethodSource("forms")
  void itsWorkIsFinishedOnOtherMachines(String form) throws IOException {
    OldState.copy(OldState.of(form, "rented"), state);
    VirtualPool pool = RentedFolder.goOn(state);
    assertThat(pool.source().open()).isEmpty();
    JsonNode total = json("costs").get("total");
    assertThat(total.get("open").asInt()).isZero();
    assertThat(total.get("cost").asDouble()).isGreaterThan(PAID);
    Typed status = Typed.here("status", "--dir", state.toString());
    assertThat(status.out()).contains("18 succeeded");
  }
}
