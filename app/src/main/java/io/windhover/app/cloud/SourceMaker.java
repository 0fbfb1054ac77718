package io.windhover.app.cloud;

import io.windhover.capacity.Source;
import io.windhover.capacity.SourceAnswer;
import io.windhover.workload.scenario.CloudFile;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Opens the source that a cloud file names. */
@FunctionalInterface
public interface SourceMaker {
  /**
   * Who opens a source, and what for.
   *
   * @param mark what the leases begin with that are the user's business
   * @param start what machines are started with; empty where none is asked for
   * @param news hears, besides the answers to calls, what a source says by itself; from any thread
   */
  record Use(String mark, Optional<MachineStart> start, Consumer<SourceAnswer> news) {
    /** For looking around: all that any run of ours has rented. */
    public static Use looking(String mark) {
      return new Use(mark, Optional.empty(), answer -> {});
    }
  }

  /**
   * A source, open.
   *
   * @param clock by which the source counts and the manager of its machines must count too
   * @param text how it does what it does here, in a line for people
   * @param lookMillis how long to leave it alone between two surveys; 0 where they cost nothing
   */
  record Opened(Source source, LongSupplier clock, String text, long lookMillis)
      implements AutoCloseable {
    /** One that may be asked as often as anybody likes. */
    public Opened(Source source, LongSupplier clock, String text) {
      this(source, clock, text, 0);
    }

    @Override
    public void close() {
      source.close();
    }
  }

  /**
   * Opens a source; nothing is rented by that.
   *
   * @throws io.windhover.app.CommandFailure when there can be no such source here
   */
  Opened open(CloudFile cloud, Use use);
}
