package io.windhover.local;

import io.windhover.capacity.Sighting;
import io.windhover.capacity.Sighting.State;
import io.windhover.capacity.Source;
import io.windhover.capacity.SourceFailure;
import io.windhover.capacity.testkit.MachinePlace;
import io.windhover.simulator.Cloud;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A cloud of real processes, each of which dials a door. */
final class LocalPlace implements MachinePlace {
  private static final long LONG_MILLIS_MAX = 20_000;

  /** How long nothing more must come once nothing is on its way. */
  private static final long QUIET_MILLIS = 60;

  private final CloudHere cloud;
  private final LocalSource watcher;

  LocalPlace(Path folder, Level level) {
    cloud =
        new CloudHere(folder, level, 100, Cloud.steady(5_000), Door.DIALS + " sleep 1000 & wait");
    watcher = cloud.open("wh-");
  }

  @Override
  public Source open(String mark) {
    return cloud.open(mark);
  }

  @Override
  public List<DialIn> dialledIn() {
    return cloud.door.lines.stream()
        .map(line -> line.first.split(" ", 2))
        .map(words -> new DialIn(words[0], words[1]))
        .toList();
  }

  /** Long enough is when every machine that is up has dialled in, and a little longer. */
  @Override
  public boolean until(BooleanSupplier condition) {
    boolean holds = CloudHere.becomes(() -> condition.getAsBoolean() || isQuiet(), LONG_MILLIS_MAX);
    return holds && CloudHere.becomes(condition, QUIET_MILLIS);
  }

  private boolean isQuiet() {
    try {
      return watcher.survey().stream().noneMatch(this::isOnItsWay);
    } catch (SourceFailure e) {
      throw new AssertionError(e);
    }
  }

  private boolean isOnItsWay(Sighting seen) {
    return seen.state() == State.STARTING
        || (seen.state() == State.RUNNING
            && dialledIn().stream().noneMatch(dialIn -> dialIn.lease().equals(seen.lease())));
  }

  @Override
  public void close() {
    watcher.close();
    cloud.close();
  }
}
