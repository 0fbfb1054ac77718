package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlanTest {
  private static final Path ROOT = Path.of(System.getProperty("windhover.root", ".."));
  private static final String EC2 = ROOT.resolve("examples/scenarios/ec2-2019.yaml").toString();
  private static final String PLAN = ROOT.resolve("examples/plan.yaml").toString();
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir private Path folder;

  private String write(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String catalogue(String more) throws Exception {
    return write(
        "cloud.yaml",
        """
        types:
          - {name: small, cores: 2, memory: 4GB, prices: {spot: 0.03, on-demand: 0.1}}
        %s
        """
            .formatted(more));
  }

  private static JsonNode json(String... words) throws Exception {
    List<String> line = new ArrayList<>(List.of(words));
    line.add(0, "plan");
    line.add("--json");
    Typed typed = Typed.here(line.toArray(String[]::new));
    assertThat(typed.exit()).as(typed.err()).isZero();
    return new JsonMapper().readTree(typed.out());
  }

  /** The commands of the document, as they stand there, but for few seeds and other folders. */
  @Test
  void everyCommandOfTheDocumentRuns() throws Exception {
    List<String> commands =
        Files.readAllLines(ROOT.resolve("docs/plan.md")).stream()
            .filter(line -> line.startsWith("    ./windhover plan "))
            .map(line -> line.replaceFirst("\\s+#.*", "").strip())
            .toList();
    assertThat(commands).hasSizeGreaterThan(6);
    for (String command : commands) {
      List<String> words = new ArrayList<>();
      Matcher word = WORD.matcher(command.substring("./windhover ".length()));
      while (word.find()) {
        String text = word.group(1) == null ? word.group(2) : word.group(1);
        words.add(
            text.startsWith("examples/")
                ? ROOT.resolve(text).toString()
                : text.endsWith(".svg") || text.endsWith(".png")
                    ? folder.resolve(text).toString()
                    : text);
      }
      int seeds = words.indexOf("--seeds");
      if (seeds < 0) {
        words.addAll(List.of("--seeds", "3"));
      } else {
        words.set(seeds + 1, "3");
      }
      Typed typed = Typed.here(words.toArray(String[]::new));
      assertThat(typed.exit()).as("%s: %s", command, typed.err()).isZero();
    }
    assertThat(folder.resolve("plan.svg")).content().startsWith("<svg").contains("advised: ");
  }

  @Test
  void theSameSeedsGiveTheSameBytesButForTheTimeItTook() {
    String[] line = {
      "plan", PLAN, "--catalogue", EC2, "--deadlines", "20m,1h", "--seeds", "10", "--json"
    };
    String once = Typed.here(line).out().replaceAll("\"wallSeconds\":[0-9.]+", "");
    String again = Typed.here(line).out().replaceAll("\"wallSeconds\":[0-9.]+", "");

    assertThat(once).contains("recommendation").isEqualTo(again);
  }

  /** No freeze: two tasks side by side on one VM, 3 + 1 minutes of it at 3 cents an hour. */
  @Test
  void onACalmMarketTheCostIsKnownExactly() throws Exception {
    String job = write("job.yaml", "tasks: [{name: a, count: 2, runtime: 3m}]\n");
    JsonNode plan = json(job, "--catalogue", catalogue(""), "--market", "calm", "--deadline", "5h");

    JsonNode point = plan.at("/points/0");
    assertThat(point.at("/cost/mean").doubleValue()).isEqualTo(0.002);
    assertThat(point.at("/cost/p95").doubleValue()).isEqualTo(0.002);
    assertThat(point.get("inTime").intValue()).isEqualTo(100);
    assertThat(point.at("/vms/0/market").textValue()).isEqualTo("spot");
    assertThat(point.at("/vms/0/count").doubleValue()).isEqualTo(1);
    assertThat(point.at("/vms/0/hours").doubleValue()).isEqualTo(0.05);
    assertThat(point.get("lowerBound").doubleValue()).isLessThanOrEqualTo(0.002);
    assertThat(point.get("onDemandOnlyCost").doubleValue()).isGreaterThan(0.0066);
    assertThat(plan.at("/market/kind").textValue()).isEqualTo("calm");
  }

  @Test
  void moreTimeIsNotDearerAndNothingIsBelowTheBound() throws Exception {
    JsonNode points =
        json(PLAN, "--catalogue", EC2, "--deadlines", "20m,40m,3h", "--seeds", "30").get("points");

    double before = Double.MAX_VALUE;
    for (JsonNode point : points) {
      double mean = point.at("/cost/mean").doubleValue();
      assertThat(mean)
          .isLessThanOrEqualTo(before)
          .isGreaterThan(point.get("lowerBound").asDouble());
      assertThat(point.get("inTime").intValue()).isEqualTo(30);
      assertThat(point.at("/cost/p95").doubleValue()).isBetween(mean * 0.9, mean * 3);
      double mix = 0;
      for (JsonNode vm : point.get("vms")) {
        mix += vm.get("cost").doubleValue();
      }
      assertThat(mix).isCloseTo(mean, org.assertj.core.data.Offset.offset(1e-9));
      before = mean;
    }
  }

  @Test
  void theMarketIsTheOptionsThenTheScenariosThenTheCataloguesThenAssumed() throws Exception {
    String job = write("job.yaml", "deadline: 3h\ntasks: [{name: a, runtime: 10m}]\n");
    String silent = catalogue("");
    assertThat(json(job, "--catalogue", silent, "--seeds", "2").at("/market").toString())
        .isEqualTo(
            "{\"source\":\"assumed\",\"kind\":\"hibernation\",\"hibernationsPerHour\":3.0,"
                + "\"resumesPerHour\":2.0,\"reading\":\"run\",\"noticeSeconds\":0.0}");
    String telling = catalogue("market: {termination: {terminations: 2, per: 1h, notice: 2m}}");
    JsonNode told = json(job, "--catalogue", telling, "--seeds", "2").get("market");
    assertThat(told.get("source").textValue()).isEqualTo("catalogue");
    assertThat(told.get("terminationsPerHour").doubleValue()).isEqualTo(2);
    assertThat(told.get("noticeSeconds").doubleValue()).isEqualTo(120);
    JsonNode asked =
        json(job, "--catalogue", telling, "--seeds", "2", "--hibernations", "7/h").get("market");
    assertThat(asked.get("source").textValue()).isEqualTo("options");
    assertThat(asked.get("hibernationsPerHour").doubleValue()).isEqualTo(7);
    String scenario = write("s.yaml", "catalogue: cloud.yaml\nmarket: calm\nwork: job.yaml\n");
    assertThat(json("--scenario", scenario, "--seeds", "2").at("/market/source").textValue())
        .isEqualTo("scenario");
  }

  @Test
  void aDeadlineThatCannotBeMetIsSaidAtItsPoint() {
    Typed typed =
        Typed.here("plan", PLAN, "--catalogue", EC2, "--deadlines", "10m,1h", "--seeds", "3");

    assertThat(typed.exit()).isZero();
    assertThat(typed.out())
        .contains("10m       impossible")
        .contains("the deadline of 10m cannot be met: the earliest possible end is after 11m")
        .contains("Give it 1h: ")
        .contains("less time is not enough");
  }

  @Test
  void whereNothingWasRunThereIsNoProbability() throws Exception {
    JsonNode point =
        json(PLAN, "--catalogue", EC2, "--deadlines", "10m,1h", "--seeds", "3").at("/points/0");

    assertThat(point.get("runs").intValue()).isZero();
    assertThat(point.get("inTime").intValue()).isZero();
    assertThat(point.get("probability").isNull()).isTrue();
    assertThat(point.get("probabilityLow").isNull()).isTrue();
    assertThat(point.get("probabilityHigh").isNull()).isTrue();
  }

  /** Whatever is named in the sentence, it is what the table of VMs is about. */
  @Test
  void whenNoDeadlineIsSureTheVmsAreThoseOfTheNearest() throws Exception {
    String job = write("job.yaml", "tasks: [{name: a, count: 8, runtime: 30m}]\n");
    Typed typed =
        Typed.here(
            "plan",
            job,
            "--catalogue",
            catalogue(""),
            "--runtime-error",
            "50%",
            "--policies",
            "on-demand,bag",
            "--deadlines",
            "32m,38m,43m",
            "--seeds",
            "20");

    assertThat(typed.exit()).as(typed.err()).isZero();
    Matcher named =
        Pattern.compile("None of these deadlines is sure: (\\S+) comes nearest")
            .matcher(typed.out());
    assertThat(named.find()).as(typed.out()).isTrue();
    assertThat(typed.out())
        .contains("rented within " + named.group(1) + ", on average:")
        .contains("expected cost by policy:")
        .doesNotContain("* ");
  }

  @Test
  void whenNoneCanBeMetTheExitIs3() {
    String[] line = {"plan", PLAN, "--catalogue", EC2, "--deadlines", "5m..10m"};
    Typed typed = Typed.here(line);

    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err())
        .isEqualTo(
            "windhover: "
                + PLAN
                + ": none of these deadlines can be met: the deadline of 10m cannot be met: the"
                + " earliest possible end is after 11m\n");
  }

  /** A policy that only warns does late what cannot be in time: that is shown, and is no plan. */
  @Test
  void whenNoRunIsInTimeTheTableIsShownAndTheExitIs3() throws Exception {
    String job =
        write(
            "late.yaml",
            """
            policy: {name: workflow, impossible: warn}
            tasks: [{name: a, runtime: 30m}, {name: b, after: a, runtime: 30m}]
            """);
    String[] line = {
      "plan", job, "--catalogue", catalogue(""), "--deadlines", "20m,40m", "--seeds", "5"
    };
    Typed typed = Typed.here(line);
    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.out())
        .contains("0/5", "None of these deadlines was met in any run: 40m comes nearest");

    List<String> asJson = new ArrayList<>(List.of(line));
    asJson.add("--json");
    Typed scripted = Typed.here(asJson.toArray(String[]::new));
    assertThat(scripted.exit()).isEqualTo(3);
    assertThat(new JsonMapper().readTree(scripted.out()).at("/points/1/inTime").intValue())
        .isZero();
  }

  @Test
  void aJobThatNoMachineCanHoldIsRefused() throws Exception {
    String job = write("job.yaml", "tasks: [{name: a, cores: 9, runtime: 1h}]\n");
    Typed typed = Typed.here("plan", job, "--catalogue", catalogue(""));

    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.err())
        .isEqualTo("windhover: " + job + ": task a needs 9 cores; the largest VM, small, has 2\n");
  }

  @Test
  void linesNeedARuntime() throws Exception {
    String lines = write("commands.txt", "./a\n./b\n");
    Typed without = Typed.here("plan", "--lines", lines, "--catalogue", catalogue(""));
    assertThat(without.exit()).isEqualTo(2);
    assertThat(without.err())
        .isEqualTo(
            "windhover: "
                + lines
                + ": task line has no runtime; expected one there, or --runtime 3m for all that"
                + " have none\n");
    JsonNode with =
        json("--lines", lines, "--runtime", "3m", "--catalogue", catalogue(""), "--seeds", "2");
    assertThat(with.get("tasks").intValue()).isEqualTo(2);
    assertThat(with.get("points").size()).isBetween(8, 12);
  }

  @Test
  void aRuntimeThatIsKnownForOneTypeOnlyIsNotEnough() throws Exception {
    String job = write("job.yaml", "deadline: 3h\ntasks: [{name: a, runtime: {c3.large: 10m}}]\n");
    Typed typed = Typed.here("plan", job, "--catalogue", EC2);

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains(job + ": task a has no runtime on c4.large; expected one");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--seed 1 | nothing to rent; expected --catalogue with a file (or --cloud,"
            + " --scenario)",
        "--catalogue EC2 --deadlines 2h..1h | --deadlines: \"2h..1h\" does not rise; expected the"
            + " shorter one first, as in 20m..2h",
        "--catalogue EC2 --deadline soon | --deadline: \"soon\" is not a time span; expected one"
            + " like 90s, 35m or 1h30m",
        "--catalogue EC2 --deadline 1h --deadlines 1h | --deadline and --deadlines exclude each"
            + " other",
        "--catalogue EC2 --hibernations 3 | --hibernations: \"3\" is not a rate; expected one like"
            + " 3/h or 5/35m",
        "--catalogue EC2 --resumes 3/h | --resumes goes with --hibernations",
        "--catalogue EC2 --hibernations 1/h --reading rum | --reading: \"rum\" is not known; did"
            + " you mean \"run\"?",
        "--catalogue EC2 --market calm --resumes 1/h | --market says all; expected it without"
            + " --hibernations, --resumes, --reading",
        "--catalogue EC2 --seeds 0 | --seeds: must be between 1 and 100000, is 0",
        "--catalogue EC2 --policy match | --policy: \"match\" rents no machines; expected one that"
            + " does",
        "--catalogue EC2 --policies bag,hats | --policies: \"hats\" is not a policy; there are: ",
        "--catalogue EC2 --policies bag,,hads | --policies: a name is empty; expected names",
        "--catalogue EC2 --policies bag,bag | --policies: \"bag\" is there twice; expected each"
            + " policy once",
        "--catalogue EC2 --out a.pdf | --out: a.pdf has no ending that is known; expected a name"
            + " that ends in .svg or .png",
        "--catalogue EC2 --out /none/a.svg | --out: /none/a.svg cannot be written: no such folder",
        "--catalogue EC2 --market storm | --market:1: market: \"storm\" is no market; expected"
            + " calm, or a map with hibernation, termination, interruption, trace or provider",
        "--catalogue none.yaml | none.yaml: no such file; expected a catalogue with types",
      })
  void badInputIsOneLineAndExit2(String options, String why) {
    List<String> words = new ArrayList<>(List.of("plan", PLAN));
    words.addAll(List.of(options.replace("EC2", EC2).split(" ", -1)));
    Typed typed = Typed.here(words.toArray(String[]::new));

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err()).startsWith("windhover: " + why).hasLineCount(1);
  }

  @Test
  void theJobFilesPolicyDecidesUnlessAnotherIsAsked() throws Exception {
    String job =
        write(
            "job.yaml",
            """
            deadline: 3h
            policy: {name: on-demand, release: cycle}
            tasks: [{name: a, runtime: 10m}]
            """);
    String cloud = catalogue("");

    JsonNode own = json(job, "--catalogue", cloud, "--seeds", "2");
    assertThat(own.get("policy").textValue()).isEqualTo("on-demand");
    assertThat(own.at("/settings/release").textValue()).isEqualTo("cycle");
    assertThat(own.at("/points/0/vms/0/market").textValue()).isEqualTo("on-demand");
    JsonNode other = json(job, "--catalogue", cloud, "--seeds", "2", "--policy", "bag");
    assertThat(other.get("policy").textValue()).isEqualTo("bag");
    assertThat(other.get("settings")).isEmpty();
  }

  @Test
  void theHelpHasTheRuleAndExamples() {
    Typed typed = Typed.here("plan", "--help");
    assertThat(typed.err()).isEmpty();
    assertThat(typed.out().replaceAll("\\s+", " "))
        .contains("at most 5 % above", "at least 99 of 100", "windhover plan sweep.yaml");
  }
}
