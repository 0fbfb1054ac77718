package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.settings.PoolClients;
import io.windhover.app.settings.ServerAddress;
import io.windhover.app.settings.WorkerConfig;
import io.windhover.core.model.JobRules;
import io.windhover.host.OwnTerminal;
import io.windhover.host.SecretFile;
import io.windhover.host.ThisMachine;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.client.ClientSettings;
import io.windhover.worker.pool.PoolWorker;
import io.windhover.worker.pool.PoolWorkerSettings;
import io.windhover.worker.pool.WorkerFailure;
import io.windhover.workload.Durations;
import io.windhover.workload.Sizes;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lends this machine to a pool. */
@Command(
    name = "worker",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Lends this machine to a pool: dials out to the pool's XMPP server, or to its manager's own"
          + " port, says what it offers, and runs what the manager sends, until it is stopped.",
      "",
      "SIGTERM or Ctrl-C ends its tasks, reports them and leaves; a second one at once. When"
          + " server or manager are gone the tasks go on and are reported later. Whole outputs stay"
          + " in DIR/logs/JOB, their last lines go with the report.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover worker --config worker.yaml",
      "  windhover worker --user w1@example.org --password-file w1.password \\",
      "    --manager manager.example.org --cores 4 --offers gpu,site:ghent",
      "  windhover worker --server https://manager.example.org:8443 \\",
      "    --user worker-1@pool --password-file worker-1.token --fingerprint 5b0c...",
      "",
      "Exit codes: 0 stopped; 2 bad input, or wrong account or password; 3 the folder's disk"
          + " failed; 6 the folder or the name is in use, or the server is not trusted; 130 stopped"
          + " at once."
    })
