package io.windhover.app.cloud;

import io.windhover.capacity.Sighting;
import io.windhover.capacity.Source;
import io.windhover.capacity.SourceFailure;
import io.windhover.workload.scenario.CloudFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Ends what this user's runs have rented from a cloud, whatever became of the runs. What carries
 * another's mark is left alone.
 */
public final class Sweep implements AutoCloseable {
  private static final long LOOK_MILLIS = 200;

  private final SourceMaker.Opened opened;
  private final Map<String, Path> runs;

  /** Opens the source of a cloud; ends nothing yet. */
  public Sweep(CloudFile cloud, SourceMaker maker) throws IOException {
    this.runs = new CloudMarks(cloud.dir()).all();
    this.opened = maker.open(cloud, SourceMaker.Use.looking(CloudMarks.ANY));
  }

  /**
   * A machine that is there.
   *
   * @param run the state folder of the run that rented it
   */
  public record Found(String lease, Sighting.State state, long sinceMillis, Path run) {}

  /** What is there and is ours, by lease. */
  public List<Found> found() throws SourceFailure {
    List<Found> found = new ArrayList<>();
    for (Sighting seen : opened.source().survey()) {
      boolean over = seen.state() == Sighting.State.ENDED || seen.state() == Sighting.State.REFUSED;
      CloudMarks.markOf(seen.lease(), runs)
          .filter(mark -> !over)
          .ifPresent(
              mark ->
                  found.add(
                      new Found(
                          seen.lease(),
                          seen.state(),
                          seen.sinceMillis(),
                          runs.getOrDefault(mark, Path.of("")))));
    }
    return found;
  }

  /**
   * Ends these and waits until the source says that they have ended.
   *
   * @return those that had not after so long
   */
  public List<Found> end(List<Found> wanted, long longestMillis)
      throws SourceFailure, InterruptedException {
    Source source = opened.source();
    for (Found machine : wanted) {
      source.release(machine.lease());
    }
    List<String> leases = wanted.stream().map(Found::lease).toList();
    long untilNanos = System.nanoTime() + longestMillis * 1_000_000;
    while (true) {
      List<Found> left = found().stream().filter(f -> leases.contains(f.lease())).toList();
      if (left.isEmpty() || System.nanoTime() - untilNanos > 0) {
        return left;
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  @Override
  public void close() {
    opened.close();
  }
}
