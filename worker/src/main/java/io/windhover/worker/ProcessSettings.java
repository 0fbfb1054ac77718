package io.windhover.worker;

import java.nio.file.Path;

/**
 * Where {@link LocalProcesses} keeps things, and how it starts commands.
 *
 * @param state the state folder, whose identity marks every process started from it
 * @param logs outputs, see {@link LogFiles}
 * @param checkpoints GROUP/THOUSANDS/INDEX below it is a task's WINDHOVER_CHECKPOINT_DIR, the same
 *     for all its attempts; it is there when an attempt starts, and stays if something is kept in
 *     it
 * @param terminal whether this process belongs to a terminal: commands then get sessions of their
 *     own (where setsid is installed), so that Ctrl-C reaches them through us and not directly
 * @param manyJobs whether the orders are of many jobs, from anywhere: logs and checkpoints then
 *     have a folder for each job's number, an order whose folder is not here runs in a scratch
 *     folder, and the tail of an output is reported after a success too, since nobody else can read
 *     it
 * @param stores where orders may say that what tasks save is kept
 */
public record ProcessSettings(
    Path state,
    Path logs,
    Path checkpoints,
    boolean terminal,
    boolean manyJobs,
    StoreAccess stores) {
  public ProcessSettings {
    state = state.toAbsolutePath().normalize();
    logs = logs.toAbsolutePath().normalize();
    checkpoints = checkpoints.toAbsolutePath().normalize();
  }

  public ProcessSettings(Path state, Path logs, Path checkpoints, boolean terminal) {
    this(state, logs, checkpoints, terminal, false, StoreAccess.usual());
  }

  /** Everything below the state folder. */
  public static ProcessSettings in(Path state, boolean terminal) {
    return new ProcessSettings(
        state, state.resolve("logs"), state.resolve("checkpoints"), terminal);
  }

  /** For a worker of a pool. */
  public static ProcessSettings ofPool(Path state, boolean terminal, StoreAccess stores) {
    return new ProcessSettings(
        state, state.resolve("logs"), state.resolve("checkpoints"), terminal, true, stores);
  }
}
