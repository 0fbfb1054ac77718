package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Call;
import io.windhover.app.command.Program.Ended;
import io.windhover.host.HeldFolder;
import io.windhover.host.Lineage;
import io.windhover.host.ProcessTable;
import io.windhover.store.SqliteStore;
import io.windhover.store.StateLayout;
import io.windhover.store.Store.Result;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder with a cloud file for machines of this machine, and the settings of a pool that rents by
 * it and of alice, who may use the pool.
 */
final class RentingPoolFolder {
  static final String CLOUD =
      """
      source: local
      catalogue:
        startUp: 1s
        types: [{name: small, cores: 2, prices: {spot: 0.36, on-demand: 3.6}}]
      limits: {machines: 3}
      """;
  private static final Pattern LEASE = Pattern.compile("\"lease\":\"([^\"]+)\"");

  final Program program;
  private final int port;

  RentingPoolFolder(Path folder) throws Exception {
    this.program = new Program(folder);
    program.write("cloud.yaml", CLOUD);
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = free.getLocalPort();
    }
    program.write(
        "manager.yaml",
        """
        port: {listen: '127.0.0.1:%d'}
        dir: state
        users: ["*@pool"]
        workers: ["worker*@pool"]
        """
            .formatted(port));
  }

  Path state() {
    return program.folder().resolve("state");
  }

  /** Starts the manager and waits until it takes jobs. */
  Call manager(String... more) throws Exception {
    List<String> words = new ArrayList<>(List.of("manager", "--cloud", "cloud.yaml"));
    words.addAll(List.of(more));
    Call manager = program.start(Map.of(), words.toArray(String[]::new));
    manager.awaitSaid("manager ready");
    return manager;
  }

  /** Makes an account's token and the settings to reach the pool with it. */
  void admit(String name, String file, String text) throws Exception {
    String token = name + ".token";
    Ended made = program.run("token", "make", name + "@pool", "--out", token);
    assertThat(made.exit()).as(made.err()).isZero();
    String fingerprint =
        program.lines("out.1").stream()
            .flatMap(line -> Stream.of(line.split("certificate |,", -1)))
            .filter(word -> word.matches("[0-9a-f]{64}.*"))
            .findFirst()
            .orElseThrow()
            .substring(0, 64);
    program.write(
        file,
        text.formatted(
            "server: 'https://127.0.0.1:%d', user: %s@pool, passwordFile: %s, fingerprint: '%s'"
                .formatted(port, name, token, fingerprint)));
  }

  /** As alice, whose settings are in config.yaml. */
  Ended asked(String... words) throws Exception {
    return program
        .start(
            Map.of("WINDHOVER_CONFIG", program.folder().resolve("config.yaml").toString()), words)
        .await();
  }

  void awaitAsked(String what, String... words) throws Exception {
    for (int tries = 0; !asked(words).out().contains(what); tries++) {
      if (tries == 100) {
        throw new AssertionError(
            "never %s: %s".formatted(what, Arrays.toString(words)) + asked(words));
      }
      Thread.sleep(200);
    }
  }

  /** The tasks that a state folder has recorded as succeeded, one for each time, in order. */
  static List<Integer> succeeded(Path state) {
    List<Integer> tasks = new ArrayList<>();
    Path database = new StateLayout(state).database();
    if (Files.exists(database)) {
      try (var store = SqliteStore.openForReading(database)) {
        store.results(
            result -> {
              if (result.outcome().equals(Result.SUCCEEDED)) {
                tasks.add(result.task());
              }
            });
      }
    }
    tasks.sort(null);
    return tasks;
  }

  /** Where the cloud of the file has its machines. */
  Path machines() {
    return program.folder().resolve(".windhover/.cloud-cloud/machines");
  }

  /** The leases that the cloud knows of, whoever rented them. */
  NavigableSet<String> leasesOfCloud() throws IOException {
    NavigableSet<String> leases = new TreeSet<>();
    Path folders = machines().resolve("machines");
    if (Files.exists(folders)) {
      try (Stream<Path> each = Files.list(folders)) {
        each.map(path -> path.getFileName().toString()).forEach(leases::add);
      }
    }
    return leases;
  }

  /** The leases that are in the books of a state, each with a cost; all have ended. */
  NavigableSet<String> leasesInBooks(Path state) throws Exception {
    Ended costs = program.run("costs", "--json", "--dir", state.toString());
    assertThat(costs.exit()).as(costs.err()).isZero();
    NavigableSet<String> leases = new TreeSet<>();
    Matcher each = LEASE.matcher(costs.out());
    while (each.find()) {
      leases.add(each.group(1));
    }
    return leases;
  }

  /** Nothing is rented, and no process of a machine is left. */
  void assertNothingIsLeft() throws Exception {
    Ended sweep = program.run("cloud", "sweep", "cloud.yaml", "--yes");
    assertThat(sweep.out()).as(sweep.err()).isEqualTo("nothing of yours is rented there\n");
    Optional<String> id = HeldFolder.id(machines());
    if (id.isPresent()) {
      assertThat(ProcessTable.find(Lineage.ofState(id.get()), List.of(), found -> {})).isEmpty();
    }
  }
}
