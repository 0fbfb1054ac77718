package io.windhover.app.command;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.World;
import io.windhover.experiments.paper.Progress;
import io.windhover.simulator.Simulation;
import io.windhover.workload.scenario.Submission;
import java.util.List;

/** Tells how many of the jobs of a stream have come. */
final class StreamProgress implements Simulation.Observer {
  private final int jobs;
  private final Progress progress;
  private int come;

  StreamProgress(List<Submission> jobs, Progress progress) {
    this.jobs = jobs.size();
    this.progress = progress;
  }

  @Override
  public void stepped(Batch batch, Decision decision, World world) {
    for (Event event : batch.events()) {
      if (event instanceof Event.JobSubmitted) {
        progress.at(++come, jobs, "jobs");
      }
    }
  }
}
