package io.windhover.workload.scenario;

import java.util.List;

/** A recorded trace: when spot machines of a type could not be had. */
public record Outages(String file, List<Row> rows) {
  /** One line of it; times count from the beginning of the run. */
  public record Row(String type, long fromMillis, long toMillis) {}

  public Outages {
    rows = List.copyOf(rows);
  }
}
