package io.windhover.workerprogram;

import io.windhover.host.BadSecret;
import io.windhover.host.OwnTerminal;
import io.windhover.host.ScaledClock;
import io.windhover.host.ThisMachine;
import io.windhover.wire.port.PortDialer;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.port.PortTrust;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.line.StanzaClient;
import io.windhover.worker.pool.CoresFile;
import io.windhover.worker.pool.NoticeWatch;
import io.windhover.worker.pool.PoolWorker;
import io.windhover.worker.pool.PoolWorkerSettings;
import io.windhover.worker.pool.WorkerFailure;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Lends a machine that has nothing but Java to a pool, through the manager's own port. */
public final class WorkerProgram {
  private static final int BAD_INPUT = 2;
  private static final int INTERNAL_ERROR = 70;
  private static final int INTERRUPTED = 130;

  private static final long DAY_MILLIS = 86_400_000;
  private static final long HEARTBEAT_MILLIS_MAX = 3_600_000;
  private static final long GRACE_MILLIS = 5_000;

  static final String HELP =
      """
      Usage: java -jar windhover-worker.jar --join https://HOST:PORT [OPTION]...

      Lends this machine to a pool: dials the manager's own port, says what the machine
      offers, and runs what the manager sends, until it is stopped. It needs Java 17 and
      nothing else.

        --join URL          the manager's port, such as https://manager.example.org:8443
        --fingerprint SHA256
                            the one certificate to trust, as the manager prints it
        --certificate FILE  PEM: trust this and nothing else (default: what Java trusts)
        --token-file FILE   mode 0600, with the token on its first line
        --name NAME         tells apart several workers of one account (default: this
                            machine's name)
        --cores N           how many to lend (default: the processors here, also when there
                            come to be more or fewer)
        --cores-file FILE   a file with their number, for a machine that grows and shrinks; it
                            is looked at every second
        --kill-order ORDER  which tasks end when there are too few cores left: newest
                            (default) or oldest first
        --memory SIZE       how much to lend, such as 8GB (default: all)
        --offers LABEL,...  what this machine has besides what is found by itself; may be
                            repeated
        --dir DIR           for outputs and scratch folders, one worker each (default:
                            .windhover/NAME)
        --grace TIME        between asking a task to end and killing it (default: 5s)
        --heartbeat TIME    between two signs of life (default: 15s)
        --patience TIME     how long a rented machine waits for a manager that it cannot
                            reach before it ends (default: 15m)
        --store URL         keep here what tasks save, whatever the manager says:
                            file:///FOLDER or s3://BUCKET/PREFIX?region=REGION
        --store-keys FILE   mode 0600, with aws_access_key_id and aws_secret_access_key for
                            a store at S3 (default: the variables of AWS's own tools)
        --help              shows this
        --version           shows the version

      Environment, where the option is not given: WINDHOVER_JOIN, WINDHOVER_FINGERPRINT,
      WINDHOVER_CORES_FILE, WINDHOVER_KILL_ORDER, WINDHOVER_PATIENCE, WINDHOVER_STORE,
      WINDHOVER_STORE_KEYS, WINDHOVER_TOKEN_FILE, or WINDHOVER_TOKEN with the token itself. A
      rented machine has WINDHOVER_LEASE, with WINDHOVER_JOIN_SECRET_FILE or
      WINDHOVER_JOIN_SECRET, in the place of a token. None of these secrets reaches a task's
      environment, and none may be on the command line. Tasks run as this user, though, and
      can read its files. Where its cloud has a faster clock, WINDHOVER_SPEED and
      WINDHOVER_SPEED_SINCE say so, and --grace and --patience are counted by it.

      SIGTERM or Ctrl-C ends its tasks, reports them and leaves; a second one at once. When
      the manager is gone the tasks go on and are reported later.

      Examples:
        java -jar windhover-worker.jar --join https://manager.example.org:8443 \\
          --fingerprint 5b0c... --token-file worker-1.token
        WINDHOVER_TOKEN_FILE=worker-1.token WINDHOVER_FINGERPRINT=5b0c... \\
          java -jar windhover-worker.jar --join https://10.0.0.7:8443 --offers gpu

      Exit codes: 0 stopped; 2 bad input, or wrong token; 3 the folder's disk failed; 6 the
      folder or the name is in use, or the manager is not trusted; 130 stopped at once.
      """;

