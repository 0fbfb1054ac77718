package io.windhover.workload.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.model.Limits;
import io.windhover.workload.FileKind;
import io.windhover.workload.JobFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where machines are rented: read whole or refused with a line for every problem. */
class CloudFileReaderTest {
  private static final String TYPES =
      "catalogue: {types: [{name: small, cores: 2, prices: {spot: 0.03}}]}\n";
  private static final String LOCAL = "source: local\n" + TYPES;
  private static final Path EXAMPLES =
      Path.of(System.getProperty("windhover.root", ".."), "examples", "clouds");

  @TempDir private Path folder;

  @BeforeEach
  void writeWhatTheFileNames() throws IOException {
    Files.writeString(
        folder.resolve("c.yaml"),
        """
        market: {termination: {terminations: 1, per: 1h}}
        types: [{name: small, cores: 2, prices: {spot: 0.03}}]
        """);
  }

  private CloudFile read(String text) throws JobFileException, IOException {
    return CloudFileReader.read(Files.writeString(folder.resolve("cloud.yaml"), text));
  }

  @Test
  void whatIsLeftOutIsAsUsual() throws Exception {
    CloudFile cloud = read(LOCAL);

    assertThat(cloud.name()).isEqualTo("cloud");
    assertThat(cloud.catalogue().orElseThrow().types()).containsExactly("small");
    assertThat(cloud.market()).isEqualTo(new MarketChoice.Calm());
    assertThat(cloud.seed()).isEqualTo(1);
    assertThat(cloud.speed()).isEqualTo(1);
    assertThat(cloud.limits()).isEqualTo(Limits.NONE);
    assertThat(cloud.patienceMillis()).isEqualTo(900_000);
    assertThat(cloud.manager()).isEqualTo(new CloudFile.ManagerPlace("127.0.0.1", 0, ""));
    assertThat(cloud.dir()).isEqualTo(folder.resolve(".windhover/.cloud-cloud"));
    assertThat(cloud.local())
        .isEqualTo(new CloudFile.LocalPlace("auto", cloud.dir().resolve("machines")));
  }

