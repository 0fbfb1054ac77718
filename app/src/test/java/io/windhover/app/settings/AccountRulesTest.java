package io.windhover.app.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a manager's settings allow each account to do. */
final class AccountRulesTest {
  @TempDir private Path dir;

  @BeforeEach
  void aSecret() throws IOException {
    Path secret = Files.writeString(dir.resolve("secret"), "hunter2\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
  }

  private AccountRules rules(String more) throws IOException {
    String text = "domain: manager.example.org\nsecretFile: secret\n" + more;
    return ManagerConfig.read(Files.writeString(dir.resolve("manager.yaml"), text)).accounts();
  }

  @Test
  void aWorkersAccountSubmitsOnlyWhenItIsMeant() throws IOException {
    AccountRules usual = rules("");
    assertThat(usual.maySubmit("alice@example.org")).isTrue();
    assertThat(usual.mayUse("worker7@example.org")).isTrue();
    assertThat(usual.maySubmit("worker7@example.org")).isFalse();
    assertThat(rules("users: ['*@example.org', worker7@example.org]\n"))
        .satisfies(
            named -> {
              assertThat(named.maySubmit("worker7@example.org/vm")).isTrue();
              assertThat(named.maySubmit("worker8@example.org")).isFalse();
            });
    assertThat(rules("workers: '*@example.org'\nusers: '*@example.org'\n"))
        .as("the same pattern in both lists is no accident")
        .satisfies(all -> assertThat(all.maySubmit("alice@example.org")).isTrue());
  }

  @Test
  void nobodyIsAnAdministratorUnlessNamed() throws IOException {
    assertThat(rules("").isAdmin("alice@example.org")).isFalse();
    AccountRules rules = rules("users: bob@example.org\nadmins: [ops@example.org]\n");
    assertThat(rules.isAdmin("ops@example.org/desk")).isTrue();
    assertThat(rules.mayUse("ops@example.org")).isTrue();
    assertThat(rules.mayUse("alice@example.org")).isFalse();
  }

  @Test
  void labelsAreThoseOfAllPatternsThatMeanTheAccount() throws IOException {
    assertThat(rules("").mayOffer("worker1@example.org", "gpu")).isTrue();
    AccountRules rules =
        rules(
            """
            labels:
              "worker*@example.org": [linux, "python*"]
              "worker-gpu-*@example.org": gpu
            """);
    assertThat(rules.mayOffer("worker-gpu-1@example.org", "gpu")).isTrue();
    assertThat(rules.mayOffer("worker-gpu-1@example.org", "python3.11")).isTrue();
    assertThat(rules.mayOffer("worker1@example.org", "gpu")).isFalse();
    assertThat(rules.mayOffer("worker1@example.org", "linux")).isTrue();
    assertThat(rules.mayOffer("stranger@example.org", "linux")).isFalse();
  }

  @Test
  void prioritiesHaveAHighestForAllAndForSome() throws IOException {
    assertThat(rules("").highestPriority("alice@example.org")).isEqualTo(1_000_000);
    AccountRules rules = rules("priorities: {highest: 5, \"alice@example.org\": 10}\n");
    assertThat(rules.highestPriority("alice@example.org")).isEqualTo(10);
    assertThat(rules.highestPriority("bob@example.org")).isEqualTo(5);
  }

  @Test
  void mistakesAreSaidWithTheirLines() {
    assertThatThrownBy(
            () ->
                rules(
                    """
                    admins: alice
                    labels: {"worker*": [gpu], "worker*@example.org": ["a b"]}
                    priorities: {highest: -1, everybody: 3}
                    """))
        .hasMessageContaining("manager.yaml:3: admins: \"alice\" is no pattern of accounts")
        .hasMessageContaining("manager.yaml:4: labels: \"worker*\" is no pattern of accounts")
        .hasMessageContaining("manager.yaml:4: labels: \"a b\" is no label")
        .hasMessageContaining("manager.yaml:5: priorities.highest: -1 is out of range")
        .hasMessageContaining("manager.yaml:5: priorities: \"everybody\" is no pattern");
    assertThatThrownBy(() -> rules("labels: gpu\n"))
        .hasMessageContaining("labels: \"gpu\" is no map; expected accounts like");
  }
}