  private WorkerProgram() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    int exit = run(List.of(args), System.getenv(), System.out, System.err);
    System.out.flush();
    System.err.flush();
    System.exit(exit);
  }

  /** Does what is asked and answers the exit code; what goes wrong becomes one line. */
  static int run(
      List<String> arguments, Map<String, String> environment, PrintStream out, PrintStream err) {
    try {
      if (arguments.contains("--help") || arguments.contains("-h")) {
        out.print(HELP);
        return 0;
      }
      if (arguments.contains("--version") || arguments.contains("-V")) {
        String version = WorkerProgram.class.getPackage().getImplementationVersion();
        out.println("windhover-worker " + (version == null ? "(not from its jar)" : version));
        return 0;
      }
      return work(new GivenOptions(arguments, environment), environment, out, err);
    } catch (BadOption | BadSecret e) {
      err.println("windhover-worker: " + e.getMessage());
      return BAD_INPUT;
    } catch (WorkerFailure e) {
      err.println("windhover-worker: " + e.getMessage());
      return e.kind().exitCode();
    } catch (RuntimeException e) {
      err.println("windhover-worker: internal error: " + e);
      return INTERNAL_ERROR;
    }
  }

  private static int work(
      GivenOptions given, Map<String, String> environment, PrintStream out, PrintStream err) {
    URI join =
        given
            .of("--join")
            .map(url -> OptionRules.join(url.origin(), url.value()))
            .orElseThrow(
                () -> new BadOption("--join is missing; expected --join https://HOST:PORT"));
    PortTrust trust = trust(given);
    Identity identity = Identity.of(given);
    Optional<CoresFile> coresFile =
        given.of("--cores-file").map(f -> new CoresFile(Path.of(f.value()), OptionRules.CORES_MAX));
    PoolWorkerSettings settings = settings(given, identity.account(join.getHost()), coresFile);
    var dialing =
        new PortDialer.Settings(
            join, settings.name(), identity::authorization, trust, PortDialer.Settings.PATIENCE);
    var worker =
        new PoolWorker(
            settings,
            identity.rented(),
            receiver -> new StanzaClient(new PortDialer(dialing), receiver),
            line -> say(out, line),
            line -> say(err, "windhover-worker: " + line));
    if (coresFile.isPresent()) {
      worker.follow(coresFile.get());
    } else if (given.of("--cores").isEmpty()) {
      worker.follow(ThisMachine::processors);
    }
    if (given.of("--kill-order").filter(WorkerProgram::isOldest).isPresent()) {
      worker.endOldestFirst();
    }
    clock(environment).ifPresent(worker::goBy);
    given
        .variable("WINDHOVER_METADATA")
        .filter(address -> address.value().startsWith("http"))
        .ifPresent(address -> worker.heed(new NoticeWatch(address.value())));
    return worker.run("windhover-worker.jar") == PoolWorker.End.IN_ORDER ? 0 : INTERRUPTED;
  }

  private static boolean isOldest(GivenOptions.Given order) {
    if (!List.of("newest", "oldest").contains(order.value())) {
      throw new BadOption(order.origin() + ": expected newest or oldest");
    }
    return order.value().equals("oldest");
  }

  private static Optional<ScaledClock> clock(Map<String, String> environment) {
    try {
      return ScaledClock.in(environment);
    } catch (IllegalArgumentException e) {
      throw new BadOption(String.valueOf(e.getMessage()));
    }
  }

  private static void say(PrintStream to, String line) {
    to.println(line);
    to.flush();
  }

  private static PortTrust trust(GivenOptions given) {
    Optional<GivenOptions.Given> fingerprint = given.of("--fingerprint");
    if (fingerprint.isPresent()) {
      return new PortTrust.Pinned(
          OptionRules.fingerprint(fingerprint.get().origin(), fingerprint.get().value()));
    }
    Path certificate = given.of("--certificate").map(file -> Path.of(file.value())).orElse(null);
    if (certificate != null && !Files.isReadable(certificate)) {
      throw new BadOption(
          "--certificate: %s cannot be read; expected a file of certificates in PEM"
              .formatted(certificate));
    }
    return new PortTrust.Authority(certificate);
  }

  /** What the file says counts, since that is what will be followed. */
  private static int cores(GivenOptions given, Optional<CoresFile> file) {
    if (file.isPresent()) {
      try {
        return file.get().read();
      } catch (IOException e) {
        throw new BadOption("--cores-file: " + e.getMessage());
      }
    }
    return given
        .of("--cores")
        .map(value -> OptionRules.cores(value.origin(), value.value()))
        .orElseGet(ThisMachine::processors);
  }

  private static PoolWorkerSettings settings(
      GivenOptions given, Jid account, Optional<CoresFile> coresFile) {
    String name =
        given
            .of("--name")
            .map(value -> OptionRules.name(value.origin(), value.value()))
            .orElseGet(() -> OptionRules.fittingName(ThisMachine.name()));
    return new PoolWorkerSettings(
        account,
        PortProtocol.DOMAIN,
        given.of("--dir").map(dir -> Path.of(dir.value())).orElse(Path.of(".windhover", name)),
        name,
        cores(given, coresFile),
        given
            .of("--memory")
            .map(value -> OptionRules.bytes(value.origin(), value.value()))
            .orElseGet(ThisMachine::memoryBytes),
        offers(given),
        span(given, "--heartbeat", 1_000, HEARTBEAT_MILLIS_MAX)
            .orElse(PoolWorkerSettings.HEARTBEAT_MILLIS),
        Duration.ofMillis(span(given, "--grace", 1, DAY_MILLIS).orElse(GRACE_MILLIS)),
        span(given, "--patience", 1_000, DAY_MILLIS).orElse(PoolWorkerSettings.PATIENCE_MILLIS),
        OwnTerminal.controlsUs(),
        StoreOptions.of(given));
  }

  private static Optional<Long> span(GivenOptions given, String option, long least, long most) {
    return given
        .of(option)
        .map(value -> OptionRules.millis(value.origin(), value.value(), least, most));
  }

  private static List<String> offers(GivenOptions given) {
    return given.allOf("--offers").stream()
        .flatMap(list -> List.of(list.split(",", -1)).stream())
        .map(label -> OptionRules.label("--offers", label.strip()))
        .toList();
  }
}
