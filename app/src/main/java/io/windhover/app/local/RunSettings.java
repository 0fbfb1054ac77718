package io.windhover.app.local;

import io.windhover.app.state.FileLines;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.core.model.JobSpec;
import io.windhover.store.Store;
import io.windhover.worker.AgentSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * What to run, where and how.
 *
 * @param spec the job, with commands for all its tasks
 * @param places where its tasks stand in the job file
 * @param policy who decides
 * @param folder the state folder
 * @param workers how many tasks of one core may run at once
 * @param offers labels this machine offers besides its own
 * @param resume whether to go on with a run that is there
 * @param saysKeepGoing whether somebody said to go on after a failure, or not to; a run that is
 *     resumed goes on as it was begun unless somebody does
 * @param graceMillis between asking a task to end and killing it
 * @param commandLine what this process was asked to do, for those who find the folder in use
 * @param resumeCommand what a person types to go on later
 * @param resumeWords its words without the program; empty when it also needs the same input
 */
public record RunSettings(
    JobSpec spec,
    FileLines places,
    RecordedPolicy policy,
    Path folder,
    int workers,
    List<String> offers,
    boolean resume,
    boolean saysKeepGoing,
    long graceMillis,
    String commandLine,
    String resumeCommand,
    List<String> resumeWords) {
  /** Keeps with the run how to go on with it, and where its tasks stand. */
  void record(Store store) {
    OpenRun.recordResume(store, resumeCommand, resumeWords);
    places.record(store);
  }

  AgentSettings agent() {
    AgentSettings usual = AgentSettings.DEFAULT;
    return new AgentSettings(
        usual.heartbeatMillis(),
        usual.joinMillisMin(),
        usual.joinMillisMax(),
        usual.reportMillisMin(),
        usual.reportMillisMax(),
        graceMillis,
        usual.holdMillis(),
        usual.cleanupMillisMax(),
        usual.farewellMillis(),
        Math.max(usual.heldMax(), 2 * workers),
        usual.rememberedMax());
  }
}
