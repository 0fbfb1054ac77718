package io.windhover.app.simulate;

import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.Submission;
import java.util.List;
import java.util.OptionalLong;

/** What no way to do a stream of jobs in time costs less than. */
public final class StreamBound {
  private StreamBound() {}

  /** Empty as long as nobody knows a bound. */
  public static OptionalLong nanos(Scenario scenario, List<Submission> jobs) {
    return OptionalLong.empty();
  }
}
