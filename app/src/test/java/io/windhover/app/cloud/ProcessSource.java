package io.windhover.app.cloud;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.Source;
import io.windhover.capacity.SourceFailure;
import io.windhover.core.model.Offer;
import io.windhover.workerprogram.WorkerProgram;
import io.windhover.workload.scenario.CloudFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A source whose machines are worker programs, plain processes of this machine that outlive who
 * asked for them. What it rents is written down in a folder, a file a lease: pid, since when, and
 * until when once it has ended.
 */
final class ProcessSource implements Source {
  private final CloudFile cloud;
  private final SourceMaker.Use use;
  private final Path folder;

  ProcessSource(CloudFile cloud, SourceMaker.Use use) {
    this.cloud = cloud;
    this.use = use;
    this.folder = cloud.local().dir();
  }

  static SourceMaker.Opened open(CloudFile cloud, SourceMaker.Use use) {
    return new SourceMaker.Opened(
        new ProcessSource(cloud, use), System::currentTimeMillis, "plain processes");
  }

  /** One that was rented. */
  record Rented(String lease, long pid, long sinceMillis, long endedAtMillis) {
    boolean isAlive() {
      return endedAtMillis == 0 && ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    void kill() {
      ProcessHandle.of(pid)
          .ifPresent(
              process -> {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                process.onExit().orTimeout(20, TimeUnit.SECONDS).join();
              });
    }
  }

  @Override
  public List<Offer> offers() {
    return cloud.catalogue().orElseThrow().offers();
  }

  @Override
  public synchronized void ask(LeaseOrder order) throws SourceFailure {
    if (all().stream().anyMatch(rented -> rented.lease().equals(order.lease()))) {
      return;
    }
    int cores =
        offers().stream()
            .filter(offer -> offer.name().equals(order.offer()))
            .findFirst()
            .orElseThrow()
            .machine()
            .cores();
    MachineStart start = use.start().orElseThrow();
    try {
      Path home = Files.createDirectories(folder.resolve("home").resolve(order.lease()));
      var builder =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-Xshare:auto",
                  "-cp",
                  System.getProperty("java.class.path"),
                  WorkerProgram.class.getName(),
                  "--join",
                  start.join(),
                  "--cores",
                  Integer.toString(cores),
                  "--heartbeat",
                  "1s",
                  "--dir",
                  home.resolve("state").toString())
              .directory(home.toFile())
              .redirectErrorStream(true)
              .redirectOutput(home.resolve("out").toFile());
      builder.environment().put("WINDHOVER_FINGERPRINT", start.fingerprint());
      builder.environment().put("WINDHOVER_LEASE", order.lease());
      builder.environment().put("WINDHOVER_JOIN_SECRET", order.joinSecret());
      Process process = builder.start();
      write(new Rented(order.lease(), process.pid(), System.currentTimeMillis(), 0));
    } catch (IOException e) {
      throw new SourceFailure("cannot start " + order, e);
    }
  }

  private void write(Rented rented) throws SourceFailure {
    try {
      Files.writeString(
          Files.createDirectories(folder.resolve("leases")).resolve(rented.lease()),
          "%d %d %d".formatted(rented.pid(), rented.sinceMillis(), rented.endedAtMillis()));
    } catch (IOException e) {
      throw new SourceFailure("cannot write", e);
    }
  }

  List<Rented> all() throws SourceFailure {
    List<Rented> all = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(Files.createDirectories(folder.resolve("leases")))) {
      for (Path file : files) {
        String[] words = Files.readString(file).split(" ", -1);
        all.add(
            new Rented(
                String.valueOf(file.getFileName()),
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2])));
      }
    } catch (IOException e) {
      throw new SourceFailure("cannot read", e);
    }
    return all;
  }

  @Override
  public synchronized void release(String lease) throws SourceFailure {
    Optional<Rented> found = all().stream().filter(r -> r.lease().equals(lease)).findFirst();
    if (found.isPresent() && found.get().endedAtMillis() == 0) {
      found.get().kill();
      end(found.get());
    }
  }

  private Rented end(Rented rented) throws SourceFailure {
    var ended =
        new Rented(rented.lease(), rented.pid(), rented.sinceMillis(), System.currentTimeMillis());
    write(ended);
    return ended;
  }

  @Override
  public synchronized List<Sighting> survey() throws SourceFailure {
    List<Sighting> seen = new ArrayList<>();
    for (Rented rented : all()) {
      if (rented.lease().startsWith(use.mark())) {
        boolean diedNow = rented.endedAtMillis() == 0 && !rented.isAlive();
        seen.add(sighting(diedNow ? end(rented) : rented));
      }
    }
    return seen;
  }

  private static Sighting sighting(Rented rented) {
    boolean ended = rented.endedAtMillis() > 0;
    return new Sighting(
        rented.lease(),
        ended ? Sighting.State.ENDED : Sighting.State.RUNNING,
        rented.sinceMillis(),
        ended ? rented.endedAtMillis() : rented.sinceMillis());
  }

  @Override
  public void close() {}
}
