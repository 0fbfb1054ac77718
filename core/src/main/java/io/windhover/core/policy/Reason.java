package io.windhover.core.policy;

import io.windhover.core.model.Need;
import io.windhover.core.words.Counted;
import java.util.List;

/** Why tasks wait, or why a job was refused: data first, words for people on demand. */
public sealed interface Reason {
  int job();

  /** One line for people, without the job's name. */
  String text();

  /** The same where it is known when the job was submitted; times are counted from then on. */
  default String text(long submittedAtMillis) {
    return text();
  }

  /** A reason that holds for a number of tasks of one group. */
  sealed interface OfTasks extends Reason {
    int group();

    int tasks();
  }

  /** No machine there is offers these labels. */
  record NobodyOffers(int job, int group, int tasks, List<String> labels) implements OfTasks {
    @Override
    public String text() {
      return "no machine offers " + String.join(", ", labels);
    }
  }

  /** Each label is offered by some machine, but no machine offers all that is needed at once. */
  record TooLarge(int job, int group, int tasks, Need need, int coresMax, long memoryBytesMax)
      implements OfTasks {
    @Override
    public String text() {
      return need.cores() > coresMax
          ? "needs %d cores; the largest machine that would do has %d"
              .formatted(need.cores(), coresMax)
          : need.memoryBytes() > memoryBytesMax
              ? "needs %,d MB of memory; the largest machine that would do has %,d MB"
                  .formatted(need.memoryBytes() / 1_000_000, memoryBytesMax / 1_000_000)
              : "no single machine offers %s with %s and %,d MB of memory"
                  .formatted(
                      need.requires().isEmpty() ? "room" : String.join(", ", need.requires()),
                      Counted.of(need.cores(), "core"),
                      need.memoryBytes() / 1_000_000);
    }
  }

  /** Machines that could take them are busy. */
  record NoRoomNow(int job, int group, int tasks, int machines) implements OfTasks {
    @Override
    public String text() {
      return machines == 1
          ? "the one machine that could take them is busy"
          : "the %,d machines that could take them are busy".formatted(machines);
    }
  }

  record NoMachines(int job, int group, int tasks) implements OfTasks {
    @Override
    public String text() {
      return "no machine has joined yet";
    }
  }

  /** Machines would be rented, and calls to their source fail. */
  record SourceFails(int job, int group, int tasks, String what) implements OfTasks {
    @Override
    public String text() {
      return "the source of machines is in trouble: " + what;
    }
  }

  /** They come after groups that are not done. */
  record ComesAfter(int job, int group, int tasks, List<String> groups) implements OfTasks {
    @Override
    public String text() {
      return "waiting for " + String.join(", ", groups);
    }
  }

  /** As many of the group run as its owner allows at once. */
  record Throttled(int job, int group, int tasks, int parallel) implements OfTasks {
    @Override
    public String text() {
      return "parallel: %,d is reached".formatted(parallel);
    }
  }

  /** The deadline had passed, or cannot be met, when the job was submitted. */
  record DeadlineImpossible(int job, long deadlineAtMillis, long earliestAtMillis)
      implements Reason {
    private static final String NO_PLAN = "the deadline cannot be met: no plan fits before it";

    @Override
    public String text() {
      return isUnknown()
          ? NO_PLAN
          : "the deadline cannot be met: the earliest possible end is "
              + Spans.text(earliestAtMillis - deadlineAtMillis)
              + " after it";
    }

    @Override
    public String text(long submittedAtMillis) {
      return isUnknown()
          ? NO_PLAN
          : "cannot end in time: the earliest possible end is %s after submission, the deadline %s"
              .formatted(
                  Spans.text(earliestAtMillis - submittedAtMillis),
                  Spans.text(deadlineAtMillis - submittedAtMillis));
    }

    private boolean isUnknown() {
      return earliestAtMillis <= deadlineAtMillis;
    }
  }
}
