package io.windhover.virtual;

import io.windhover.simulator.Timeline;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerProfile;
import io.windhover.worker.Agent;
import io.windhover.worker.AgentSettings;
import io.windhover.worker.Runner;
import java.util.function.Consumer;
import java.util.function.Function;

/** The real agent of a worker in virtual time; what its commands do is the runner's business. */
public final class VirtualWorker {
  private final Timeline timeline;
  private final Agent agent;
  private boolean dead;
  private boolean frozen;
  private long plannedWakeMillis = Long.MAX_VALUE;

  /** The runner tells this worker what becomes of the commands. */
  public VirtualWorker(
      Timeline timeline,
      WorkerProfile profile,
      AgentSettings settings,
      Function<VirtualWorker, Runner> runner,
      Consumer<ToManager> wire) {
    this.timeline = timeline;
    this.agent = new Agent(profile, settings, runner.apply(this), wire);
  }

  public void join() {
    agent.start(timeline.nowMillis());
    planWake();
  }

  /** The machine is gone, with all that ran on it. */
  public void die() {
    dead = true;
  }

  /** The machine stands still and hears nothing. */
  public void freeze() {
    frozen = true;
  }

  /** The machine goes on; its connection is gone, so it joins again. */
  public void thaw() {
    if (frozen) {
      frozen = false;
      received(new ToWorker.JoinAgain());
    }
  }

  /** The machine has another size from now on. */
  public void resize(int cores, long memoryBytes) {
    if (!dead && !frozen) {
      agent.resized(cores, memoryBytes, timeline.nowMillis());
      planWake();
    }
  }

  public boolean dead() {
    return dead;
  }

  public void received(ToWorker message) {
    if (!dead && !frozen) {
      agent.received(message, timeline.nowMillis());
      planWake();
    }
  }

  // What a runner says. It may speak from within a call of the agent, which must not be called
  // back then: the news is taken up when that call is over, at the same moment.

  public void started(AttemptRef ref) {
    tell(() -> agent.started(ref, timeline.nowMillis()));
  }

  public void stopped(AttemptRef ref, long ranMillis) {
    tell(() -> agent.ended(ref, new Ending.Stopped(), ranMillis, "", timeline.nowMillis()));
  }

  /** What an attempt has done is safe, or could not be saved; as {@link #exited}. */
  public void saved(AttemptRef ref, long progressMillis, long tookMillis) {
    if (!dead && !frozen) {
      agent.saved(ref, progressMillis, tookMillis, 0, timeline.nowMillis());
      planWake();
    }
  }

  public void cleaned(AttemptRef ref) {
    tell(() -> agent.cleaned(ref, timeline.nowMillis()));
  }

  /** The command has ended by itself; not to be called from within a call of the agent. */
  public void exited(AttemptRef ref, int exitCode, long ranMillis) {
    agent.ended(ref, new Ending.Exited(exitCode), ranMillis, "", timeline.nowMillis());
    planWake();
  }

  private void tell(Runnable news) {
    timeline.soon(
        () -> {
          if (!dead && !frozen) {
            news.run();
            planWake();
          }
        });
  }

  private void planWake() {
    long wakeMillis = agent.nextWakeMillis();
    if (wakeMillis < plannedWakeMillis) {
      plannedWakeMillis = wakeMillis;
      timeline.at(wakeMillis, this::wake);
    }
  }

  private void wake() {
    plannedWakeMillis = Long.MAX_VALUE;
    if (!dead && !frozen) {
      agent.tick(timeline.nowMillis());
      planWake();
    }
  }
}
