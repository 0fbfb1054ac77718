package io.windhover.app.cloud;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.port.WorkerJar;
import io.windhover.hook.HookSettings;
import io.windhover.hook.HookSource;
import io.windhover.hook.ManagerContact;
import io.windhover.workload.scenario.CloudFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The source hook: machines that a script of the user's rents. */
final class HookMachines {
  private static final String FOLDER = "hook";

  private HookMachines() {}

  static SourceMaker.Opened open(CloudFile cloud, SourceMaker.Use use) {
    try {
      Optional<ManagerContact> contact = Optional.empty();
      if (use.start().isPresent()) {
        contact = Optional.of(contact(use.start().get(), cloud));
      }
      CloudFile.HookPlace hook = cloud.hook();
      var settings =
          new HookSettings(
              hook.command(),
              Optional.ofNullable(cloud.file().getParent()).orElse(Path.of(".")),
              hook.timeoutMillis(),
              cloud.dir().resolve(FOLDER),
              use.mark(),
              contact);
      return new SourceMaker.Opened(
          new HookSource(settings, System::currentTimeMillis),
          System::currentTimeMillis,
          "the hook " + hook.command().get(0),
          hook.everyMillis());
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.IMPOSSIBLE,
          "cloud %s: %s cannot be used: %s".formatted(cloud.name(), cloud.dir(), e.getMessage()),
          e);
    }
  }

  /** With the worker's program as a file in the cloud's folder, for hooks that hand it on. */
  private static ManagerContact contact(MachineStart start, CloudFile cloud) throws IOException {
    WorkerJar worker = WorkerJar.ofThisProgram();
    Path jar = Files.createDirectories(cloud.dir()).resolve(WorkerJar.NAME);
    Files.write(jar, worker.bytes());
    return new ManagerContact(
        start.join(),
        start.fingerprint(),
        start.keyPin(),
        start.patienceMillis() / 1_000,
        jar,
        worker.sha256());
  }
}
