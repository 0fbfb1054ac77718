package io.windhover.local;

import io.windhover.simulator.Cloud;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Programs of their own for tests that kill them: a cloud, and a manager that rents from it. */
final class CloudProgram {
  private CloudProgram() {}

  /** Starts one of the two by its name. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[1]);
    if (args[0].equals("cloud")) {
      cloud(folder, Level.valueOf(args[2]), Long.parseLong(args[3]));
    } else {
      manager(folder, Integer.parseInt(args[2]));
    }
  }

  private static void cloud(Path folder, Level level, long idleMillis) throws Exception {
    String script = Door.DIALS + " sleep 1000 & sleep 1000 & wait";
    var plan =
        new CloudPlan(
            CloudHere.OFFERS,
            Cloud.steady(1_000),
            10,
            level,
            List.of("bash", "-c", script),
            idleMillis);
    PrintStream out = System.out;
    LocalCloud.run(folder, plan, out::println);
    System.exit(0);
  }

  /** Rents machine 1, says so, and stays. */
  private static void manager(Path folder, int port) throws Exception {
    var source = source(folder, port, command("cloud", folder.toString(), "BEST", "60000"));
    source.ask(CloudHere.order(1, "small"));
    System.out.println("rented");
    Thread.sleep(600_000);
  }

  static LocalSource source(Path folder, int port, List<String> cloudCommand) {
    return new LocalSource(
        new LocalSource.Settings(
            folder,
            CloudHere.MARK,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
            new TreeMap<>(),
            cloudCommand,
            Duration.ofSeconds(30)),
        answer -> {});
  }

  static List<String> command(String... words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                CloudProgram.class.getName()));
    command.addAll(List.of(words));
    return command;
  }
}
