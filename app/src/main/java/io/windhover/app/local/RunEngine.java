package io.windhover.app.local;

import io.windhover.manager.Manager;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A manager with the machines that it has for one run, put together and taken apart in order. */
public interface RunEngine {
  Manager manager();

  void start();

  /** The job that is gone on with, once it is on disk in the form wanted; empty in a new run. */
  Optional<CompletableFuture<Integer>> resumed();

  /** Completed exceptionally when the manager had to give up. */
  CompletableFuture<Void> failure();

  /** Completed, with why in a line, when nothing more can be done here for the job. */
  CompletableFuture<String> stuck();

  /**
   * Completed when a job can be submitted.
   *
   * @param joined completed when a machine is there
   */
  CompletableFuture<Void> ready(CompletableFuture<Void> joined);

  /** Waits until cleanup commands have ended too; no longer than it takes to answer a signal. */
  boolean awaitIdle(Duration longest);

  /** What the clock shows that the manager goes by. */
  long nowMillis();

  /** What there is to show beside the job's progress, in a few words each; quick. */
  List<String> shown();

  /** Ends what runs, has it recorded, gives back what is rented, writes a snapshot. */
  void stop(Duration grace);

  /** Ends at once, while {@link #stop} is under way on another thread. */
  void hurry();

  /** What was rented and what it cost, once it has stopped; empty where nothing is rented. */
  Optional<RentedTotals> totals();
}
