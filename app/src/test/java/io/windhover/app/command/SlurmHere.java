package io.windhover.app.command;

import io.windhover.host.InstalledPrograms;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A Slurm of one node on this machine, from the system's packages: munged, slurmctld and slurmd as
 * processes of its own, with all that they write in one folder. Nothing of the system is used.
 */
final class SlurmHere implements AutoCloseable {
  private static final int KEY_BYTES = 128;
  private static final int LOOKS_MAX = 300;
  private static final long LOOK_MILLIS = 100;
  private static final long ENDING_SECONDS_MAX = 10;

  private final Path folder;
  private final Deque<Process> servers = new ArrayDeque<>();

  /** Starts it and waits until its node takes jobs. */
  SlurmHere(Path folder) throws IOException, InterruptedException {
    this.folder = Files.createDirectories(folder);
    for (String name : List.of("munge", "state", "spool")) {
      Files.createDirectories(folder.resolve(name));
    }
    Path key = Files.write(folder.resolve("munge/key"), new byte[KEY_BYTES]);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(folder.resolve("slurm.conf"), settings());
    Path munge = folder.resolve("munge");
    start(
        "munged",
        "--foreground",
        "--force", // Its folder is private.
        "--num-threads=10",
        "--key-file=" + key,
        "--socket=" + munge.resolve("socket"),
        "--pid-file=" + munge.resolve("pid"),
        "--log-file=" + munge.resolve("log"),
        "--seed-file=" + munge.resolve("seed"));
    until("munged", () -> Files.exists(munge.resolve("socket")));
    start("slurmctld", "-D", "-i");
    start("slurmd", "-D", "-N", node());
    until("slurmctld", () -> run("sinfo", "-h", "-o", "%t").strip().equals("idle"));
  }

  private static String node() throws IOException {
    return InetAddress.getLocalHost().getHostName().replaceFirst("\\..*", "");
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private String settings() throws IOException {
    String user = System.getProperty("user.name");
    return """
    ClusterName=here
    SlurmctldHost=%1$s(127.0.0.1)
    SlurmctldPort=%2$d
    SlurmdPort=%3$d
    SlurmUser=%4$s
    SlurmdUser=%4$s
    AuthType=auth/munge
    AuthInfo=socket=%5$s/munge/socket
    CredType=cred/munge
    StateSaveLocation=%5$s/state
    SlurmdSpoolDir=%5$s/spool
    SlurmctldPidFile=%5$s/slurmctld.pid
    SlurmdPidFile=%5$s/slurmd.pid
    ProctrackType=proctrack/linuxproc
    TaskPlugin=task/none
    SelectType=select/cons_tres
    SelectTypeParameters=CR_Core
    SchedulerType=sched/builtin
    MpiDefault=none
    ReturnToService=2
    KillWait=2
    SlurmdParameters=config_overrides
    NodeName=%1$s NodeAddr=127.0.0.1 CPUs=8 RealMemory=4000 State=UNKNOWN
    PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
    """
        .formatted(node(), freePort(), freePort(), user, folder);
  }

  /** What every command of Slurm needs to find this one. */
  Map<String, String> environment() {
    return Map.of("SLURM_CONF", folder.resolve("slurm.conf").toString());
  }

  private void start(String program, String... arguments) throws IOException {
    Path found =
        InstalledPrograms.find(program)
            .orElseThrow(() -> new AssertionError(program + " is missing; ./check installs it"));
    List<String> words = new ArrayList<>(List.of(found.toString()));
    words.addAll(List.of(arguments));
    var builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(program + ".out").toFile());
    builder.environment().putAll(environment());
    servers.push(builder.start());
  }

  private interface Look {
    boolean holds() throws IOException, InterruptedException;
  }

  private void until(String server, Look look) throws IOException, InterruptedException {
    for (int looks = 0; !look.holds(); looks++) {
      if (looks == LOOKS_MAX) {
        close();
        throw new AssertionError(server + ": " + Files.readString(folder.resolve(server + ".out")));
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** What a command of Slurm prints, its complaints included. */
  String run(String... words) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().putAll(environment());
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out;
  }

  /** The numbers of the jobs that wait, run or are suspended. */
  List<String> jobs() throws IOException, InterruptedException {
    return run("squeue", "-h", "-o", "%i").lines().toList();
  }

  @Override
  public void close() {
    while (!servers.isEmpty()) {
      Process server = servers.pop();
      server.destroy();
      try {
        server.onExit().get(ENDING_SECONDS_MAX, TimeUnit.SECONDS);
      } catch (InterruptedException | ExecutionException | TimeoutException e) {
        server.destroyForcibly().onExit().join();
      }
    }
  }
}
