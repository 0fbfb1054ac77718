package io.windhover.local;

import io.windhover.capacity.LeaseOrder;
import io.windhover.core.model.MachineSpec;
import io.windhover.host.FolderModes;
import io.windhover.host.Lineage;
import io.windhover.host.ScaledClock;
import io.windhover.rental.SimulatedSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The machines of a cloud on this machine. Each is started when it is asked for and reaches its
 * manager only when it is up by the cloud's clock, so that a start-up takes as long as its offer
 * says and not longer by the time that a worker needs to come to itself.
 */
final class LocalMachines implements SimulatedSource.Machines {
  private static final String FOLDER = "machines";

  private final Path folder;
  private final List<String> command;
  private final Containment containment;
  private final Lineage lineage;
  private final ScaledClock clock;
  private final Contacts contacts;
  private final Metadata metadata;
  private final BiConsumer<String, String> ended;
  private final Consumer<String> says;
  private final Map<String, LocalMachine> machines = new HashMap<>();

  /**
   * No machines yet.
   *
   * @param cloud the folder of the cloud, in which each machine has one of its own
   * @param ended told, on any thread, which lease's machine has ended by itself, and how
   * @param says what people should know
   */
  LocalMachines(
      Path cloud,
      List<String> command,
      Containment containment,
      Lineage lineage,
      ScaledClock clock,
      Contacts contacts,
      Metadata metadata,
      BiConsumer<String, String> ended,
      Consumer<String> says) {
    this.folder = cloud.resolve(FOLDER);
    this.command = command;
    this.containment = containment;
    this.lineage = lineage;
    this.clock = clock;
    this.contacts = contacts;
    this.metadata = metadata;
    this.ended = ended;
    this.says = says;
  }

  /** Removes what machines of an earlier life have left, but for what they printed. */
  static void clear(Path cloud) throws IOException {
    Path folder = cloud.resolve(FOLDER);
    FolderModes.makeIn(cloud, folder);
    try (Stream<Path> machines = Files.list(folder)) {
      for (Path machine : machines.toList()) {
        LocalMachine.clear(machine);
      }
    }
  }

  @Override
  public void prepare(LeaseOrder order, MachineSpec spec) {
    String lease = order.lease();
    try {
      var machine =
          new LocalMachine(lease, folder, containment, () -> contacts.of(lease).manager());
      machines.put(lease, machine);
      machine.start(
          new LocalMachine.Start(
              command,
              environment(lease),
              order.joinSecret(),
              lineage.value(lease),
              metadata.address(lease),
              spec.cores()),
          how -> ended.accept(lease, "the machine ended by itself, " + how));
    } catch (IOException e) {
      ended.accept(lease, "the machine cannot be started: " + e.getMessage());
    }
  }

  /** What the manager wishes, and the clock that it and the machine go by. */
  private Map<String, String> environment(String lease) {
    Map<String, String> variables = new HashMap<>(contacts.of(lease).variables());
    clock.put(variables);
    return variables;
  }

  @Override
  public void boot(LeaseOrder order, MachineSpec spec) {
    with(order.lease(), "booted", machine -> machine.boot(spec.cores()));
  }

  @Override
  public void freeze(String lease) {
    with(lease, "frozen", LocalMachine::freeze);
  }

  @Override
  public void thaw(String lease) {
    with(lease, "thawed", LocalMachine::thaw);
  }

  @Override
  public void resize(String lease, int cores, long memoryBytes) {
    with(lease, "resized", machine -> machine.resize(cores));
  }

  @Override
  public void end(String lease) {
    with(lease, "ended", LocalMachine::end);
    machines.remove(lease);
  }

  /** What is done to a machine. */
  @FunctionalInterface
  private interface Deed {
    void on(LocalMachine machine) throws IOException;
  }

  /** A machine that cannot be started, or is of an earlier life of the cloud, is not there. */
  private void with(String lease, String what, Deed deed) {
    LocalMachine machine = machines.get(lease);
    if (machine != null) {
      try {
        deed.on(machine);
      } catch (IOException e) {
        says.accept("lease %s cannot be %s: %s".formatted(lease, what, e.getMessage()));
      }
    }
  }
}