public final class Worker implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "the worker's settings, YAML; the options below override them")
  private @Nullable Path file;

  @Option(
      names = "--server",
      paramLabel = "HOST[:PORT]",
      description =
          "the XMPP server (default: the account's domain, port 5222), or https://HOST[:PORT]: the"
              + " manager's own port")
  private @Nullable String server;

  @Option(names = "--user", paramLabel = "JID", description = "the worker's account")
  private @Nullable String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "mode 0600, with the password, or the token, on its first line")
  private @Nullable Path passwordFile;

  @Option(names = "--manager", paramLabel = "DOMAIN", description = "the manager's own domain")
  private @Nullable String manager;

  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      description = "PEM: trust this and nothing else (default: what Java trusts)")
  private @Nullable Path certificate;

  @Option(
      names = "--fingerprint",
      paramLabel = "SHA256",
      description = "the one certificate to trust, at a manager's own port")
  private @Nullable String fingerprint;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "tells apart several workers of one account (default: this machine's name)")
  private @Nullable String name;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "how many to lend (default: the processors here)")
  private @Nullable Integer cores;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "how much to lend, such as 8GB (default: all)")
  private @Nullable String memory;

  @Option(
      names = {"--offers", "--offer"},
      paramLabel = "LABEL",
      split = ",",
      description = "what this machine has besides what is found by itself; may be repeated")
  private @Nullable List<String> offers;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "for outputs and scratch folders, one worker each (default: .windhover/NAME)")
  private @Nullable Path folder;

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      defaultValue = "5s",
      description = "between asking a task to end and killing it (default: 5s)")
  private String grace;

  @Mixin private WorkerStoreOptions stores;

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    PrintWriter err = command.commandLine().getErr();
    WorkerConfig config = config();
    config
        .password()
        .read(); // Complains now about a file that is not there, not when it is needed.
    var worker =
        new PoolWorker(
            settings(config),
            Optional.empty(),
            receiver -> PoolClients.ofWorker(config, ClientSettings.PATIENCE, receiver),
            line -> {
              out.println(line);
              out.flush();
            },
            line -> {
              err.println("windhover: " + line);
              err.flush();
            });
    if (cores == null && file == null) {
      worker.follow(ThisMachine::processors);
    }
    try {
      return (worker.run("windhover worker") == PoolWorker.End.IN_ORDER
              ? ExitCode.DONE
              : ExitCode.INTERRUPTED)
          .number();
    } catch (WorkerFailure e) {
      throw new CommandFailure(exitCode(e.kind()), String.valueOf(e.getMessage()), e);
    }
  }

  private static ExitCode exitCode(WorkerFailure.Kind kind) {
    return switch (kind) {
      case BAD_INPUT -> ExitCode.BAD_INPUT;
      case DISK -> ExitCode.IMPOSSIBLE;
      case UNAVAILABLE -> ExitCode.UNAVAILABLE;
    };
  }

  private PoolWorkerSettings settings(WorkerConfig config) {
    return new PoolWorkerSettings(
        Jid.of(config.user()),
        config.manager(),
        config.dir(),
        config.name(),
        config.cores(),
        config.memoryBytes(),
        config.offers(),
        config.heartbeatMillis(),
        Duration.ofMillis(parsed("--grace", grace, Durations::parseMillis)),
        PoolWorkerSettings.PATIENCE_MILLIS,
        OwnTerminal.controlsUs(),
        stores.access());
  }

  private WorkerConfig config() {
    Optional<WorkerConfig> read = Optional.ofNullable(file).map(WorkerConfig::read);
    Jid account = account(needed("--user", user, read.map(WorkerConfig::user)));
    String called =
        name == null ? read.map(WorkerConfig::name).orElseGet(WorkerConfig::ownName) : name;
    check("--name", called, JobRules.isName(called), JobRules.NAME_EXPECTED);
    ServerAddress usual =
        read.map(WorkerConfig::server)
            .orElse(new ServerAddress(account.domain(), ServerAddress.CLIENT_PORT));
    ServerAddress reached = server == null ? usual : address(server);
    return new WorkerConfig(
        reached,
        account.toString(),
        password(read),
        manager(reached, read),
        certificate(read),
        fingerprint == null ? read.flatMap(WorkerConfig::fingerprint) : sha256(fingerprint),
        folder == null ? read.map(WorkerConfig::dir).orElse(Path.of(".windhover", called)) : folder,
        called,
        cores == null
            ? read.map(WorkerConfig::cores).orElseGet(ThisMachine::processors)
            : checkedCores(cores),
        memory == null
            ? read.map(WorkerConfig::memoryBytes).orElseGet(ThisMachine::memoryBytes)
            : parsed("--memory", memory, Sizes::parseBytes),
        labels(offers == null ? read.map(WorkerConfig::offers).orElse(List.of()) : offers),
        read.map(WorkerConfig::heartbeatMillis).orElse(PoolWorkerSettings.HEARTBEAT_MILLIS));
  }

  private String needed(String option, @Nullable String given, Optional<String> read) {
    if (given == null && read.isEmpty()) {
      throw new ParameterException(
          command.commandLine(), option + " is missing; say it, or name a file with --config FILE");
    }
    return given == null ? read.orElseThrow() : given;
  }

  private SecretFile password(Optional<WorkerConfig> read) {
    if (passwordFile != null) {
      return new SecretFile(passwordFile, "--password-file");
    }
    return read.map(WorkerConfig::password)
        .orElseThrow(
            () ->
                new ParameterException(
                    command.commandLine(),
                    "--password-file is missing; say it, or name a file with --config FILE"));
  }

  private Optional<Path> certificate(Optional<WorkerConfig> read) {
    if (certificate == null) {
      return read.flatMap(WorkerConfig::certificate);
    }
    check(
        "--certificate",
        certificate.toString(),
        Files.isReadable(certificate),
        "expected a file of certificates in PEM");
    return Optional.of(certificate);
  }

  private static Jid account(String text) {
    Optional<Jid> account = Jid.parse(text).map(Jid::bare).filter(jid -> !jid.local().isEmpty());
    check("--user", text, account.isPresent(), "expected an account like worker1@example.org");
    return account.orElseThrow();
  }

  /** At a manager's own port it always has the same domain. */
  private String manager(ServerAddress reached, Optional<WorkerConfig> read) {
    return reached.https()
        ? PortProtocol.DOMAIN
        : domain(needed("--manager", manager, read.map(WorkerConfig::manager)));
  }

  private static Optional<String> sha256(String text) {
    String digits = text.replace(":", "").toLowerCase(Locale.ROOT);
    check("--fingerprint", text, digits.matches("[0-9a-f]{64}"), "expected 64 hexadecimal digits");
    return Optional.of(digits);
  }

  private static String domain(String text) {
    Optional<Jid> domain = Jid.parse(text).filter(jid -> jid.toString().equals(jid.domain()));
    check("--manager", text, domain.isPresent(), "expected a domain like manager.example.org");
    return domain.orElseThrow().domain();
  }

  private static ServerAddress address(String text) {
    Optional<ServerAddress> address = ServerAddress.parseAny(text, ServerAddress.CLIENT_PORT);
    check(
        "--server",
        text,
        address.isPresent(),
        "expected host:port like xmpp.example.org:5222, or https://host:port");
    return address.orElseThrow();
  }

  private static int checkedCores(int cores) {
    check(
        "--cores",
        cores,
        cores >= 1 && cores <= JobRules.CORES_MAX,
        "expected 1 to " + JobRules.CORES_MAX);
    return cores;
  }

  private static List<String> labels(List<String> labels) {
    labels.forEach(
        label -> check("--offers", label, JobRules.isLabel(label), JobRules.LABEL_EXPECTED));
    return labels;
  }

  private static long parsed(String option, String text, Function<String, Long> parser) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, option + ": " + e.getMessage(), e);
    }
  }

  private static void check(String option, Object value, boolean good, String expected) {
    if (!good) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "%s: %s cannot be used; %s".formatted(option, value, expected));
    }
  }
}
