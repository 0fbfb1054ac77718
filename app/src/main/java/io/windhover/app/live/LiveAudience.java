package io.windhover.app.live;

import io.windhover.app.local.Audience;
import io.windhover.app.local.RunCourse;
import io.windhover.app.local.RunOutcome.FailedTask;
import io.windhover.app.local.RunSettings;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what went wrong in a run that nobody watches. */
final class LiveAudience implements Audience {
  private final List<String> troubles = new CopyOnWriteArrayList<>();

  List<String> troubles() {
    return List.copyOf(troubles);
  }

  @Override
  public void notice(String line) {}

  @Override
  public void trouble(String line) {
    troubles.add(line);
  }

  @Override
  public boolean agrees(String heading, List<String> meaning) {
    return false;
  }

  @Override
  public void begins(RunCourse course, RunSettings settings) {}

  @Override
  public void failed(FailedTask task) {
    troubles.add("task %s failed: %s".formatted(task.task(), task.why()));
  }

  @Override
  public void ends() {}
}
