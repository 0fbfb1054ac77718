package io.windhover.app.local;

import io.windhover.app.local.RunOutcome.FailedTask;
import java.util.List;

/** Who is told what happens in a run. Called from several threads. */
public interface Audience {
  /** Something worth a line to whoever wants to know how it goes. */
  void notice(String line);

  /** Something is not as it should be; said also to whoever wants to hear nothing else. */
  void trouble(String line);

  /**
   * The job was edited since its run was begun: shows what that means and asks whether to go on.
   *
   * @param meaning a line for each change, and what becomes of the tasks
   */
  boolean agrees(String heading, List<String> meaning);

  /** The work has begun; how far it is can be asked until it ends. */
  void begins(RunCourse course, RunSettings settings);

  /** A task has failed for good. */
  void failed(FailedTask task);

  /** Nothing more will be started; what runs is ended. */
  void ends();
}