  @Test
  void whatIsSaidHolds() throws Exception {
    CloudFile cloud =
        read(
            """
            name: mine
            source: local
            catalogue: c.yaml
            seed: 7
            speed: 2.5
            limits: {money: 2.50, moneyPerHour: 1, machines: 8, age: 2h}
            patience: 5m
            manager: {listen: "[::1]:8443", address: example.org}
            local: {level: signals, dir: here}
            dir: state
            """);

    assertThat(cloud.name()).isEqualTo("mine");
    assertThat(cloud.market()).as("the catalogue's").isInstanceOf(MarketChoice.ByChance.class);
    assertThat(cloud.seed()).isEqualTo(7);
    assertThat(cloud.speed()).isEqualTo(2.5);
    assertThat(cloud.limits()).isEqualTo(new Limits(2_500_000_000L, 1_000_000_000L, 8, 7_200_000));
    assertThat(cloud.patienceMillis()).isEqualTo(300_000);
    assertThat(cloud.manager()).isEqualTo(new CloudFile.ManagerPlace("::1", 8443, "example.org"));
    assertThat(cloud.manager().dialled()).isEqualTo("example.org");
    assertThat(cloud.local())
        .isEqualTo(new CloudFile.LocalPlace("signals", folder.resolve("here")));
    assertThat(cloud.dir()).isEqualTo(folder.resolve("state"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"slurm", "ec2", "processes"})
  void theHooksOfTheExamplesAreThere(String name) throws Exception {
    CloudFile cloud = CloudFileReader.read(EXAMPLES.resolve(name + ".yaml"));

    assertThat(cloud.hook().command().get(0)).isEqualTo("./" + name + ".py");
    for (String word : cloud.hook().command()) {
      assertThat(EXAMPLES.resolve(word)).isRegularFile();
    }
    assertThat(EXAMPLES.resolve(name + ".py")).isExecutable();
  }

  @Test
  void aHookHasACommand() throws Exception {
    CloudFile cloud = read("source: hook\nhook: {command: [./rent.sh, -q], timeout: 30s}\n");

    assertThat(cloud.hook())
        .isEqualTo(new CloudFile.HookPlace(List.of("./rent.sh", "-q"), 30_000, 10_000));
    assertThat(cloud.catalogue()).isEmpty();
  }

  @Test
  void aStoreIsAFolderOrABucketWhoseKeysAreElsewhere() throws Exception {
    assertThat(read(LOCAL).store())
        .contains(StorePlace.of(folder.resolve(".windhover/.cloud-cloud/store")));
    assertThat(read("source: hook\nhook: {command: [a]}\n").store()).isEmpty();
    assertThat(read(LOCAL + "store: kept\n").store())
        .contains(StorePlace.of(folder.resolve("kept")));
    assertThat(
            read(LOCAL + "store: {s3: {bucket: mine, region: r, credentials: {file: keys}}}\n")
                .store())
        .contains(
            StorePlace.of(
                new StorePlace.Bucket("mine", "", "", "r", Optional.of(folder.resolve("keys")))));
  }

  @Test
  void aSecretInTheFileIsNotRepeatedInTheComplaint() {
    assertThatThrownBy(
            () -> read(LOCAL + "store: {s3: {bucket: mine, region: r, credentials: AKIA7}}\n"))
        .message()
        .doesNotContain("AKIA7");
  }

  @Test
  void itIsToldByItsSource() throws Exception {
    read(LOCAL);

    assertThat(FileKind.of(folder.resolve("cloud.yaml"))).isEqualTo(FileKind.CLOUD);
    assertThat(FileKind.of(folder.resolve("c.yaml"))).isEqualTo(FileKind.CATALOGUE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "source: moon | :1: source: \"moon\" is not known; expected one of local, hook",
        "catalogue: c.yaml | :1: source: is missing; expected one of local, hook",
        "source: local | :1: catalogue: is missing; source local needs a catalogue",
        "source: hook | :1: hook: is missing; source hook needs hook",
        "source: hook;hook: {} | :2: hook.command: is missing",
        "source: hook;hook: {command: rent.sh} | :2: hook.command: \"rent.sh\" is not a list",
        "source: hook;hook: {command: [a], timeout: 5m} | :2: hook.timeout: \"5m\" is too long",
        "source: hook;hook: {command: [a]};speed: 2 | :3: speed: means nothing for source hook",
        "LOCAL;hook: {command: [a]} | :3: hook: means nothing for source local",
        "LOCAL;speed: 0 | :3: speed: 0 is not above 0",
        "LOCAL;speed: fast | :3: speed: \"fast\" is not a number",
        "LOCAL;limits: {money: 0} | :3: limits.money: 0 is not above 0; expected dollars in all",
        "LOCAL;limits: {money: -1} | :3: limits.money: -1 is negative",
        "LOCAL;limits: {machines: 0} | :3: limits.machines: 0 is out of range",
        "LOCAL;limits: 5 | :3: limits: 5 is not a map; expected one with money",
        "LOCAL;limits: {cents: 5} | :3: limits.cents: is not a field of limits",
        "LOCAL;patience: soon | :3: patience: \"soon\" is not",
        "LOCAL;manager: {listen: here} | :3: manager.listen: \"here\" is not an address",
        "LOCAL;manager: {listen: 'a:70000'} | :3: manager.listen: \"a:70000\" is not an address",
        "LOCAL;manager: {address: 'a b'} | :3: manager.address: \"a b\" is not an address",
        "LOCAL;local: {level: magic} | :3: local.level: \"magic\" is not known",
        "LOCAL;dir: 5 | :3: dir: 5 is not a folder",
        "LOCAL;colour: red | :3: colour: is not a field of a cloud file",
        "LOCAL;store: 5 | :3: store: 5 is not a folder; expected its name, or {s3: {...}}",
        "LOCAL;store: {} | :3: store.s3: is missing; expected a folder, or {s3: {...}}",
        "LOCAL;store: {s3: {bucket: mine}} | :3: store.s3.region: is missing",
        "LOCAL;store: {s3: {bucket: Mine, region: r}} | :3: store.s3.bucket: \"Mine\" is not the"
            + " name",
        "LOCAL;store: {s3: {bucket: mine, region: r, credentials: x}} | is no reference; expected",
        "LOCAL;market: wild | :3: market: \"wild\" is no market",
        "source: local;catalogue: nowhere.yaml | nowhere.yaml: no such file; expected a catalogue",
        "source: local;catalogue: {types: []} | :2: catalogue.types: is empty",
      })
  void aBadFileGetsOneLine(String text, String complaint) {
    assertThatThrownBy(() -> read(text.replace("LOCAL", LOCAL.strip()).replace(";", "\n")))
        .isInstanceOfSatisfying(
            JobFileException.class,
            e ->
                assertThat(e.problems())
                    .hasSize(1)
                    .allSatisfy(problem -> assertThat(problem.toString()).contains(complaint)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"annotated", "local"})
  void theExamplesAreRight(String name) throws Exception {
    CloudFile cloud = CloudFileReader.read(EXAMPLES.resolve(name + ".yaml"));

    assertThat(cloud.name()).isEqualTo(name);
  }
}
