package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import io.windhover.app.place.PluginStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Filters, ranks and costs of an operator's own, from jars. */
final class PlacePluginsTest {
  private static final String RANK =
      "class %s implements HostRank { public String label() { return \"%s\"; }"
          + " public double value(HostView host, Request request) { return %s; } }";

  @TempDir private Path dir;
  private Path plugins;
  private Path state;

  /** Half of the small host is taken, nothing of the large one. */
  @BeforeEach
  void prepare() throws IOException {
    plugins = dir.resolve("plugins");
    state = dir.resolve("state.json");
    hosts(
        """
        {'id': 'small', 'vcpus': 4, 'ramMb': 8000, 'traits': ['legacy'], 'instances': [
          {'id': 'x', 'vcpus': 2, 'ramMb': 4000}]},
        {'id': 'large', 'vcpus': 64, 'ramMb': 128000}
        """);
  }

  private void hosts(String list) throws IOException {
    Files.writeString(state, ("{'hosts': [" + list + "]}").replace('\'', '"'));
  }

  private Typed place(String request, String... more) throws IOException {
    Path file = Files.writeString(dir.resolve("r.json"), request.replace('\'', '"'));
    List<String> args = new ArrayList<>(List.of("place", "--state", state.toString()));
    args.addAll(List.of("--request", file.toString(), "--json"));
    args.addAll(List.of("--plugins", plugins.toString()));
    args.addAll(Arrays.asList(more));
    return Typed.here(args.toArray(String[]::new));
  }

  private Typed normal(String... more) throws IOException {
    return place("{'id': 'new', 'vcpus': 2, 'ramMb': 4000}", more);
  }

  @Test
  void theExampleIsCompiledByItsScriptAndDecides() throws Exception {
    PluginStage.example(plugins);
    assertThat(normal("--rank", "near-full=1").out()).contains("\"host\":\"small\"");
    assertThat(normal("--rank", "com.example.placement.NearFull=-1").out())
        .as("by class name, and turned round")
        .contains("\"host\":\"large\"");
    String spot = "{'id': 'new', 'preemptible': true, 'vcpus': %d, 'ramMb': 4000}";
    String[] options = {"--rank", "near-full=1", "--filter", "no-spot-on-legacy"};
    assertThat(place(spot.formatted(2), options).out()).contains("\"host\":\"large\"");
    hosts("{'id': 'h', 'vcpus': 4, 'ramMb': 8000, 'traits': ['legacy']}");
    Typed none = place(spot.formatted(2), options);
    assertThat(none.out()).contains("1 host: legacy host");
    assertThat(none.exit()).isEqualTo(3);
  }

  @Test
  void aCostOfOnesOwnChoosesTheVictims() throws Exception {
    PluginStage.example(plugins);
    hosts(
        """
        {'id': 'h', 'vcpus': 4, 'ramMb': 8000, 'instances': [
          {'id': 'old', 'preemptible': true, 'vcpus': 2, 'ramMb': 4000, 'runSeconds': 36060},
          {'id': 'young', 'preemptible': true, 'vcpus': 2, 'ramMb': 4000, 'runSeconds': 1800}]}
        """);
    assertThat(normal().out()).as("60 s into its hour").contains("[\"old\"]");
    assertThat(normal("--cost", "work-lost").out())
        .isEqualTo("{\"host\":\"h\",\"victims\":[\"young\"],\"victimCost\":1.0}\n");
    assertThat(normal("--cost", "work-lost", "--cost", "count=0.5").out()).contains("1.5");
  }

  private static void assertWrong(Typed typed, String... parts) {
    assertThat(typed.exit()).as(typed.err()).isEqualTo(2);
    assertThat(typed.err().lines()).as(typed.err()).hasSize(1);
    assertThat(typed.err()).contains(parts);
    assertThat(typed.out()).isEmpty();
  }

  @Test
  void wrongFoldersAndNamesAreSaidInOneLine() throws Exception {
    assertWrong(normal(), "--plugins: " + plugins, "expected a folder of jars");
    Files.createDirectories(plugins);
    assertWrong(normal(), "holds no jar");
    PluginStage.example(plugins);
    assertWrong(normal("--rank", "near-ful=1"), "did you mean \"near-full\"?");
    assertWrong(normal("--cost", "near-full"), "--cost: \"near-full\" is not known");
    assertWrong(normal("--filter", "no-spot"), "--filter: \"no-spot\"");
    Files.setPosixFilePermissions(plugins, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertWrong(normal(), "everybody may write it; expected chmod o-w");
    Files.setPosixFilePermissions(plugins, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(plugins.resolve("zz.jar"), "no zip");
    assertWrong(normal(), "zz.jar: is no jar");
    Typed without = Typed.here("place", "--state", "s", "--request", "r", "--filter", "mine");
    assertWrong(without, "--filter: \"mine\": --plugins has no filter to choose");
  }

  private void assertJarWrong(String name, String body, String offers, String problem)
      throws IOException {
    PluginStage.jar(plugins, name, body, offers);
    assertWrong(normal(), name + ".jar: ", problem);
    Files.delete(plugins.resolve(name + ".jar"));
  }

  @Test
  void aJarThatCannotBeUsedIsNamedWithItsClass() throws Exception {
    assertJarWrong("Mute", RANK.formatted("Mute", "mute", "1"), "", "expected Windhover-Placement");
    assertJarWrong("Gone", "class Gone {}", "com.acme.Other", "has no class com.acme.Other");
    assertJarWrong("Plain", "class Plain {}", "Plain", "expected a HostFilter, HostRank or");
    assertJarWrong("Arg", "class Arg { public Arg(int i) {} }", "Arg", "no public constructor");
    assertJarWrong(
        "Bad", "class Bad { public Bad() { throw new Error(\"no\"); } }", "Bad", "cannot be made");
    assertJarWrong("Ram", RANK.formatted("Ram", "free-ram", "1"), "Ram", "as one that ships");
    assertJarWrong("Odd", RANK.formatted("Odd", "a=b", "1"), "Odd", "is labelled \"a=b\"");
    PluginStage.jar(plugins, "One", RANK.formatted("One", "mine", "1"), "One");
    assertJarWrong("Two", RANK.formatted("Two", "mine", "1"), "Two", "as another plug-in");
  }

  @Test
  void aRankThatFailsIsNamed() throws Exception {
    PluginStage.jar(plugins, "Nan", RANK.formatted("Nan", "nan", "0.0 / 0"), "Nan");
    assertWrong(normal("--rank", "nan=1"), "rank \"nan\" of a plug-in failed: NaN for host");
    String thrown = "((String) null).length()";
    PluginStage.jar(plugins, "Thrower", RANK.formatted("Thrower", "thrower", thrown), "Thrower");
    assertWrong(
        normal("--rank", "thrower=1"), "rank \"thrower\" of a plug-in failed: java.lang.NullP");
  }
}
