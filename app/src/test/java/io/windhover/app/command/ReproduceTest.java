package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Typed;
import io.windhover.experiments.paper.Check;
import io.windhover.experiments.paper.Length;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Reproduction;
import io.windhover.experiments.paper.Setup;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReproduceTest {
  /** Limits in real time may be broken where tests run beside others; then the exit code is 5. */
  @Test
  void opieAsJson(@TempDir Path folder) throws Exception {
    Typed typed =
        Typed.here("reproduce", "opie", "--quick", "--json", "--seeds", "2", "--out", "" + folder);
    assertThat(typed.err()).contains("opie: 0/13 the paper's tables");
    assertThat(typed.out().lines()).hasSize(1);
    JsonNode json = new JsonMapper().readTree(typed.out());
    assertThat(json.get("paper").textValue()).isEqualTo("opie");
    assertThat(json.get("commit").isTextual()).isTrue();
    assertThat(json.get("seeds").intValue()).isEqualTo(2);
    assertThat(json.get("wallSeconds").isNumber()).isTrue();
    assertThat(json.get("rows")).hasSizeGreaterThan(100).allSatisfy(ReproduceTest::isRow);
    assertThat(json.get("checks")).hasSizeGreaterThan(8).allSatisfy(ReproduceTest::isCheck);
    boolean ok = json.get("checks").findValues("ok").stream().allMatch(JsonNode::booleanValue);
    assertThat(typed.exit()).isEqualTo(ok ? 0 : 5);
    assertThat(json.get("notes").toString()).contains("NOT RUN (no --data DIR)");
    assertThat(folder.resolve("opie.html")).content().contains("<svg");
    assertThat(folder.resolve("opie-table5.csv")).content().contains("AP2 AP3 AP4");
    assertThat(Files.readString(folder.resolve("opie.json"))).isEqualTo(typed.out());
  }

  private static void isRow(JsonNode row) {
    for (String text : List.of("figure", "case", "policy", "metric", "unit")) {
      assertThat(row.get(text).isTextual()).as(text + " of " + row).isTrue();
    }
    assertThat(row.get("ours").isNumber()).isTrue();
    JsonNode paper = row.get("paper");
    assertThat(paper.isNull() || paper.isNumber() || (paper.has("low") && paper.has("high")))
        .isTrue();
    assertThat(row.get("p10").isNumber()).isEqualTo(row.get("p90").isNumber());
  }

  private static void isCheck(JsonNode check) {
    assertThat(check.get("name").textValue()).isNotBlank();
    assertThat(check.get("ok").isBoolean()).isTrue();
    assertThat(check.get("detail").textValue()).isNotBlank();
  }

  @Test
  void whetherACheckFailedIsTold() {
    var out = new StringWriter();
    var writer = new PrintWriter(out);
    var run = new PaperRun(writer, writer, "", Optional.empty(), false, Optional.empty());
    assertThat(run.run(claiming(true), Setup.of(Length.QUICK, 1))).isTrue();
    assertThat(run.run(claiming(false), Setup.of(Length.QUICK, 1))).isFalse();
    assertThat(out.toString()).contains("ok      the sky is blue: by day");
    assertThat(out.toString()).contains("FAILED  the sky is blue: by day");
  }

  private static Reproduction claiming(boolean ok) {
    return new Reproduction() {
      @Override
      public String name() {
        return "sky";
      }

      @Override
      public String title() {
        return "on the colour of the sky";
      }

      @Override
      public Report run(Setup setup) {
        var check = new Check("the sky is blue", ok, "by day");
        return new Report(
            name(), title(), 1, List.of(), List.of(), List.of(check), List.of(), List.of());
      }
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          foo               | unknown paper foo; there are: hads, scs, slacksched, opie, \
          kestrel, live, arena, all
          opie --case long-2 | --draw, --seed, --case and --policies are for arena, not for opie
          arena --draw dev --seed 4 | --draw and --seed: expected one of them
          arena --policies bagg | arena: "bagg" is not a policy; did you mean "bag"?
          opie --seeds 0    | --seeds: must be between 1 and 100000, is 0
          scs --quick --long | --quick and --long: expected one of them
          opie --data /none | --data: no such folder: /none
          opie --out /proc/none | --out: /proc/none cannot be made: no such folder
          """)
  void badInputIsOneLineAndExit2(String args, String problem) {
    Typed typed = Typed.here(("reproduce " + args).split(" ", -1));
    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err().strip()).isEqualTo("windhover: " + problem);
  }

  @Test
  void dataThatIsNotThereIsNamed(@TempDir Path empty) {
    Typed typed =
        Typed.here("reproduce", "opie", "--quick", "--seeds", "1", "--data", empty.toString());
    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err())
        .contains(
            empty + "/placement/alibaba-openb-2023/openb_node_list_all_node.csv: there is no");
  }

  @Test
  void theHelpListsThePapers() {
    assertThat(Typed.here("reproduce", "--help").out())
        .contains("hads", "scs", "slacksched", "opie", "kestrel", "all");
  }
}
