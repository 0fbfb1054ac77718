package io.windhover.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.Sighting;
import io.windhover.capacity.Sighting.State;
import io.windhover.core.event.MachineChange;
import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.model.CheckpointCost;
import io.windhover.host.ProcessTable;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.cloud.ModelledCloud;
import io.windhover.simulator.cloud.PoissonMarket;
import io.windhover.simulator.cloud.Reclaim;
import io.windhover.simulator.testkit.CommandedCloud;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Machines of this machine freeze, thaw, shrink and vanish for real. */
@Timeout(120)
final class LocalMachinesTest {
  /** Dials, and counts in a child of a child, on the line and in a file. */
  private static final String COUNTS =
      Door.DIALS
          + " echo \"$WINDHOVER_METADATA\" > metadata;"
          + " trap '' PIPE;" // Its line will be cut.
          + " (while :; do i=$((i+1)); echo $i > c; mv c count; echo tick >&3; sleep 0.01; done) &"
          + " wait";

  @TempDir private Path folder;

  static Stream<Level> levels() {
    return "root".equals(System.getProperty("user.name"))
        ? Stream.of(Level.SIGNALS, Level.CGROUP_V1, Level.CGROUP_V2)
        : Stream.of(Level.SIGNALS);
  }

  private CloudHere cloud(Level level, Cloud market, String script) {
    return new CloudHere(folder.resolve("cloud"), level, 10, market, script);
  }

  private static int count(CloudHere cloud, int machine) {
    String text = readString(cloud.machine(machine).resolve("count")).strip();
    return text.isEmpty() ? 0 : Integer.parseInt(text);
  }

