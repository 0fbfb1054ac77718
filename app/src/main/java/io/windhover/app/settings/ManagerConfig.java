package io.windhover.app.settings;

import io.windhover.core.policy.Policy;
import io.windhover.host.SecretFile;
import io.windhover.manager.Keeping;
import io.windhover.policies.LiveFit;
import io.windhover.policies.PolicyRegistry;
import io.windhover.store.Store.Durability;
import io.windhover.workload.Node;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.PolicyReader;
import io.windhover.workload.scenario.StorePlace;
import io.windhover.workload.scenario.StoreReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a manager is told when it starts, {@code manager.yaml}.
 *
 * @param domain its own, which the XMPP server gives to it
 * @param xmpp the XMPP server; empty for a manager that has only its own port
 * @param port its own port, if it has one
 * @param dir the state folder
 * @param accounts who may join the pool, submit jobs, offer what and look after it all
 * @param silenceMillis after which a worker that says nothing counts as gone
 * @param settlingMillis how long a manager makes sure that it is the only one on its domain before
 *     it takes anything; 0 for not at all
 * @param keeping how long finished jobs and the journal are kept
 * @param cloud the cloud file by which it rents machines, if it does
 * @param store where what tasks save is kept; empty when nobody keeps it
 */
public record ManagerConfig(
    String domain,
    Optional<XmppConfig> xmpp,
    Optional<PortConfig> port,
    Path dir,
    AccountRules accounts,
    PolicyChoice policy,
    long silenceMillis,
    long settlingMillis,
    Durability durability,
    Keeping keeping,
    Optional<Path> cloud,
    Optional<StorePlace> store) {
  /**
   * An XMPP server of which the manager is a component.
   *
   * @param server where it expects components
   * @param plainAllowed whether the way there may lead over a network: it is not encrypted
   */
  public record XmppConfig(ServerAddress server, boolean plainAllowed, SecretFile secret) {}

  private static final List<String> FIELDS =
      List.of(
          "domain",
          "server",
          "plain",
          "secretFile",
          "port",
          "dir",
          "workers",
          "users",
          "admins",
          "labels",
          "priorities",
          "policy",
          "cloud",
          "silence",
          "settling",
          "durability",
          "finishedJobs",
          "failedJobs",
          "keepFinished",
          "journalSteps",
          "store");

  /** Of a manager without an XMPP server: accounts are then those of the domain pool. */
  private static final String DOMAIN_AT_PORT = "manager.pool";

  private static final PolicyChoice MATCH = new PolicyChoice("match", Map.of(), 0);

  /** Plans bags with deadlines on spot machines, and does all else on demand and on what joins. */
  private static final PolicyChoice HADS = new PolicyChoice("hads", Map.of(), 0);

  private static final long SILENCE_MILLIS = 60_000;
  private static final long SILENCE_MILLIS_MAX = 86_400_000;
  private static final long SETTLING_MILLIS = 5_000;
  private static final long SETTLING_MILLIS_MAX = 600_000;
  private static final int FINISHED_JOBS_MAX = 1_000_000;
  private static final int JOURNAL_STEPS_MAX = 10_000_000;
  private static final long KEEP_MILLIS_MAX = 3_650 * 86_400_000L;
  private static final String POWER_LOSS = word(Durability.POWER_LOSS);

  /**
   * Reads a file.
   *
   * @throws io.windhover.app.CommandFailure with a line for each thing that is wrong
   */
  public static ManagerConfig read(Path path) {
    return read(path, Optional.empty());
  }

  /**
   * Reads a file.
   *
   * @param cloud the cloud file that was named elsewhere, which wins over the one named there
   */
  public static ManagerConfig read(Path path, Optional<Path> cloud) {
    return ConfigFile.read(
        path, "a manager's settings", (file, fields) -> read(file, fields, cloud));
  }

  private static ManagerConfig read(ConfigFile file, Node.Fields fields, Optional<Path> named) {
    var manager = new ConfigSection(file, fields, "", FIELDS, "a manager's settings", "secretFile");
    Optional<PortConfig> port = PortConfig.read(file, manager, "port");
    boolean overXmpp =
        port.isEmpty()
            || Stream.of("domain", "server", "secretFile", "plain")
                .anyMatch(field -> manager.value(field).isPresent());
    String domain = overXmpp ? manager.domain("domain", "manager.example.org") : DOMAIN_AT_PORT;
    Optional<Path> cloud =
        named.or(() -> manager.value("cloud").map(n -> manager.folder("cloud", "")));
    if (cloud.isPresent() && port.isEmpty() && manager.value("port").isEmpty()) {
      // They have no account at an XMPP server.
      file.problems.add(
          manager.line(), "port", "is missing; expected one, at which machines of a cloud join");
    }
    String durability =
        manager.word("durability", List.of(word(Durability.PROCESS_CRASH), POWER_LOSS), POWER_LOSS);
    return new ManagerConfig(
        domain,
        overXmpp ? Optional.of(xmpp(manager)) : Optional.empty(),
        port,
        manager.folder("dir", ".windhover/" + (domain.isEmpty() ? "manager" : domain)),
        new AccountRulesReader(file, manager).read(domain),
        policy(file, manager, cloud.isPresent(), manager.value("store").isPresent()),
        manager.spanMillis("silence", SILENCE_MILLIS, 1_000, SILENCE_MILLIS_MAX),
        manager.spanMillis("settling", SETTLING_MILLIS, 0, SETTLING_MILLIS_MAX),
        Durability.valueOf(durability.toUpperCase(Locale.ROOT).replace('-', '_')),
        keeping(manager),
        cloud,
        manager
            .value("store")
            .flatMap(n -> new StoreReader(file.problems, file::resolve).read(n, "store")));
  }

  private static Keeping keeping(ConfigSection manager) {
    Keeping usual = Keeping.USUAL;
    int finished = manager.whole("finishedJobs", usual.finishedJobs(), FINISHED_JOBS_MAX);
    int failed =
        manager.whole("failedJobs", Math.min(usual.failedJobs(), finished), FINISHED_JOBS_MAX);
    if (failed > finished) {
      manager
          .value("failedJobs")
          .ifPresent(
              node ->
                  manager.wrong(
                      node,
                      "failedJobs",
                      "%d is more than finishedJobs, %d; expected at most as many"
                          .formatted(failed, finished)));
    }
    return new Keeping(
        finished,
        Math.min(failed, finished),
        manager.spanMillis("keepFinished", usual.onDiskMillis(), 1_000, KEEP_MILLIS_MAX),
        manager.whole("journalSteps", (int) usual.journalSteps(), JOURNAL_STEPS_MAX));
  }

  private static XmppConfig xmpp(ConfigSection manager) {
    return new XmppConfig(
        manager.server("server", "localhost", ServerAddress.COMPONENT_PORT),
        manager.word("plain", List.of("refused", "allowed"), "refused").equals("allowed"),
        manager.secret("secretFile", true));
  }

  private static String word(Durability durability) {
    return durability.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static PolicyChoice policy(
      ConfigFile file, ConfigSection manager, boolean rents, boolean stored) {
    PolicyChoice usual = rents ? HADS : MATCH;
    PolicyChoice choice =
        manager.value("policy").map(n -> PolicyReader.read(n, file.values)).orElse(usual);
    if (choice.stated()) {
      try {
        Policy policy =
            PolicyRegistry.make(
                choice.name(), new TreeMap<>(choice.settings()), PolicyRegistry.Machines.FIXED);
        (rents ? LiveFit.refusalOfRenting(policy) : LiveFit.refusal(policy, stored))
            .ifPresent(line -> file.problems.add(choice.line(), "policy", line));
      } catch (IllegalArgumentException e) {
        file.problems.add(choice.line(), "policy", String.valueOf(e.getMessage()));
      }
    }
    return choice;
  }
}
