package io.windhover.app.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UserSettingsTest {
  private static final String LAB =
      """
      pools:
        lab:
          server: xmpp.example.org:5299
          manager: manager.example.org
          user: Alice@Example.org
          passwordFile: lab.password
          certificate: ca.pem
      """;

  @TempDir private Path dir;
  private Path file;

  @BeforeEach
  void aPlaceAndACertificate() throws IOException {
    file = dir.resolve("config.yaml");
    Files.writeString(dir.resolve("ca.pem"), "a certificate");
  }

  private UserSettings read(String text) throws IOException {
    return UserSettings.read(Files.writeString(file, text));
  }

  private void refuses(String text, String... lines) throws IOException {
    Files.writeString(file, text);
    assertThatThrownBy(() -> UserSettings.read(file))
        .isInstanceOfSatisfying(
            CommandFailure.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
        .satisfies(e -> assertThat(e.getMessage().split("\n")).containsExactly(lines));
  }

  @Test
  void aPoolWithEverythingWrittenOut() throws IOException {
    PoolSettings lab = read(LAB + "default: lab\n").pool(null);

    assertThat(lab.server()).isEqualTo(new ServerAddress("xmpp.example.org", 5299));
    assertThat(lab.manager()).isEqualTo("manager.example.org");
    assertThat(lab.user()).isEqualTo("alice@example.org");
    assertThat(lab.password().path()).isEqualTo(dir.resolve("lab.password"));
    assertThat(lab.certificate()).contains(dir.resolve("ca.pem"));
  }

  @Test
  void theServerIsTheOneOfTheAccountUnlessAnotherIsNamed() throws IOException {
    PoolSettings lab =
        read("pools: {lab: {manager: m.example.org, user: a@example.org, passwordFile: /p}}\n")
            .pool("lab");

    assertThat(lab.server()).hasToString("example.org:5222");
    assertThat(lab.certificate()).isEmpty();
    assertThat(lab.password().path()).isEqualTo(Path.of("/p"));
  }

  @Test
  void theOnlyPoolIsTheUsualOneAndOfSeveralTheDefaultIs() throws IOException {
    String two =
        """
        pools:
          lab: {manager: m.example.org, user: a@example.org, passwordFile: p}
          cloud: {manager: m.example.com, user: a@example.com, passwordFile: p}
        """;

    assertThat(read(LAB).pool(null).name()).isEqualTo("lab");
    assertThat(read(two + "default: cloud\n").pool(null).name()).isEqualTo("cloud");
    UserSettings undecided = read(two);
    assertThatThrownBy(() -> undecided.pool(null))
        .hasMessage(file + ": has no default pool; say which, or name one with --pool");
    assertThatThrownBy(() -> undecided.pool("cluod"))
        .hasMessage(file + ": no pool \"cluod\"; did you mean \"cloud\"?");
    refuses(
        two + "default: cluod\n",
        file + ":4: default: \"cluod\" is not known; did you mean" + " \"cloud\"?");
    refuses("default: lab\n", file + ":1: default: \"lab\" is not there; expected it under pools");
  }

  @Test
  void everyMistakeHasItsLineAndFieldAndWhatWasExpected() throws IOException {
    refuses(
        """
        pools:
          lab:
            sever: xmpp.example.org
            manager: manager example
            user: alice
            passwordFile: lab.password
            certificate: none.pem
          other: [1]
        defualt: lab
        """,
        file + ":3: pools.lab.sever: is not a field of a pool; did you mean \"server\"?",
        file
            + ":4: pools.lab.manager: \"manager example\" is not a domain; expected a domain like"
            + " manager.example.org",
        file
            + ":5: pools.lab.user: \"alice\" is not an account; expected an account like"
            + " alice@example.org",
        file
            + ":7: pools.lab.certificate: "
            + dir.resolve("none.pem")
            + " cannot be read;"
            + " expected a file of certificates in PEM",
        file
            + ":8: pools.other: a list is not a map; expected one with user, passwordFile and"
            + " manager",
        file + ":9: defualt: is not a field of a user's settings; did you mean \"default\"?");
  }

  @Test
  void aServerIsAHostWithOrWithoutAPort() throws IOException {
    String pool = "pools: {l: {manager: m.x, user: a@x.org, passwordFile: p, server: %s}}\n";

    assertThat(read(pool.formatted("h")).pool("l").server()).hasToString("h:5222");
    assertThat(read(pool.formatted("'[::1]:99'")).pool("l").server()).hasToString("[::1]:99");
    assertThat(read(pool.formatted("127.0.0.1")).pool("l").server().host()).isEqualTo("127.0.0.1");
    refuses(
        pool.formatted("h:70000"),
        file
            + ":1: pools.l.server: \"h:70000\" is not an address; expected host:port like"
            + " xmpp.example.org:5222");
  }

  @Test
  void aPasswordInTheFileIsRefusedAndNeverShown() throws IOException {
    refuses(
        "pools: {lab: {manager: m.example.org, user: a@example.org, password: hunter2}}\n",
        file
            + ":1: pools.lab.password: secrets do not belong in this file; put it on the first"
            + " line of a file of mode 0600 and say passwordFile: THAT-FILE");
  }

  @Test
  void whatIsMissingIsSaid() throws IOException {
    refuses(
        "pools:\n  lab: {server: x}\n",
        file + ":2: pools.lab.user: is missing; expected an account like alice@example.org",
        file + ":2: pools.lab.manager: is missing; expected a domain like manager.example.org",
        file + ":2: pools.lab.passwordFile: is missing; expected the name of a file of mode 0600");
  }

  @Test
  void theFileIsTheOneAskedForThenTheVariablesThenTheUsualOne() throws IOException {
    Path asked = Files.writeString(dir.resolve("asked.yaml"), LAB.replace("lab:", "asked:"));
    Path variable = Files.writeString(dir.resolve("variable.yaml"), LAB.replace("lab:", "var:"));
    Path xdg = Files.createDirectories(dir.resolve("xdg/windhover"));
    Files.writeString(xdg.resolve("config.yaml"), LAB.replace("lab:", "xdg:"));
    Path home = Files.createDirectories(dir.resolve(".config/windhover"));
    Files.writeString(home.resolve("config.yaml"), LAB.replace("lab:", "home:"));
    for (Path folder : new Path[] {xdg, home}) {
      Files.writeString(folder.resolve("ca.pem"), "a certificate");
    }

    Map<String, String> all =
        Map.of(
            "WINDHOVER_CONFIG", variable.toString(),
            "XDG_CONFIG_HOME", dir.resolve("xdg").toString(),
            "HOME", dir.toString());
    assertThat(UserSettings.load(asked, all::get).usual()).isEqualTo("asked");
    assertThat(UserSettings.load(null, all::get).usual()).isEqualTo("var");
    var noVariable = Map.of("XDG_CONFIG_HOME", dir.resolve("xdg").toString(), "HOME", "/none");
    assertThat(UserSettings.load(null, noVariable::get).usual()).isEqualTo("xdg");
    var onlyHome = Map.of("XDG_CONFIG_HOME", "", "HOME", dir.toString());
    assertThat(UserSettings.load(null, onlyHome::get).usual()).isEqualTo("home");
  }

  @Test
  void noFileMeansNoPoolsUnlessTheFileWasAskedFor() {
    UserSettings none = UserSettings.load(null, Map.of("HOME", dir.toString())::get);

    assertThat(none.pools()).isEmpty();
    assertThatThrownBy(() -> none.pool("lab"))
        .hasMessage(
            dir.resolve(".config/windhover/config.yaml")
                + ": is not there; expected a file that says which pools there are");
    assertThatThrownBy(() -> UserSettings.load(dir.resolve("no.yaml"), name -> null))
        .isInstanceOf(CommandFailure.class)
        .hasMessage(dir.resolve("no.yaml") + ": no such file; expected a user's settings");
  }
}
