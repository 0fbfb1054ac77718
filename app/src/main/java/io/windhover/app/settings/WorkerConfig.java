package io.windhover.app.settings;

import io.windhover.core.model.JobRules;
import io.windhover.host.SecretFile;
import io.windhover.host.ThisMachine;
import io.windhover.worker.pool.PoolWorkerSettings;
import io.windhover.workload.Node;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a worker is told when it starts, {@code worker.yaml}.
 *
 * @param user a bare JID
 * @param manager the manager's own domain
 * @param certificate to trust instead of the authorities that the system trusts
 * @param fingerprint of the one certificate to trust, at a manager's own port
 * @param dir where outputs go
 * @param name what the machine is called; its own name unless another is given
 * @param cores all of the machine's unless fewer are given
 * @param memoryBytes as {@code cores}
 * @param offers labels besides those that every machine has by itself
 * @param heartbeatMillis how often it says that it is there
 */
public record WorkerConfig(
    ServerAddress server,
    String user,
    SecretFile password,
    String manager,
    Optional<Path> certificate,
    Optional<String> fingerprint,
    Path dir,
    String name,
    int cores,
    long memoryBytes,
    List<String> offers,
    long heartbeatMillis) {
  private static final List<String> FIELDS =
      List.of(
          "server",
          "user",
          "passwordFile",
          "manager",
          "certificate",
          "fingerprint",
          "dir",
          "name",
          "cores",
          "memory",
          "offers",
          "heartbeat");
  private static final long HEARTBEAT_MILLIS_MAX = 3_600_000;

  public WorkerConfig {
    offers = List.copyOf(offers);
  }

  /**
   * Reads a file.
   *
   * @throws io.windhover.app.CommandFailure with a line for each thing that is wrong
   */
  public static WorkerConfig read(Path path) {
    return ConfigFile.read(path, "a worker's settings", WorkerConfig::read);
  }

  private static WorkerConfig read(ConfigFile file, Node.Fields fields) {
    var worker = new ConfigSection(file, fields, "", FIELDS, "a worker's settings", "passwordFile");
    String user = worker.account("user", "worker1@example.org");
    String name = worker.value("name").map(n -> file.values.name(n, "name")).orElse(ownName());
    ServerAddress server = worker.poolServer("server", user.substring(user.indexOf('@') + 1));
    return new WorkerConfig(
        server,
        user,
        worker.secret("passwordFile", true),
        worker.managerDomain("manager", server),
        worker.certificate("certificate"),
        worker.fingerprint("fingerprint"),
        worker.folder("dir", ".windhover/" + (name.isEmpty() ? "worker" : name)),
        name,
        worker
            .value("cores")
            .map(n -> file.values.whole(n, "cores", 1, JobRules.CORES_MAX))
            .orElseGet(ThisMachine::processors),
        worker
            .value("memory")
            .map(n -> file.values.bytes(n, "memory"))
            .orElseGet(ThisMachine::memoryBytes),
        worker.items("offers").stream().map(n -> file.values.label(n, "offers")).toList(),
        worker.spanMillis(
            "heartbeat", PoolWorkerSettings.HEARTBEAT_MILLIS, 1_000, HEARTBEAT_MILLIS_MAX));
  }

  /** The machine's name as a worker's; host names may hold what the names of folders may not. */
  public static String ownName() {
    String name = JobRules.fittingName(ThisMachine.name());
    return name.isEmpty() ? "worker" : name;
  }
}
