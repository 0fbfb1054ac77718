package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits in vCPUs, single VMs that are interrupted, and what frozen ones cost. */
final class SimulateVocabularyTest {
  @TempDir private Path folder;

  private String write(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static JsonNode json(String... line) throws Exception {
    Typed typed = Typed.here(line);
    assertThat(typed.exit()).as(typed.err()).isIn(0, 4);
    return new JsonMapper().readTree(typed.out());
  }

  /**
   * Spot: 10 vCPUs, on demand: 6; a policy that asked for one more would be caught by the guard.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "bag",
        "hads",
        "hads-authors",
        "hads-printed",
        "on-demand",
        "gain-wait",
        "spot-no-hibernation",
        "workflow",
        "scs",
        "scs-printed",
        "greedy",
        "gain",
        "ic-pcp"
      })
  void noPolicyRentsMoreVcpusThanTheMarketAllows(String policy) throws Exception {
    String file =
        write(
            "s.yaml",
            """
            catalogue:
              limits: {spot: {vcpus: 10}, on-demand: {machines: 5, vcpus: 6}}
              types:
                - {name: small, cores: 2, memory: 4GB, prices: {spot: 0.03, on-demand: 0.1}}
                - {name: large, cores: 4, memory: 8GB, prices: {spot: 0.06, on-demand: 0.2}}
                - {name: huge, cores: 16, memory: 8GB, prices: {spot: 0.01, on-demand: 0.2}}
            market: {hibernation: {hibernations: 4, resumes: 2, per: 1h}}
            work: {tasks: [{name: a, count: 30, runtime: 10m, memory: 100MB}]}
            deadline: 4h
            """);
    JsonNode run = json("simulate", file, "--policy", policy, "--json");

    assertThat(run.get("vms")).isNotEmpty();
    for (JsonNode at : run.get("vms")) {
      double moment = at.get("requested").doubleValue();
      assertThat(vcpusAt(run, "spot", moment)).isLessThanOrEqualTo(10);
      assertThat(vcpusAt(run, "on-demand", moment)).isLessThanOrEqualTo(6);
      assertThat(at.get("type").textValue()).isNotEqualTo("huge");
    }
  }

  private static int vcpusAt(JsonNode run, String market, double moment) {
    int vcpus = 0;
    for (JsonNode vm : run.get("vms")) {
      if (vm.get("market").textValue().equals(market)
          && vm.get("requested").doubleValue() <= moment
          && vm.get("end").doubleValue() > moment) {
        vcpus += vm.get("cores").intValue();
      }
    }
    return vcpus;
  }

  /** Half of the VMs of one type in an hour, none of the other, each at a moment of its own. */
  @Test
  void singleVmsAreInterruptedAndTheirTypeStaysOnSale() throws Exception {
    String file =
        write(
            "s.yaml",
            """
            catalogue:
              types:
                - {name: shaky, cores: 1, memory: 4GB, prices: {spot: 0.03, on-demand: 0.1}}
                - {name: firm, cores: 1, memory: 4GB, prices: {spot: 0.03, on-demand: 0.1}}
              limits: {spot: 40, on-demand: 0}
            market: {interruption: {types: {shaky: 50%}, per: 1h, notice: 2m}}
            work: {tasks: [{name: a, count: 40, runtime: 1h, retries: 9}]}
            policy: bag
            deadline: 20h
            """);
    JsonNode run = json("simulate", file, "--json");

    int ended = 0;
    Set<Double> moments = new TreeSet<>();
    for (JsonNode vm : run.get("vms")) {
      if (vm.get("ended").textValue().equals("lost")) {
        assertThat(vm.get("type").textValue()).isEqualTo("shaky");
        assertThat(vm.get("notices")).hasSize(1);
        assertThat(vm.get("end").doubleValue() - vm.at("/notices/0").doubleValue()).isEqualTo(120);
        moments.add(vm.get("end").doubleValue());
        ended++;
      }
    }
    assertThat(ended).isGreaterThan(2);
    assertThat(moments).hasSize(ended);
    assertThat(run.get("terminations").intValue()).isEqualTo(ended);
    assertThat(run.get("notices").intValue()).isGreaterThanOrEqualTo(ended);
    assertThat(Typed.here("simulate", file, "--policy", "bag").out())
        .contains("terminations  " + ended, "notices       ");
    assertThat(Typed.here("simulate", file, "--seeds", "2").out())
        .contains("terminations of VMs", "notices");
  }

  /** 4 GB of memory and 6 GB of disk at 73 cents a GB and month: a cent an hour. */
  @Test
  void aFrozenVmCostsItsStorage() throws Exception {
    write("t.csv", "type,from,to\nsmall,10m,70m\n");
    String free =
        """
        catalogue:
          types: [{name: small, cores: 2, memory: 4GB, prices: {spot: 0.06}}]
        market: {trace: t.csv}
        work: {tasks: [{name: a, count: 2, runtime: 30m}]}
        policy: bag
        """;
    JsonNode before = json("simulate", write("free.yaml", free), "--json");
    String paid =
        write("paid.yaml", free.replace("  types", "  storagePrice: 0.73\n  disk: 6GB\n  types"));
    JsonNode after = json("simulate", paid, "--json");

    double hours = (after.at("/vms/0/frozen/0/1").doubleValue() - 600) / 3600;
    assertThat(hours).isPositive();
    assertThat(before.get("storageCost").doubleValue()).isZero();
    assertThat(after.get("storageCost").doubleValue()).isCloseTo(0.01 * hours, Offset.offset(1e-8));
    assertThat(after.get("cost").doubleValue())
        .isCloseTo(before.get("cost").doubleValue() + 0.01 * hours, Offset.offset(1e-8));
    assertThat(after.at("/vms/0/storageCost").doubleValue()).isPositive();
    assertThat(Typed.here("simulate", paid).out()).contains("of it storage of frozen VMs");
  }
}
