package io.windhover.workload.scenario;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.model.Limits;
import io.windhover.workload.harvest.HarvestScenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where machines are rented, and how far one may go: the file that {@code --cloud} names.
 *
 * @param file it stands in, with its whole path
 * @param source which kind of place it is, one of {@link #SOURCES}
 * @param catalogue what may be rented; empty where the source says so itself
 * @param market what befalls the spot machines of a source that makes it happen
 * @param lagError by how much the start-ups of that source are off, as a share of what is said
 * @param harvest the machines of a trace that grow and shrink, in the place of a catalogue
 * @param seed of that market
 * @param speed how many seconds of the market pass in one
 * @param limits how much may be rented
 * @param patienceMillis how long a machine that cannot reach its manager waits before it ends
 * @param dir what is kept of this cloud on the manager's machine
 * @param store where what tasks save is kept; empty when nobody keeps it
 */
public record CloudFile(
    String name,
    Path file,
    String source,
    Optional<Catalogue> catalogue,
    MarketChoice market,
    double lagError,
    Optional<HarvestPlace> harvest,
    long seed,
    double speed,
    Limits limits,
    long patienceMillis,
    ManagerPlace manager,
    LocalPlace local,
    HookPlace hook,
    Path dir,
    Optional<StorePlace> store) {
  /** Machines that are processes here. */
  public static final String LOCAL = "local";

  /** Machines that a script of the user's rents. */
  public static final String HOOK = "hook";

  public static final List<String> SOURCES = List.of(LOCAL, HOOK);

  /** How machines that are processes here may be held, in the words of the file. */
  public static final List<String> LEVELS = List.of("auto", "signals", "cgroup");

  /**
   * How machines find their manager.
   *
   * @param host that it listens at
   * @param port that it listens at; 0 for any that is free
   * @param address that machines dial; empty for the host
   */
  public record ManagerPlace(String host, int port, String address) {
    static final ManagerPlace HERE = new ManagerPlace("127.0.0.1", 0, "");

    /** The name or number that machines dial. */
    public String dialled() {
      return address.isEmpty() ? host : address;
    }
  }

  /**
   * Harvest machines to be rented, each as one of a trace was.
   *
   * @param killOrder what ends first when a machine has shrunk, one of {@link
   *     HarvestScenario#KILL_ORDERS}
   * @param startUpMillis how long a machine takes to come up
   */
  public record HarvestPlace(HarvestTrace trace, String killOrder, long startUpMillis) {
    static final long USUAL_MILLIS = 60_000;
  }

  /**
   * Where and how machines that are processes here live.
   *
   * @param level one of {@link #LEVELS}
   */
  public record LocalPlace(String level, Path dir) {}

  /**
   * A script that rents.
   *
   * @param command its words; empty for sources that need none
   * @param timeoutMillis how long one call of it may take
   * @param everyMillis how long a run leaves it alone between two looks at its machines
   */
  public record HookPlace(List<String> command, long timeoutMillis, long everyMillis) {
    static final long USUAL_MILLIS = 120_000;
    static final long USUAL_EVERY_MILLIS = 10_000;

    /** Less than after which a call is given up whatever it does. */
    static final long TIMEOUT_MILLIS_MAX = 240_000;

    static final HookPlace NONE = new HookPlace(List.of(), USUAL_MILLIS, USUAL_EVERY_MILLIS);

    public HookPlace {
      command = List.copyOf(command);
    }
  }
}