  @ParameterizedTest
  @MethodSource("levels")
  void aFrozenMachineStandsStillWithItsLineAndGoesOnWhereItWas(Level level) throws Exception {
    var market = new CommandedCloud();
    try (var cloud = cloud(level, market, COUNTS)) {
      cloud.rent(1, "large");
      cloud.until("it counts", () -> count(cloud, 1) > 3);
      cloud.until("it dials in", () -> !cloud.door.lines.isEmpty());
      market.command(MachineChange.Hibernated::new);
      cloud.until("it is told", () -> !cloud.news.isEmpty());
      Sighting frozen = cloud.news.get(0);
      assertThat(frozen.state()).isEqualTo(State.HIBERNATED);
      int still = count(cloud, 1);
      Door.Heard line = cloud.door.lines.get(0);
      CloudHere.pause(50); // What was passed on before is heard.
      int heard = line.ticks.get();
      CloudHere.pause(150);
      assertThat(count(cloud, 1)).as("while frozen").isEqualTo(still);
      assertThat(line.ticks.get()).as("on the line").isEqualTo(heard);
      assertThat(line.over).as("its line is silent, not closed").isFalse();

      market.command(MachineChange.Resumed::new);
      cloud.until("it is told", () -> cloud.news.size() > 1);
      Sighting thawed = cloud.news.get(1);
      assertThat(thawed.state()).isEqualTo(State.RUNNING);
      long frozenMillis = thawed.changedAtMillis() - frozen.changedAtMillis();
      assertThat(thawed.frozenMillis()).isEqualTo(frozenMillis).isPositive();
      cloud.until("its old line is cut", () -> line.over);
      cloud.until("it counts on", () -> count(cloud, 1) > still);
      cloud.source.release(CloudHere.lease(1));
      Sighting ended = cloud.seen(1);
      assertThat(ended.state()).isEqualTo(State.ENDED);
      long paidMillis = ended.changedAtMillis() - ended.sinceMillis() - frozenMillis;
      assertThat(ended.chargedNanos())
          .as("20,000 nano-dollars a ms")
          .isEqualTo(paidMillis * 20_000);
      assertThat(cloud.processes()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("levels")
  void aFrozenMachineThatIsGivenBackIsGone(Level level) throws Exception {
    var market = new CommandedCloud();
    try (var cloud = cloud(level, market, COUNTS)) {
      cloud.rent(1, "large");
      cloud.until("it counts", () -> count(cloud, 1) > 3);
      cloud.untilIs(1, State.RUNNING);
      market.command(MachineChange.Hibernated::new);
      cloud.untilIs(1, State.HIBERNATED);
      assertThat(cloud.processes()).isNotEmpty();
      cloud.source.release(CloudHere.lease(1));
      assertThat(cloud.processes()).isEmpty();
      assertThat(cloud.machine(1).toFile().list()).as("what it printed").containsExactly("output");
    }
  }

  @ParameterizedTest
  @MethodSource("levels")
  void aMachineShrinks(Level level) throws Exception {
    var market = new CommandedCloud();
    try (var cloud = cloud(level, market, COUNTS)) {
      cloud.rent(1, "large");
      Path cores = cloud.machine(1).resolve("cores");
      cloud.until("it has a size", () -> Files.exists(cores));
      assertThat(Files.readString(cores)).isEqualTo("2\n");
      cloud.untilIs(1, State.RUNNING);
      market.command(id -> new MachineChange.Resized(id, 1, 1_000));
      cloud.until("it is smaller", () -> readString(cores).equals("1\n"));
      assertThat(cloud.said).hasSize(1);
      if (level == Level.SIGNALS) {
        cloud.until(
            "one processor is left to it",
            () -> cloud.processes().stream().anyMatch(LocalMachinesTest::hasOneProcessor));
      }
    }
  }

  private static boolean hasOneProcessor(ProcessHandle process) {
    String status = readString(Path.of("/proc/" + process.pid() + "/status"));
    return status.lines().anyMatch(line -> line.matches("Cpus_allowed_list:\\s+\\d+"));
  }

  private static String readString(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException gone) {
      return "";
    }
  }

  @Test
  void aNoticeIsFoundAtTheMachinesOwnAddressAndComesTrue() throws Exception {
    var market = new CommandedCloud();
    try (var cloud = cloud(Level.SIGNALS, market, COUNTS)) {
      cloud.rent(1, "large");
      Path address = cloud.machine(1).resolve("metadata");
      cloud.until("it knows its address", () -> !readString(address).isEmpty());
      URI action = URI.create(readString(address).strip() + "/spot/instance-action");
      assertThat(get(action).statusCode()).isEqualTo(404);
      cloud.untilIs(1, State.RUNNING);
      long inTwoSeconds = System.currentTimeMillis() + 2_000;
      long byTheCloud = cloud.source.clock().sinceOrigin(inTwoSeconds);
      market.command(id -> new MachineChange.Notice(id, byTheCloud, Coming.ENDED));
      cloud.until("it is noticed", () -> !cloud.news.isEmpty());
      assertThat(cloud.news.get(0).coming()).isEqualTo(Coming.ENDED);
      HttpResponse<String> told = get(action);
      assertThat(told.statusCode()).isEqualTo(200);
      assertThat(told.body())
          .as("by this machine's clock")
          .isEqualTo(
              "{\"action\": \"terminate\", \"time\": \"%s\"}\n"
                  .formatted(Instant.ofEpochMilli(inTwoSeconds)));
      market.command(id -> new MachineChange.Lost(id, "taken back"));
      cloud.untilIs(1, State.ENDED);
      assertThat(cloud.seen(1).why()).isEqualTo("taken back");
      assertThat(cloud.processes()).isEmpty();
    }
  }

  private static HttpResponse<String> get(URI address) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Three machines on a market from a seed: what it says of each is so. */
  @ParameterizedTest
  @MethodSource("levels")
  void aMarketFromASeedFreezesAndThaws(Level level) throws Exception {
    var market =
        new ModelledCloud(
            new PoissonMarket(
                PoissonMarket.Reading.RUN, Reclaim.HIBERNATE, 600, 900, List.of("large"), 7),
            new CheckpointCost(500, 1));
    try (var cloud = new CloudHere(folder.resolve("cloud"), level, 40, market, COUNTS)) {
      for (int machine = 1; machine <= 3; machine++) {
        cloud.rent(machine, machine == 3 ? "small" : "large");
      }
      cloud.until("it has frozen and thawed", () -> cloud.news.size() >= 8);
      cloud.until("one is frozen", () -> cloud.seen(1).state() == State.HIBERNATED);
      assertThat(cloud.atOnce).as("the two of a type, each time").isNotEmpty().containsOnly(2);
      assertThat(cloud.seen(3).frozenMillis()).as("on demand").isZero();
      for (int machine = 1; machine <= 3; machine++) {
        cloud.source.release(CloudHere.lease(machine));
        Sighting ended = cloud.seen(machine);
        long paidMillis = ended.changedAtMillis() - ended.sinceMillis() - ended.frozenMillis();
        assertThat(ended.chargedNanos()).isEqualTo(paidMillis * (machine == 3 ? 10_000 : 20_000));
      }
      assertThat(cloud.processes()).isEmpty();
    }
  }

  @Test
  void aMachineThatEndsByItselfIsOver() throws Exception {
    String script = Door.DIALS + " sleep 1000 & read -t 0.3 <> <(:); echo worn out; exit 3";
    try (var cloud = cloud(Level.BEST, Cloud.steady(1_000), script)) {
      cloud.rent(1, "small");
      cloud.untilIs(1, State.ENDED);
      assertThat(cloud.seen(1).why())
          .isEqualTo("the machine ended by itself, exit code 3: worn out");
      assertThat(cloud.processes()).as("the child it left behind").isEmpty();
    }
  }

  @Test
  void aCommandThatIsNoneIsSaid() throws Exception {
    var plan =
        new CloudPlan(
            CloudHere.OFFERS,
            Cloud.steady(1_000),
            10,
            Level.SIGNALS,
            List.of("/no/such/program"),
            CloudPlan.IDLE_MILLIS);
    try (var cloud = new CloudHere(folder.resolve("cloud"), plan)) {
      cloud.rent(1, "small");
      cloud.untilIs(1, State.ENDED);
      assertThat(cloud.seen(1).why()).contains("/no/such/program");
      assertThat(cloud.seen(1).chargedNanos()).as("it was never up").isZero();
    }
  }

  /** It is charged for, as in any cloud, until somebody gives it back. */
  @Test
  void aMachineThatNeverDialsIsThereUntilItIsGivenBack() throws Exception {
    try (var cloud = cloud(Level.SIGNALS, Cloud.steady(100), "trap '' TERM; sleep 1000")) {
      cloud.rent(1, "small");
      cloud.untilIs(1, State.RUNNING);
      assertThat(cloud.door.lines).isEmpty();
      cloud.source.release(CloudHere.lease(1));
      assertThat(cloud.processes()).noneMatch(ProcessTable::lives);
    }
  }

  @Test
  void theSecretIsInNoCommandLineAndNoRecord() throws Exception {
    try (var cloud = cloud(Level.SIGNALS, Cloud.steady(100), COUNTS)) {
      cloud.rent(1, "small");
      cloud.until("it dials in", () -> !cloud.door.lines.isEmpty());
      assertThat(cloud.door.lines.get(0).first).isEqualTo(CloudHere.lease(1) + " secret-1");
      for (ProcessHandle process : cloud.processes()) {
        Path proc = Path.of("/proc/" + process.pid());
        assertThat(readString(proc.resolve("cmdline"))).doesNotContain("secret-1");
        assertThat(readString(proc.resolve("environ"))).doesNotContain("secret-1");
      }
      assertThat(readString(folder.resolve("cloud/leases"))).doesNotContain("secret-1");
    }
  }
}
