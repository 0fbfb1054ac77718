package io.windhover.experiments.opie.openb;

import io.windhover.experiments.paper.Findings;
import java.nio.file.Path;

/** Utilisation, revenue, and what was ended and why, on slices of the real cluster. */
public final class RealCluster {
  private final OpenbTrace trace;

  private RealCluster(OpenbTrace trace) {
    this.trace = trace;
  }

  /** Reads the records, so that a fault in them is known before anything is run. */
  public static RealCluster read(Path data) {
    return new RealCluster(OpenbTrace.read(data));
  }

  public void run(Findings findings, int seeds) {
    new Comparison(findings, trace, seeds).run();
  }
}
