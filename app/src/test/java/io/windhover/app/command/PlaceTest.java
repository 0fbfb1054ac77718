package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlaceTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("windhover.root"), "examples", "placement");

  private static final String REQUEST = "{'id': 'new', 'vcpus': 2, 'ramMb': 4000}";

  @TempDir private Path dir;

  private static Typed example(int number, String... more) {
    Path state = EXAMPLES.resolve("case" + number + ".state.json");
    Path request = EXAMPLES.resolve("case" + number + ".request.json");
    return place(state, request, more);
  }

  private static Typed place(Path state, Path request, String... more) {
    List<String> args = new ArrayList<>();
    args.addAll(List.of("place", "--state", state.toString(), "--request", request.toString()));
    args.addAll(Arrays.asList(more));
    return Typed.here(args.toArray(String[]::new));
  }

  /** Texts with single quotes for double ones. */
  private Typed place(String state, String request, String... more) throws IOException {
    Path stateFile = Files.writeString(dir.resolve("s.json"), state.replace('\'', '"'));
    Path requestFile = Files.writeString(dir.resolve("r.json"), request.replace('\'', '"'));
    return place(stateFile, requestFile, more);
  }

  private static String host(String more) {
    return "{'hosts': [{'id': 'h', 'vcpus': 8, 'ramMb': 16000, 'diskGb': 100" + more + "}]}";
  }

  private static String instances(String... instances) {
    return host(", 'instances': [" + String.join(", ", instances) + "]");
  }

  private static String instance(String id, String more) {
    return "{'id': '%s', 'vcpus': 2, 'ramMb': 4000%s}".formatted(id, more);
  }

  /** The arithmetic is in the examples' README. */
  @ParameterizedTest
  @CsvSource({
    "1, host-B, '[\"BP1\"]', 660.0",
    "2, host-C, '[\"CP1\"]', 60.0",
    "3, host-A, '[\"AP2\",\"AP3\",\"AP4\"]', 3300.0",
    "4, host-B, '[\"BP3\"]', 1200.0",
  })
  void thePapersCases(int number, String host, String victims, String cost) {
    Typed typed = example(number, "--json");
    assertThat(typed.out())
        .isEqualTo(
            "{\"host\":\"%s\",\"victims\":%s,\"victimCost\":%s}%n".formatted(host, victims, cost));
    assertThat(typed.err()).isEmpty();
    assertThat(typed.exit()).isZero();
    assertThat(example(number, "--scheduler", "retry", "--json").out()).isEqualTo(typed.out());
  }

  @Test
  void saysItInSentencesToo() {
    Typed typed = example(1);
    assertThat(typed.exit()).isZero();
    assertThat(typed.out())
        .contains("new goes to host-B (normal, 2 vCPU, 4000 MB RAM")
        .contains("ends BP1 (2 vCPU, 4000 MB RAM, 0 GB disk, has run 1 h 11 min)")
        .contains("cost: 660 s");
  }

  @Test
  void aPlainSchedulerEndsNobody() {
    Typed typed = example(1, "--scheduler", "plain", "--json");
    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.out()).isEqualTo("{\"host\":null,\"reason\":\"4 hosts: too few vCPUs\"}\n");
  }

  @Test
  void noHostIsExit3WithAReasonPerFilter() throws IOException {
    String state = instances(instance("a", ", 'group': 'web'"));
    String wanted = "{'id': 'n', 'vcpus': 2, 'ramMb': 4000, 'group': 'web', 'antiAffinity': true}";
    Typed typed = place(state, wanted);
    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.out()).isEqualTo("No host for n: 1 host: anti-affinity\n");
    assertThat(place(state, "{'id': 'n', 'vcpus': 1, 'ramMb': 99999}", "--json").out())
        .isEqualTo("{\"host\":null,\"reason\":\"1 host: too little RAM\"}\n");
    assertThat(place("{'hosts': []}", REQUEST).out()).contains("there are no hosts");
  }

  @Test
  void theSameSeedTheSameHost() throws IOException {
    var hosts = new StringBuilder("{'hosts': [");
    for (int i = 0; i < 50; i++) {
      hosts.append("{'id': 'h%d', 'vcpus': 8, 'ramMb': 16000},".formatted(i));
    }
    String state = hosts.substring(0, hosts.length() - 1) + "]}";
    String first = place(state, REQUEST, "--seed", "7", "--json").out();
    assertThat(place(state, REQUEST, "--seed", "7", "--json").out()).isEqualTo(first);
    assertThat(place(state, REQUEST, "--seed", "8", "--json").out()).isNotEqualTo(first);
  }

  @Test
  void ranksAndCostsByName() throws IOException {
    String state =
        instances(
            instance("dear", ", 'preemptible': true, 'pricePerHour': 9, 'runSeconds': 60"),
            instance("cheap", ", 'preemptible': true, 'pricePerHour': 1, 'runSeconds': 1800"),
            instance("x", ""),
            instance("y", ""));
    assertThat(place(state, REQUEST, "--json").out()).contains("[\"dear\"]").contains("60.0");
    assertThat(place(state, REQUEST, "--json", "--cost", "revenue").out())
        .isEqualTo("{\"host\":\"h\",\"victims\":[\"cheap\"],\"victimCost\":1.0}\n");
    assertThat(place(state, REQUEST, "--cost", "revenue=2", "--cost", "count").out())
        .contains("ends cheap")
        .contains("cost: 3");
    assertThat(place(state, REQUEST, "--rank", "free-ram=2", "--rank", "overcommit=1").exit())
        .isZero();
  }

  @Test
  void moreCanBePromisedThanThereIs() throws IOException {
    String full = instances(instance("x", ""), instance("y", ""));
    String six = "{'id': 'new', 'vcpus': 6, 'ramMb': 4000}";
    assertThat(place(full, six, "--json").out()).contains("too few vCPUs");
    assertThat(place(full, six, "--json", "--cpu-allocation-ratio", "1.25").out())
        .isEqualTo("{\"host\":\"h\",\"victims\":[],\"victimCost\":0.0}\n");
    String says = host(", 'cpuAllocationRatio': 1, 'ramAllocationRatio': 0.2");
    assertThat(place(says, six, "--json", "--ram-allocation-ratio", "3").out())
        .as("what a host says wins")
        .contains("too little RAM");
    assertWrong(place(full, six, "--cpu-allocation-ratio", "0"), "--cpu-allocation-ratio: 0.0 is");
    assertWrong(
        place(host(", 'diskAllocationRatio': 2, 'diskOversubscription': 2"), six), "one of");
    assertWrong(place(host(", 'cpuAllocationRatio': -1"), six), "hosts[0].cpuAllocationRatio: -1");
  }

  @Test
  void aLongestLifeIsSaid() throws IOException {
    String spot = "{'id': 'new', 'preemptible': true, 'vcpus': 2, 'ramMb': 1, 'maxRunSeconds': 60}";
    assertThat(place(host(""), spot).out()).contains("must end 60 s after its start");
    assertThat(place(host(""), spot, "--json").out()).contains("\"maxRunSeconds\":60");
  }

  @Test
  void wrongOptionsAreNamed() throws IOException {
    assertWrong(place(host(""), REQUEST, "--rank", "free-rma=1"), "did you mean \"free-ram\"?");
    assertWrong(place(host(""), REQUEST, "--rank", "free-ram=x"), "--rank: \"free-ram=x\" has no");
    assertWrong(place(host(""), REQUEST, "--cost", "period=-1"), "--cost: \"period=-1\" is out of");
    assertWrong(place(host(""), REQUEST, "--cost", "period=NaN"), "\"period=NaN\" is out of");
    assertWrong(place(host(""), REQUEST, "--scheduler", "onepass"), "did you mean \"one-pass\"?");
    assertWrong(Typed.here("place", "--state", "x.json"), "--request");
    assertWrong(Typed.here("place", "--serve", "0"), "--dir");
    Typed both = Typed.here("place", "--serve", "0", "--dir", dir.toString(), "--json");
    assertWrong(both, "--serve takes no --state");
  }

  private void assertWrong(Typed typed, String... parts) {
    assertThat(typed.err().lines()).as(typed.err()).hasSize(1);
    assertThat(typed.err()).contains(parts);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.exit()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'hosts': 3} | hosts: 3 is not a list",
        "{} | hosts: is missing",
        "[] | a list is not an object",
        "7 | 7 is not an object",
        "{'hosts': []} x | is not JSON: Unrecognized token",
        "{'hosts': []} {} | goes on after its end",
        "{'hosts': [], 'hosts': []} | is not JSON: Duplicate field 'hosts'",
        "{'hosts': [], 'billingPeriodSecond': 1} | did you mean \"billingPeriodSeconds\"?",
        "{'hosts': [], 'billingPeriodSeconds': 0} | billingPeriodSeconds: 0 is out of range",
        "{'hosts': [{}]} | hosts[0].id: is missing",
        "{'hosts': [{'id': '', 'vcpus': 1, 'ramMb': 1}]} | hosts[0].id: \"\" is empty",
        "{'hosts': [{'id': 4, 'vcpus': 1, 'ramMb': 1}]} | hosts[0].id: 4 is not a text",
        "{'hosts': [{'id': 'a'}]} | hosts[0].vcpus: is missing; expected a whole number",
        "{'hosts': [{'id': 'a', 'vcpus': -1}]} | hosts[0].vcpus: -1 is out of range",
        "{'hosts': [{'id': 'a', 'vcpus': 1.5}]} | hosts[0].vcpus: 1.5 is not whole",
        "{'hosts': [{'id': 'a', 'vcpus': '8'}]} | hosts[0].vcpus: \"8\" is not a number",
        "{'hosts': [{'id': 'a', 'vcpus': NaN}]} | hosts[0].vcpus: NaN is not a number",
        "{'hosts': [{'id': 'a', 'vcpus': 1e99}]} | hosts[0].vcpus: 1E+99 is out of range",
        "{'hosts': [{'id': 'a', 'vcpus': 1e999999999}]} | hosts[0].vcpus: ",
        "{'hosts': [{'id': 'a', 'vcpu': 8}]} | hosts[0].vcpu: unknown field; did you mean",
        "{'hosts': [null]} | hosts[0]: null is not an object",
      })
  void badStates(String state, String problem) throws IOException {
    assertWrong(place(state, REQUEST), dir + "/s.json: ", problem);
  }

  @Test
  void badHosts() throws IOException {
    assertWrong(
        place(host(", 'diskOversubscription': -1"), REQUEST),
        "hosts[0].diskOversubscription: -1 is out of range");
    assertWrong(
        place(host(", 'traits': 'ssd'"), REQUEST), "hosts[0].traits: \"ssd\" is not a list");
    assertWrong(
        place(host(", 'traits': ['a', 3]"), REQUEST), "hosts[0].traits[1]: 3 is not a text");
    String twice =
        "{'hosts': [{'id': 'a', 'vcpus': 1, 'ramMb': 1}, {'id': 'a', 'vcpus': 1, 'ramMb': 1}]}";
    assertWrong(place(twice, REQUEST), "hosts[1].id: \"a\" is given twice, first at hosts[0].id");
  }

  @Test
  void badInstances() throws IOException {
    assertWrong(
        place(instances("{'id': 'a', 'vcpus': 9, 'ramMb': 1}"), REQUEST),
        "hosts[0].instances[0].vcpus: 9 is more than the 8 of its host h");
    assertWrong(
        place(instances(instance("a", ""), instance("a", "")), REQUEST),
        "hosts[0].instances[1].id: \"a\" is given twice");
    assertWrong(
        place(instances(instance("a", ", 'runSeconds': -5")), REQUEST),
        "hosts[0].instances[0].runSeconds: -5 is out of range");
    assertWrong(
        place(instances(instance("a", ", 'preemptible': 'yes'")), REQUEST),
        "hosts[0].instances[0].preemptible: \"yes\" is neither");
    String[] many = new String[5];
    Arrays.setAll(many, i -> instance("i" + i, ""));
    assertWrong(
        place(instances(many), REQUEST),
        "hosts[0].instances: together take 10 vcpus, more than the 8 of their host h");
    assertWrong(
        place(instances(instance("a", ", 'diskGb': 60"), instance("b", ", 'diskGb': 60")), REQUEST),
        "together take 120 diskGb, more than the 100");
  }

  @Test
  void oversubscribedDiskMayBePromisedTwice() throws IOException {
    String two = instance("a", ", 'diskGb': 60") + ", " + instance("b", ", 'diskGb': 60");
    Typed typed =
        place(host(", 'diskOversubscription': 2.0, 'instances': [" + two + "]"), REQUEST, "--json");
    assertThat(typed.out()).isEqualTo("{\"host\":\"h\",\"victims\":[],\"victimCost\":0.0}\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'vcpus': 2, 'ramMb': 4000} | id: is missing",
        "{'id': 'n', 'vcpus': 2, 'ramMb': -4000} | ramMb: -4000 is out of range",
        "{'id': 'n', 'vcpus': 2, 'ramMB': 4000} | ramMB: unknown field; did you mean \"ramMb\"?",
        "{'id': 'n', 'vcpus': 2, 'ramMb': 1, 'affinity': true} | group: is missing",
        "{'id': 'n', 'vcpus': 2, 'ramMb': 1, 'maxRunSeconds': 9} | maxRunSeconds: 9 is for",
        "{'id': 'n', 'vcpus': 2, 'ramMb': 1, 'queueSeconds': 9} | queueSeconds: unknown field",
        "{'id': 'there', 'vcpus': 2, 'ramMb': 1} | id: \"there\" runs already, on host h",
        "{'id': 'n', | is not JSON: ",
      })
  void badRequests(String request, String problem) throws IOException {
    assertWrong(place(instances(instance("there", "")), request), dir + "/r.json: ", problem);
  }

  @Test
  void filesThatAreNone() throws IOException {
    Path request = Files.writeString(dir.resolve("r.json"), REQUEST.replace('\'', '"'));
    assertWrong(place(dir.resolve("no.json"), request), dir + "/no.json: not there");
    assertWrong(place(dir, request), dir + ": is a folder");
    assertWrong(place(Files.writeString(dir.resolve("e.json"), ""), request), "is empty");
    byte[] garbage = new byte[10_000_000];
    new Random(1).nextBytes(garbage);
    Path large = Files.write(dir.resolve("garbage.json"), garbage);
    assertWrong(place(large, request), dir + "/garbage.json: is not JSON");
    Path state = Files.writeString(dir.resolve("s.json"), "{\"hosts\": []}");
    assertWrong(place(state, large), dir + "/garbage.json: has 10,000,000 bytes");
    Path deep = Files.writeString(dir.resolve("deep.json"), "[".repeat(5_000_000));
    assertWrong(place(deep, request), dir + "/deep.json: is not JSON");
  }
}
