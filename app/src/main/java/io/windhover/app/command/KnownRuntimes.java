package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import io.windhover.workload.scenario.Catalogue;
import io.windhover.workload.scenario.JobStream;
import io.windhover.workload.scenario.WorkChoice;
import java.util.ArrayList;
import java.util.List;

/**
 * How long tasks take, known for every type that could run them, as a plan needs it.
 *
 * @param otherwiseMillis how long those take that do not say; -1 when nobody has said
 * @param source of the work, for complaints
 */
record KnownRuntimes(long otherwiseMillis, Catalogue catalogue, String source) {
  /** The same work with runtimes. */
  WorkChoice fill(WorkChoice work) {
    if (work instanceof WorkChoice.Given given) {
      return new WorkChoice.Given(known(given.groups()));
    }
    return work instanceof JobStream stream ? stream.withFileTasks(this::known) : work;
  }

  private List<TaskGroup> known(List<TaskGroup> groups) {
    List<TaskGroup> known = new ArrayList<>();
    for (TaskGroup group : groups) {
      known.add(withRuntime(group));
    }
    known.forEach(this::demandRuntime);
    return known;
  }

  private TaskGroup withRuntime(TaskGroup group) {
    if (group.runtime().anyTypeMillis() >= 0 || otherwiseMillis < 0) {
      return group;
    }
    return group.withRuntime(new RuntimeEstimate(otherwiseMillis, group.runtime().millisByType()));
  }

  private void demandRuntime(TaskGroup group) {
    for (Offer offer : catalogue.offers()) {
      String type = offer.machine().type();
      if (offer.machine().offers(group.need()) && group.runtime().millisOn(type).isEmpty()) {
        boolean some = !group.runtime().millisByType().isEmpty();
        throw new CommandFailure(
            ExitCode.BAD_INPUT,
            "%s: task %s has no runtime%s; expected one there, or --runtime 3m for all that have"
                    .formatted(source, group.name(), some ? " on " + type : "")
                + " none");
      }
    }
  }
}
