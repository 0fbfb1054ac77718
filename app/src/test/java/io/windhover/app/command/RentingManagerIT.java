package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Call;
import io.windhover.app.command.Program.Ended;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pool that rents machines for what people submit, and gives them back. */
final class RentingManagerIT {
  @TempDir private Path folder;
  private RentingPoolFolder pool;
  private Call manager;

  @BeforeEach
  void setUp() throws Exception {
    pool = new RentingPoolFolder(folder);
    manager = pool.manager();
    pool.admit("alice", "config.yaml", "pools: {lab: {%s}}\n");
    pool.program.write(
        "bag.yaml",
        """
        name: bag
        deadline: 10m
        tasks: [{name: t, count: 6, command: 'echo {index} >> %s; sleep 1', runtime: 1s}]
        """
            .formatted(folder.resolve("ran")));
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    if (manager.process().isAlive()) {
      manager.process().destroyForcibly().waitFor();
      Call last = pool.manager("--give-back");
      last.signal("TERM");
      assertThat(last.await().exit()).isZero();
    }
    pool.assertNothingIsLeft();
  }

  @Test
  void bagsAndWorkflowsAreDoneOnRentedMachinesBesideAWorkerOfOnesOwn() throws Exception {
    pool.admit("worker-1", "worker.yaml", "{%s, dir: worker, cores: 1, offers: [lab]}\n");
    Call worker = pool.program.start(Map.of(), "worker", "--config", "worker.yaml");
    worker.awaitSaid("worker ready");
    pool.program.write(
        "flow.yaml",
        """
        name: flow
        tasks:
          - {name: first, command: 'true', requires: [lab]}
          - {name: second, count: 2, cores: 2, command: 'true', after: [first]}
        """);
    assertThat(pool.asked("submit", "flow.yaml").exit()).isZero();
    assertThat(pool.asked("submit", "bag.yaml").exit()).isZero();
    pool.program.awaitLines("ran", 1);

    Ended workers = pool.asked("workers", "--json");
    JsonSchemas.checked("workers", workers.out());
    assertThat(workers.out()).contains("worker-1@pool", "@leases/");
    Ended machines = pool.program.run("machines", "--json", "--dir", "state");
    JsonSchemas.checked("machines", machines.out());
    assertThat(machines.out()).contains("\"state\":\"ready\"");
    pool.awaitAsked("bag   done   6/6", "jobs");
    pool.awaitAsked("flow   done   3/3", "jobs");

    Ended costs = pool.program.run("costs", "--json", "--dir", "state");
    JsonSchemas.checked("costs", costs.out());
    assertThat(costs.out()).contains("\"leases\":[{").contains("\"total\":{");
    assertThat(pool.program.run("machines", "--dir", "state").out())
        .startsWith("no machine is rented now");
    worker.signal("TERM");
    assertThat(worker.await().exit()).isZero();
  }

  @Test
  void whatCannotBeDoneInTimeIsRefusedWhenItIsSubmitted() throws Exception {
    pool.program.write(
        "late.yaml", "{deadline: 1m, tasks: [{name: t, command: sleep 1, runtime: 1h}]}\n");

    Ended refused = pool.asked("submit", "late.yaml");

    assertThat(refused.exit()).isEqualTo(3);
    assertThat(refused.err()).contains("deadline");
    assertThat(pool.asked("jobs").out()).doesNotContain("late");
    assertThat(pool.leasesOfCloud()).isEmpty();
  }

  @Test
  void aManagerThatStopsKeepsItsMachinesForTheNextUnlessItIsToldToGiveThemBack() throws Exception {
    assertThat(pool.asked("submit", "bag.yaml").exit()).isZero();
    pool.program.awaitLines("ran", 1);

    manager.signal("TERM");
    Ended kept = manager.await();
    assertThat(kept.exit()).as(kept.err()).isZero();
    assertThat(kept.err()).contains("stays rented", "within 15m", "windhover cloud sweep ");
    Ended without = pool.program.run("manager");
    assertThat(without.exit()).isEqualTo(2);
    assertThat(without.err()).contains("go on with --cloud");
    pool.program.write("other.yaml", RentingPoolFolder.CLOUD + "local: {dir: elsewhere}\n");
    Ended elsewhere = pool.program.run("manager", "--cloud", "other.yaml");
    assertThat(elsewhere.exit()).isEqualTo(2);
    assertThat(elsewhere.err()).contains("expected the same until they are given back");

    manager = pool.manager("--give-back");
    pool.awaitAsked("bag   done   6/6", "jobs");
    assertThat(pool.program.lines("ran")).hasSize(6);
    assertThat(pool.leasesInBooks(pool.state())).hasSize(1);
    assertThat(pool.asked("submit", "bag.yaml").exit()).isZero();
    pool.program.awaitLines("ran", 7);
    manager.signal("TERM");
    Ended ended = manager.await();
    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.err()).contains("giving back 1 machine");
    pool.assertNothingIsLeft();
  }

  @Test
  void aManagerIsRefusedWhatItCannotRentWith() throws Exception {
    pool.program.write("bad.yaml", "source: moon\n");
    pool.program.write("matching.yaml", "port: {listen: '127.0.0.1:8443'}\npolicy: match\n");
    pool.program.write("chat.yaml", "domain: m.example.org\nsecretFile: secret\n");

    assertThat(pool.program.run("manager", "--cloud", "bad.yaml").exit()).isEqualTo(2);
    assertThat(pool.program.run("manager", "--give-back").err()).contains("goes with --cloud");
    assertThat(pool.program.run("manager", "--config", "matching.yaml", "--cloud", "cloud.yaml"))
        .satisfies(ended -> assertThat(ended.exit()).isEqualTo(2))
        .satisfies(ended -> assertThat(ended.err()).contains("policy match rents no machines"));
    assertThat(pool.program.run("manager", "--config", "chat.yaml", "--cloud", "cloud.yaml").err())
        .contains("port: is missing; expected one, at which machines of a cloud join");
  }
}
