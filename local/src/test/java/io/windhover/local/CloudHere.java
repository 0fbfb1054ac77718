package io.windhover.local;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceFailure;
import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.host.HeldFolder;
import io.windhover.host.Lineage;
import io.windhover.host.ProcessTable;
import io.windhover.simulator.Cloud;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** A cloud on a thread of the test's own, with real machines, and a source that speaks to it. */
final class CloudHere implements AutoCloseable {
  static final String MARK = "wh-0c0c0c0c-";
  static final List<Offer> OFFERS =
      List.of(
          offer("small", Market.ON_DEMAND, 1, 36_000_000_000L),
          offer("large", Market.SPOT, 2, 72_000_000_000L));

  private static final long PATIENCE_MILLIS = 30_000;
  private static final long LOOK_MILLIS = 5;
  private static final long STARTUP_MILLIS = 5_000;

  final Door door = new Door();
  final List<String> said = Collections.synchronizedList(new ArrayList<>());
  final List<Sighting> news = Collections.synchronizedList(new ArrayList<>());

  /** How many machines were told of at once, wherever it was more than one. */
  final List<Integer> atOnce = Collections.synchronizedList(new ArrayList<>());

  final LocalSource source;
  private final Path folder;
  private final Thread thread;

  private static Offer offer(String type, Market market, int cores, long pricePerHourNanos) {
    var machine = new MachineSpec(type, type, List.of(), cores, 1_000, pricePerHourNanos);
    return new Offer(type, market, machine, 20, 20, 0, STARTUP_MILLIS, Billing.BY_USE);
  }

  CloudHere(Path folder, Level level, double factor, Cloud market, String script) {
    this(
        folder,
        new CloudPlan(
            OFFERS, market, factor, level, List.of("bash", "-c", script), CloudPlan.IDLE_MILLIS));
  }

  CloudHere(Path folder, CloudPlan plan) {
    this.folder = folder;
    this.thread = new Thread(() -> run(plan), "the cloud");
    thread.start();
    this.source = open(MARK);
    until("the cloud is up", () -> Files.exists(folder.resolve("socket")));
  }

  private void run(CloudPlan plan) {
    try {
      LocalCloud.run(folder, plan, said::add);
    } catch (IOException | InterruptedException e) {
      said.add("failed: " + e);
    }
  }

  LocalSource open(String mark) {
    return new LocalSource(
        new LocalSource.Settings(
            folder,
            mark,
            door.address(),
            new TreeMap<>(),
            List.of("false"),
            Duration.ofSeconds(20)),
        answer -> {
          if (answer instanceof SourceAnswer.Seen seen) {
            news.add(seen.sighting());
          } else if (answer instanceof SourceAnswer.SeenTogether together) {
            news.addAll(together.sightings());
            atOnce.add(together.sightings().size());
          }
        });
  }

  static String lease(int machine) {
    return "%s%d-%016x".formatted(MARK, machine, machine);
  }

  /** The machine's own folder. */
  Path machine(int machine) {
    return folder.resolve("machines").resolve(lease(machine));
  }

  void rent(int machine, String offer) throws Exception {
    source.ask(order(machine, offer));
  }

  static LeaseOrder order(int machine, String offer) {
    return new LeaseOrder(lease(machine), machine, offer, "secret-" + machine);
  }

  Sighting seen(int machine) {
    try {
      return source.survey().stream()
          .filter(seen -> seen.lease().equals(lease(machine)))
          .findFirst()
          .orElseThrow(() -> new AssertionError("not seen: " + lease(machine)));
    } catch (SourceFailure e) {
      throw new AssertionError(e);
    }
  }

  void untilIs(int machine, Sighting.State state) {
    until(lease(machine) + " is " + state, () -> seen(machine).state() == state);
  }

  void until(String what, BooleanSupplier condition) {
    if (!becomes(condition, PATIENCE_MILLIS)) {
      throw new AssertionError("never: " + what + "; " + said + news);
    }
  }

  static boolean becomes(BooleanSupplier condition, long withinMillis) {
    long untilNanos = System.nanoTime() + withinMillis * 1_000_000;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - untilNanos > 0) {
        return false;
      }
      pause(LOOK_MILLIS);
    }
    return true;
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Every process of this cloud's machines. */
  Set<ProcessHandle> processes() {
    return processes(folder);
  }

  static Set<ProcessHandle> processes(Path folder) {
    try {
      String id = HeldFolder.id(folder).orElseThrow();
      return ProcessTable.find(Lineage.ofState(id), List.of(), found -> {});
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    try {
      source.endCloud();
      thread.join(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      source.close();
      door.close();
    }
    if (thread.isAlive() || !processes().isEmpty()) {
      throw new AssertionError("left running: " + processes() + said);
    }
  }
}
