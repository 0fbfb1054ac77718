package io.windhover.experiments.kestrel;

import io.windhover.core.chance.Chance;
import io.windhover.simulator.Timeline;
import io.windhover.virtual.ManagerLife;
import io.windhover.virtual.Reaper;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Between sites: messages take their time, some are lost, late or doubled, sites are cut off. */
final class Wire implements ManagerLink {
  private static final double LOST = 0.005;
  private static final double DOUBLED = 0.005;
  private static final double LATE = 0.01;
  private static final int MILLIS_MIN = 10;
  private static final int MILLIS_MAX = 250;
  private static final int LATE_MILLIS_MAX = 30_000;

  private final Timeline timeline;
  private final Reaper reaper;
  private final SplittableRandom chance;
  private final Map<String, Vm> connected = new HashMap<>();
  private final Map<String, Long> cutUntilMillis = new LinkedHashMap<>();
  private @Nullable ManagerLife manager;
  private long messages;
  private long lost;
  private long doubled;

  Wire(Timeline timeline, Reaper reaper, long seed) {
    this.timeline = timeline;
    this.reaper = reaper;
    this.chance = Chance.stream(seed, "wire", 0);
  }

  void serve(ManagerLife life) {
    manager = life;
  }

  void connect(Vm vm) {
    connected.put(vm.name(), vm);
  }

  void disconnect(Vm vm) {
    connected.remove(vm.name());
  }

  /** Nothing passes to or from this site for so long. */
  void cut(String site, long millis) {
    cutUntilMillis.put(site, timeline.nowMillis() + millis);
  }

  void toManager(Vm vm, ToManager message) {
    deliver(vm, () -> manager().received(vm.name(), message));
  }

  /** The VM has closed its connection; the server tells the manager. */
  void closed(Vm vm) {
    deliver(vm, () -> manager().gone(vm.name()));
  }

  @Override
  public void send(String worker, ToWorker message) {
    if (!(message instanceof ToWorker.Welcome)) {
      reaper.beforeMessage(); // To die before yet another sign of life would be no trial.
    }
    Vm vm = connected.get(worker);
    if (vm == null) {
      messages++;
      lost++;
    } else {
      deliver(vm, () -> vm.received(message));
    }
  }

  private void deliver(Vm vm, Runnable delivery) {
    messages++;
    if (timeline.nowMillis() < cutUntilMillis.getOrDefault(vm.site(), 0L)
        || chance.nextDouble() < LOST) {
      lost++;
      return;
    }
    boolean twice = chance.nextDouble() < DOUBLED;
    doubled += twice ? 1 : 0;
    for (int copies = twice ? 2 : 1; copies > 0; copies--) {
      int longest = chance.nextDouble() < LATE ? LATE_MILLIS_MAX : MILLIS_MAX;
      timeline.in(chance.nextInt(MILLIS_MIN, longest), delivery);
    }
  }

  @Override
  public void close() {
    connected.clear();
  }

  long messages() {
    return messages;
  }

  long lost() {
    return lost;
  }

  long doubled() {
    return doubled;
  }

  private ManagerLife manager() {
    if (manager == null) {
      throw new IllegalStateException("the wire has no manager");
    }
    return manager;
  }
}
