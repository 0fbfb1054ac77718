package io.windhover.experiments.scs;

import io.windhover.experiments.scs.Draws.Room;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.experiments.scs.ScsSetting.Meter;
import io.windhover.simulator.cloud.Imprecision;

/** What is not as estimated, by up to a fifth either way. */
enum ErrorKind {
  RUNTIMES("runtimes", 0.2, 0),
  LAG("lag", 0, 0.2),
  BOTH("runtimes and lag", 0.2, 0.2);

  private final String text;
  private final double runtimeError;
  private final double lagError;

  ErrorKind(String text, double runtimeError, double lagError) {
    this.text = text;
    this.runtimeError = runtimeError;
    this.lagError = lagError;
  }

  String text() {
    return text;
  }

  Case in(Cell cell, String policy) {
    return of(policy, cell, new Imprecision(runtimeError, lagError, 0, 0));
  }

  /** The same draws with nothing wrong. */
  static Case exact(Cell cell, String policy) {
    return of(policy, cell, Imprecision.NONE);
  }

  private static Case of(String policy, Cell cell, Imprecision errors) {
    return new Case(policy, cell, Meter.HOUR, ScsSetting.USUAL, errors, Room.FOR_ERRORS);
  }
}
